"""Public pages: the presets, a club's own rules, tips for players, and the page on which every option can be tried."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from whistclub.rules import queries, summary
from whistclub.rules.workshop import Workshop


@require_safe
def rule_list(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/list.html", {"cards": summary.cards()})


@require_safe
def tips(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/tips.html")


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    card = summary.card(preset)
    if card is None:
        raise Http404
    return render(request, "rules/card.html", {"card": card, "tables": card.tables})


@require_safe
def own_set(request: HttpRequest, code: str) -> HttpResponse:
    found = queries.public_set(code)
    if found is None:
        raise Http404
    card = found.card
    return render(request, "rules/card.html", {"card": card, "tables": card.tables, "own": found})


@require_safe
def options(request: HttpRequest) -> HttpResponse:
    """The workshop; after a change the page asks for the result alone."""
    workshop = Workshop.begun(request.GET)
    fragment = request.headers.get("HX-Target") == "result"
    context = {"workshop": workshop, "form": workshop.form, "cards": summary.cards(), "fragment": fragment}
    if not fragment and request.user.is_authenticated:
        context["clubs"] = queries.clubs_of(request.user)
    response = render(request, "rules/_result.html" if fragment else "rules/workshop.html", context)
    # Both have the same address; a browser that goes back must not show the fragment as the page.
    patch_vary_headers(response, ["HX-Target"])
    if fragment:
        response["Cache-Control"] = "no-store"
    return response
