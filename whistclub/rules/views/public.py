"""Public pages: the presets, a club's own rules, tips for players, and the page on which every option can be tried."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from whistclub.rules import queries, summary
from whistclub.rules.blank_sheet import blank_sheet
from whistclub.rules.queries import OwnRules
from whistclub.rules.summary import RulesSummary
from whistclub.rules.workshop import Workshop
from whistclub.web.errors import ActionRefused, error_page


@require_safe
def rule_list(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/list.html", {"cards": summary.cards()})


@require_safe
def tips(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/tips.html")


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    return _card(request, _preset(preset))


@require_safe
def preset_sheet(request: HttpRequest, preset: str) -> HttpResponse:
    return _sheet(request, _preset(preset))


class RulesRemoved(ActionRefused):
    """The rules are in the bin."""

    status = 410

    def __init__(self) -> None:
        super().__init__("rules_removed", _("An organiser has moved them to the bin."))


def _unless_removed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """410 with a sentence for rules in the bin."""

    @wraps(view)
    def gate(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except RulesRemoved as removed:
            return error_page(request, removed.status, _("These rules were removed"), removed.sentence)

    return gate


@_unless_removed
@require_safe
def own_set(request: HttpRequest, code: str) -> HttpResponse:
    found = _own(code)
    return _card(request, found.card, own=found)


@_unless_removed
@require_safe
def own_sheet(request: HttpRequest, code: str) -> HttpResponse:
    return _sheet(request, _own(code).card)


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


def _preset(key: str) -> RulesSummary:
    card = summary.card(key)
    if card is None:
        raise Http404
    return card


def _own(code: str) -> OwnRules:
    found = queries.public_set(code)
    if found is None:
        raise Http404
    if found.version.binned_at is not None:
        raise RulesRemoved
    return found


def _card(request: HttpRequest, card: RulesSummary, **more: object) -> HttpResponse:
    return render(request, "rules/card.html", {"card": card, "tables": card.tables, **more})


def _sheet(request: HttpRequest, card: RulesSummary) -> HttpResponse:
    """A score sheet to write on, one page."""
    return render(request, "rules/score_sheet.html", {"card": card, "sheet": blank_sheet(card.rules)})
