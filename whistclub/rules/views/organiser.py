"""The organiser's pages of rules: create and change a club's own rules, and choose its default."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.engine.presets import DEFAULT_PRESET
from whistclub.rules import actions, queries, summary
from whistclub.rules.actions import RuleSetInput
from whistclub.rules.forms import KeyForm, NamingForm, OptionsForm
from whistclub.rules.queries import Club
from whistclub.web.errors import Refused, error_page


@for_organiser
@require_safe
def manage(request: SignedInRequest, club: Club) -> HttpResponse:
    context = {
        "club": club,
        "own": queries.own_cards(club),
        "presets": summary.cards(),
        "default": queries.default_key(club) or DEFAULT_PRESET,
        "here": "tonight",
    }
    return render(request, "rules/manage.html", context)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, club: Club) -> HttpResponse:
    """Starts from the rules named by `from`."""
    if request.method == "POST":
        return _posted(request, club)
    known = queries.chosen(club, request.GET.get("from", "")) or queries.chosen(club, DEFAULT_PRESET)
    assert known is not None
    return _editor(request, club, OptionsForm.of(known), NamingForm())


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, club: Club, code: str) -> HttpResponse:
    row = get_object_or_404(queries.RuleSet, club=club, code=code)
    if request.method == "POST":
        return _posted(request, club, row)
    naming = NamingForm(initial={"name": row.name, "note": row.note})
    return _editor(request, club, OptionsForm.of(queries.card_of_set(row, club)), naming, row)


@for_organiser
@require_POST
def default(request: SignedInRequest, club: Club) -> HttpResponse:
    form = KeyForm(request.POST)
    try:
        if not form.is_valid():
            raise actions.RulesUnknown
        actions.set_default(club, form.cleaned_data["key"])
    except Refused as refusal:
        return error_page(request, refusal.status, "Nothing was changed", refusal.sentence)
    messages.success(request, "New games now start with these rules.")
    return redirect("rules:manage", club.slug)


@for_organiser
@require_POST
def delete(request: SignedInRequest, club: Club, code: str) -> HttpResponse:
    row = get_object_or_404(queries.RuleSet, club=club, code=code)
    actions.delete_set(club, code)
    messages.success(request, f"“{row.name}” was deleted. Games and parties that began with these rules keep them.")
    return redirect("rules:manage", club.slug)


def _posted(request: SignedInRequest, club: Club, row: queries.RuleSet | None = None) -> HttpResponse:
    """Save the rules; while options are being changed the page asks for the result alone."""
    form = OptionsForm(request.POST.get("preset", ""), request.POST, club.currency)
    if request.headers.get("HX-Target") == "result":
        return render(request, "rules/_result.html", {"form": form, "fragment": True})
    naming = NamingForm(request.POST)
    # Both are checked, so that all faults are shown at once.
    if all([form.is_valid(), naming.is_valid()]) and form.rules is not None:
        data = naming.cleaned_data
        content = RuleSetInput(data["name"], form.base_key, form.rules, data["note"])
        try:
            saved = actions.save_set(club, content, row.code if row else "")
        except actions.SetNameTaken as refusal:
            naming.add_error("name", refusal.sentence)
        else:
            messages.success(request, f"“{saved.name}” saved. Games already started keep their rules.")
            return redirect("rules:manage", club.slug)
    return _editor(request, club, form, naming, row, status=422)


def _editor(
    request: SignedInRequest,
    club: Club,
    form: OptionsForm,
    naming: NamingForm,
    row: queries.RuleSet | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {"club": club, "form": form, "naming": naming, "row": row, "here": "tonight"}
    return render(request, "rules/edit.html", context, status=status)
