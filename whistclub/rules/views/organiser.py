"""The organiser's pages of rules: create, change, archive and restore a club's own rules, and choose its default."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.engine.presets import DEFAULT_PRESET
from whistclub.rules import actions, queries
from whistclub.rules.actions import RuleSetInput
from whistclub.rules.forms import KeyForm, NamingForm, VersionForm
from whistclub.rules.queries import Club
from whistclub.rules.summary import own_key, preset_card, title_of
from whistclub.rules.workshop import Workshop
from whistclub.web.errors import ActionRefused, error_page


@for_organiser
@require_safe
def manage(request: SignedInRequest, club: Club) -> HttpResponse:
    return render(request, "rules/manage.html", {"club": club, "page": queries.managed(club), "here": "tonight"})


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, club: Club) -> HttpResponse:
    """Starts from the rules named by `from`, or from options as the public workshop sends them."""
    if request.method == "POST":
        workshop, naming = Workshop.begun(request.POST, club.currency), NamingForm(request.POST)
        saved = _save(request, workshop, naming, _saving(club))
        if saved is not None:
            messages.success(request, _("“{name}” saved.").format(name=saved.name))
            return redirect("rules:manage", club.slug)
        return _workshop_page(request, club, workshop, naming, status=422)
    if "from" in request.GET:
        known = queries.chosen(club, request.GET["from"]) or replace(
            preset_card(DEFAULT_PRESET), currency=club.currency
        )
        workshop = Workshop.of(known)
    else:
        workshop = Workshop.begun(request.GET, club.currency)
    return _workshop_page(request, club, workshop, NamingForm())


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, club: Club, code: str) -> HttpResponse:
    page = _found(club, code)
    version = page.rules.version
    if request.method == "POST":
        seen = VersionForm(request.POST)
        workshop, naming = Workshop.begun(request.POST, club.currency), NamingForm(request.POST)
        saved = _save(request, workshop, naming, _changing(club, code, seen))
        if saved is not None:
            messages.success(
                request, _("“{name}” saved. Games already started keep their rules.").format(name=saved.name)
            )
            return redirect("rules:edit", club.slug, code)
        held = request.POST.get("version", "")
        return _workshop_page(request, club, workshop, naming, status=422, page=page, held=held)
    naming = NamingForm(initial={"name": version.name, "note": version.note})
    return _workshop_page(request, club, Workshop.of(page.rules.card), naming, page=page, held=version.pk)


@for_organiser
@require_POST
def retire(request: SignedInRequest, club: Club, code: str) -> HttpResponse:
    _found(club, code)
    was_default = queries.default_key(club) == own_key(code)
    retired = actions.retire_set(club, code, by=request.user, at=timezone.now())
    messages.success(request, _("“{name}” archived. You can restore it below.").format(name=retired.name))
    if was_default:
        now = title_of(queries.default_key(club) or DEFAULT_PRESET)
        messages.success(request, _("New games now start with “{title}”.").format(title=now))
    return redirect("rules:manage", club.slug)


@for_organiser
@require_POST
def bring_back(request: SignedInRequest, club: Club, code: str) -> HttpResponse:
    _found(club, code)
    form = VersionForm(request.POST)
    try:
        if not form.is_valid():
            raise actions.VersionUnknown
        found = actions.bring_back(club, code, form.cleaned_data["version"], by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, _("These rules were not restored"), refusal.sentence)
    messages.success(request, _("“{name}” restored.").format(name=found.name))
    return redirect("rules:manage", club.slug)


@for_organiser
@require_POST
def default(request: SignedInRequest, club: Club) -> HttpResponse:
    form = KeyForm(request.POST)
    try:
        if not form.is_valid():
            raise actions.DefaultRetired
        actions.set_default(club, form.cleaned_data["key"], by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, _("Nothing was changed"), refusal.sentence)
    messages.success(request, _("New games now start with these rules."))
    return redirect("rules:manage", club.slug)


Save = Callable[[RuleSetInput, SignedInRequest, datetime], queries.RuleSet]


def _saving(club: Club) -> Save:
    return lambda content, request, now: actions.save_set(club, content, by=request.user, at=now)


def _changing(club: Club, code: str, seen: VersionForm) -> Save:
    def change(content: RuleSetInput, request: SignedInRequest, now: datetime) -> queries.RuleSet:
        held = queries.version(club, code, seen.cleaned_data["version"]) if seen.is_valid() else None
        if held is None:
            raise actions.SetChangedMeanwhile
        return actions.change_set(held, content, by=request.user, at=now)

    return change


def _save(request: SignedInRequest, workshop: Workshop, naming: NamingForm, keep: Save) -> queries.RuleSet | None:
    """The rules as stored; None if they were refused, with the reasons in the forms."""
    # Both are checked, so that all faults are shown at once.
    if not all([workshop.form.is_valid(), naming.is_valid()]) or workshop.form.rules is None:
        return None
    data = naming.cleaned_data
    content = RuleSetInput(data["name"], workshop.base, workshop.form.rules, data["note"])
    try:
        return keep(content, request, timezone.now())
    except actions.SetNameTaken as refusal:
        naming.add_error("name", refusal.sentence)
    except ActionRefused as refusal:
        naming.add_error(None, refusal.sentence)
    return None


def _found(club: Club, code: str) -> queries.Edited:
    page = queries.edited(club, code)
    if page is None:
        raise Http404
    return page


def _workshop_page(
    request: SignedInRequest, club: Club, workshop: Workshop, naming: NamingForm, *, status: int = 200, **more: object
) -> HttpResponse:
    context = {"club": club, "workshop": workshop, "form": workshop.form, "naming": naming, "here": "tonight", **more}
    return render(request, "rules/edit.html", context, status=status)
