"""The people who run a club, for its owners; the link with which somebody joins them."""

from collections.abc import Callable
from functools import partial
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.accounts.actions import EmailTaken, new_user
from whistclub.accounts.forms import NewUserForm
from whistclub.club.access import SignedInRequest, for_organiser, for_owner
from whistclub.club.queries import Club
from whistclub.club.roles import actions, queries
from whistclub.web.errors import Refused, attempt, error_page
from whistclub.web.qr import address_for_phones, qr_svg

BACKEND = "django.contrib.auth.backends.ModelBackend"
OF_AN_OWNER = (
    "They were an owner, so all open invitations were cancelled, because owners can see them. Tokens "
    "they made for other programs no longer work."
)


class RoleForm(forms.Form):
    """What owners choose: which role somebody has."""

    kind = forms.ChoiceField(label="Role", choices=queries.EXPLAINED)


class InviteForm(RoleForm):
    """The same, and for whom the link is."""

    field_order = ["name", "kind"]
    name = forms.CharField(
        label="Who is it for? (a name, or a note to yourself)",
        max_length=60,
        error_messages={"required": "Enter who the link is for, so that you can find it again."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@for_organiser
@require_safe
def roles(request: SignedInRequest, club: Club) -> HttpResponse:
    """Who runs the club. Owners change it here; everyone else may leave."""
    return _page(request, club, InviteForm())


@for_owner
@require_POST
def invite(request: SignedInRequest, club: Club) -> HttpResponse:
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, club, form, status=422)
    kind, name = form.cleaned_data["kind"], form.cleaned_data["name"]
    try:
        link = actions.invite(club, kind, name, by=request.user, at=timezone.now())
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return _page(request, club, form, status=refusal.status)
    return redirect(f"{reverse('club:roles', args=[club.slug])}?made={link.pk}#link-{link.pk}")


@for_owner
@require_POST
def revoke(request: SignedInRequest, club: Club, link: int) -> HttpResponse:
    act = partial(actions.revoke, club, link, by=request.user, at=timezone.now())
    return _change(request, club, act, "Invitation cancelled.")


@for_owner
@require_POST
def change_role(request: SignedInRequest, club: Club, role: int) -> HttpResponse:
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose a role.")
        return redirect("club:roles", club.slug)
    kind = form.cleaned_data["kind"]
    act = partial(actions.change_role, club, role, kind, by=request.user, at=timezone.now())
    done = "Saved. This takes effect at once, even on pages that are already open."
    return _change_role(request, club, act, done)


@for_owner
@require_POST
def remove(request: SignedInRequest, club: Club, role: int) -> HttpResponse:
    done = "Removed. They no longer see anything of the club. To undo it, use “Bring back” below."
    return _change_role(request, club, partial(actions.remove, club, role, by=request.user, at=timezone.now()), done)


@for_owner
@require_POST
def bring_back(request: SignedInRequest, club: Club, change: int) -> HttpResponse:
    act = partial(actions.bring_back, club, change, by=request.user, at=timezone.now())
    return _change(request, club, act, "Brought back.")


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: SignedInRequest, club: Club) -> HttpResponse:
    """Give up one's own role; the page asks first, because only an owner can undo it."""
    if request.method != "POST":
        return render(request, "club/leave.html", {"club": club, "here": "club"})
    try:
        actions.leave(club, by=request.user, at=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("club:roles", club.slug)
    messages.success(request, f"You have left {club.name}.")
    return redirect("club:home")


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The person who was invited joins, with the account they have or with a new one."""
    key, at = actions.read_link(token), timezone.now()
    if key is None:
        sentence = "Part of the link is missing. Open it again from where you got it, or ask for a new one."
        return error_page(request, 404, "This is not an invitation", sentence)
    user = request.user if request.user.is_authenticated else None
    form = None if user else NewUserForm(request.POST or None)
    try:
        link = actions.require_open(key, at=at, user=user)
        if user and link.used_by_id is None:
            actions.require_no_role(link.club, user)
        if form:
            form.initial["name"] = link.name
        if request.method != "POST" or (form and not form.is_valid()):
            return _join_page(request, link, form, 422 if request.method == "POST" else 200)
        if form:
            user = new_user(**form.cleaned_data)
            club = actions.join(key, user, at=at)
            login(request, user, backend=BACKEND)
        else:
            club = actions.join(key, cast(SignedInRequest, request).user, at=at)
    except EmailTaken as refusal:
        form = cast(NewUserForm, form)
        form.add_error("email", refusal.sentence)
        return _join_page(request, link, form, refusal.status)
    except actions.HasRole as refusal:
        leads_to = (reverse("play:tonight", args=[link.club.slug]), "Go to “Tonight”")
        return error_page(request, refusal.status, "You already have a role here", refusal.sentence, leads_to=leads_to)
    except actions.LinkNoLongerValid as over:
        return error_page(request, over.status, "This invitation is no longer valid", over.sentence)
    messages.success(request, f"Welcome to {club.name}.")
    return redirect("play:tonight", club.slug)


def _join_page(request: HttpRequest, link: queries.RoleLink, form: NewUserForm | None, status: int) -> HttpResponse:
    context = {"invited_to": link.club, "link": link, "role": queries.role_text(link.kind), "form": form}
    return render(request, "club/join.html", context, status=status)


def _page(request: SignedInRequest, club: Club, form: InviteForm, *, status: int = 200) -> HttpResponse:
    members = queries.members(club, request.user)
    context: dict[str, object] = {"club": club, "here": "club", "members": members}
    if club.role == "owner":
        links = []
        for each in queries.open_links(club, timezone.now()):
            address = address_for_phones(request, each.path)
            links.append((each, address, qr_svg(address)))
        context |= {
            "form": form,
            "role_form": RoleForm(),
            "links": links,
            "made": request.GET.get("made", ""),  # the code of a new link is shown at once
            "changes": queries.changes(club, members),
        }
    return render(request, "club/roles.html", context, status=status)


def _change(request: SignedInRequest, club: Club, act: Callable[[], object], done: str) -> HttpResponse:
    attempt(request, act, done)
    return redirect("club:roles", club.slug)


def _change_role(
    request: SignedInRequest, club: Club, act: Callable[[], actions.RoleChange | None], done: str
) -> HttpResponse:
    """The same; for somebody who was an owner the next page also says what no longer works."""
    try:
        change = act()
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, f"{done} {OF_AN_OWNER}" if change and change.before == "owner" else done)
    return redirect("club:roles", club.slug)
