"""The page on which an organiser divides the players of a season into groups."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.stats.access import season_of
from whistclub.stats.manage.forms import GroupsForm
from whistclub.stats.manage.queries import Club, grouping
from whistclub.stats.seasons import actions
from whistclub.web.errors import ActionRefused


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
