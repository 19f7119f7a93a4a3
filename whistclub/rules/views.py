"""Rules as everyone reads and prints them; and where organisers make a club's own and choose its default."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.models import Club
from whistclub.engine.options import DEFAULT_PRESET, TableFormat
from whistclub.rules import actions, queries
from whistclub.rules.actions import RuleSetInput
from whistclub.rules.forms import NamingForm, OptionsForm
from whistclub.rules.summary import PRESET_CARDS

SIDES = ("●", "◆", "▲")
LINES_OF_A_SHEET = 24


@require_safe
def rule_list(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/list.html", {"cards": PRESET_CARDS.values()})


@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    found, club = queries.by_key(key)
    return render(request, "rules/card.html", {"card": found, "of_club": club})


@require_safe
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """A score sheet to write on, one page."""
    found, _club = queries.by_key(key)
    sides, is_widow = SIDES[: found.rules.form.sides], found.rules.form is TableFormat.THREE_WITH_WIDOW
    of_hand, of_side = (["Widow"], ["tricks", "points"]) if is_widow else (["Bid", "Tricks"], ["points"])
    of_side += ["stars", "total"] if found.rules.solos else ["total"]
    heads = ["Hand", "Dealer", *of_hand, *(f"{side} {what}" for side in sides for what in of_side)]
    context = {"card": found, "sides": sides, "heads": heads, "lines": range(1, LINES_OF_A_SHEET + 1)}
    return render(request, "rules/score_sheet.html", context)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def manage(request: SignedInRequest, club: Club) -> HttpResponse:
    """POST chooses the default."""
    if request.method == "POST":
        actions.set_default(club, request.POST.get("key", ""))
        messages.success(request, "New games now start with these rules.")
        return redirect("rules:manage", club.slug)
    own, presets = queries.own_cards(club), list(PRESET_CARDS.values())
    default = queries.default_key(club) or DEFAULT_PRESET
    context = {"club": club, "own": own, "presets": presets, "default": default, "here": "tonight"}
    return render(request, "rules/manage.html", context)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, club: Club, key: str) -> HttpResponse:
    """Change rules of the club, or make new ones that begin as a preset.

    While options are being changed the page asks for the result alone.
    """
    known = queries.chosen(club, key)
    if known is None:
        raise Http404
    if known.code and "delete" in request.POST:
        actions.delete_set(club, known.code)
        done = f"“{known.title}” was deleted. Games and parties that began with these rules keep them."
        messages.success(request, done)
        return redirect("rules:manage", club.slug)
    status = 200
    if request.method == "POST":
        form, naming = OptionsForm(known.base, request.POST, club.currency), NamingForm(request.POST)
        if request.headers.get("HX-Target") == "result":
            return render(request, "rules/_result.html", {"form": form, "fragment": True})
        # Both are checked, so that all faults are shown at once.
        if all([form.is_valid(), naming.is_valid()]) and form.rules is not None:
            data = naming.cleaned_data
            content = RuleSetInput(data["name"], known.base, form.rules, data["note"])
            try:
                saved = actions.save_set(club, content, known.code or "")
            except actions.SetNameTaken as refusal:
                naming.add_error("name", refusal.sentence)
            else:
                messages.success(request, f"“{saved.name}” saved. Games already started keep their rules.")
                return redirect("rules:manage", club.slug)
        status = 422
    else:
        form = OptionsForm.of(known)
        naming = NamingForm(initial={"name": known.title, "note": known.about} if known.is_own else None)
    context = {"club": club, "form": form, "naming": naming, "known": known, "here": "tonight"}
    return render(request, "rules/edit.html", context, status=status)
