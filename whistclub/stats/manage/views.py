"""The organiser’s pages of statistics: who may see them, the seasons, and the groups of a season."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.stats.access import season_of
from whistclub.stats.manage.forms import GroupsForm, SeasonForm, ShowForm
from whistclub.stats.manage.queries import grouping, managed
from whistclub.stats.seasons import actions
from whistclub.stats.seasons.scoring import settings_of
from whistclub.web.errors import ActionRefused, error_page
from whistclub.web.qr import address_for_phones, qr_svg


@for_organiser
@require_safe
def manage(request: SignedInRequest, club: Club) -> HttpResponse:
    return _page(request, club)


@for_organiser
@require_POST
def show(request: SignedInRequest, club: Club) -> HttpResponse:
    """Make the statistics public or private."""
    form = ShowForm(request.POST)
    if not form.is_valid():
        return error_page(
            request, 422, _("Nothing was changed"), _("Choose who can see the statistics: everyone or organisers.")
        )
    everyone = form.cleaned_data["who"] == "everybody"
    actions.show_statistics(club, to_everyone=everyone, by=request.user, at=timezone.now())
    text = _("Anyone with the link can see the statistics now.")
    messages.success(request, text if everyone else _("Only organisers can see the statistics now."))
    return redirect("stats:manage", club.slug)


@for_organiser
@require_POST
def add_season(request: SignedInRequest, club: Club) -> HttpResponse:
    form = SeasonForm(request.POST, auto_id=_ids("new"))
    if not form.is_valid():
        return _page(request, club, new=form, status=422)
    try:
        added = actions.add_season(club, form.plan, by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        form.add_error("name", refusal.sentence)
        return _page(request, club, new=form, status=refusal.status)
    messages.success(request, _("“{name}” was added.").format(name=added.name))
    return redirect("stats:manage", club.slug)


@for_organiser
@require_POST
def change_season(request: SignedInRequest, club: Club, season: int) -> HttpResponse:
    found = season_of(club, season)
    form = SeasonForm(request.POST, auto_id=_ids(found.pk))
    if not form.is_valid():
        return _page(request, club, changed=(found.pk, form), status=422)
    try:
        changed = actions.change_season(found, form.plan, by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        form.add_error("name", refusal.sentence)
        return _page(request, club, changed=(found.pk, form), status=refusal.status)
    messages.success(request, _("“{name}” was changed.").format(name=changed.name))
    return redirect("stats:manage", club.slug)


@for_organiser
@require_POST
def remove_season(request: SignedInRequest, club: Club, season: int) -> HttpResponse:
    found = club.seasons.filter(pk=season).first()
    if found is None:
        messages.info(request, _("That season has been removed already."))
        return redirect("stats:manage", club.slug)
    actions.remove_season(found, by=request.user, at=timezone.now())
    messages.success(request, _("“{name}” was removed. You can bring it back below.").format(name=found.name))
    return redirect("stats:manage", club.slug)


@for_organiser
@require_POST
def bring_back_season(request: SignedInRequest, club: Club, season: int) -> HttpResponse:
    try:
        back = actions.bring_back_season(club, season, by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, _("The season was not brought back"), refusal.sentence)
    messages.success(request, _("“{name}” was brought back.").format(name=back.name))
    return redirect("stats:manage", club.slug)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def season_groups(request: SignedInRequest, club: Club, season: int) -> HttpResponse:
    """The groups as they are saved, or a proposal: `?as=previous`, or a number of groups."""
    found = season_of(club, season)
    page = grouping(found, request.GET.get("as", ""))
    form = GroupsForm(
        request.POST if request.method == "POST" else None,
        people=page.people,
        initial=page.initial,
    )
    rows = [(field, page.standing.get(key, "")) for key, field in zip(page.people, form.people, strict=True)]
    status = 422 if form.is_bound else 200
    if form.is_valid():
        seen, moving = form.cleaned_data["mark"], form.cleaned_data["moving"]
        try:
            actions.change_groups(found, form.groups, moving, seen=seen, by=request.user, at=timezone.now())
        except ActionRefused as refusal:
            form.add_error(None, refusal.sentence)
            page, status = grouping(found, ""), refusal.status
        else:
            messages.success(request, _("The groups of “{name}” are saved.").format(name=found.name))
            return redirect("stats:season", club.slug, found.pk)
    context = {"club": club, "season": found, "page": page, "form": form, "rows": rows, "here": "club"}
    return render(request, "stats/season_groups.html", context, status=status)


def _page(
    request: SignedInRequest,
    club: Club,
    *,
    new: SeasonForm | None = None,
    changed: tuple[int, SeasonForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page; `new` or `changed` is a form with errors."""
    page = managed(club)
    forms = {
        season.pk: SeasonForm(initial=settings_of(season).to_json(), auto_id=_ids(season.pk)) for season in page.seasons
    }
    if changed is not None:
        forms[changed[0]] = changed[1]
    address = address_for_phones(request, reverse("stats:results", args=[club.slug]))
    context = {
        "club": club,
        "page": page,
        "seasons": [(season, forms[season.pk]) for season in page.seasons],
        "refused": new or (changed[1] if changed else None),
        "new": new or SeasonForm(auto_id=_ids("new")),
        "address": address,
        "code": qr_svg(address) if club.shows_statistics else "",
        "here": "club",
    }
    return render(request, "stats/manage.html", context, status=status)


def _ids(of: object) -> str:
    return f"season_{of}_%s"
