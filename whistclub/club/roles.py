"""Who runs a club: owners invite people with links, change roles and remove people; everybody may leave.

Each change locks the club, so that it keeps an owner, and is logged.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.accounts.actions import MODEL_BACKEND, EmailTaken, new_user, store_user
from whistclub.accounts.forms import NewUserForm
from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, for_organiser, for_owner
from whistclub.club.actions import lock_club
from whistclub.club.models import Club, ClubChange, Invitation, Role
from whistclub.web.errors import Refused, attempt
from whistclub.web.qr import address_for_phones, qr_svg
from whistclub.web.transactions import write_transaction

VALID_FOR = timedelta(days=14)
MOST_OPEN, MOST_CHANGES = 30, 100
Kind = ClubChange.Kind
EXPLAINED = [
    (Role.Kind.ORGANISER, "Organiser: runs games and parties, changes players and statistics"),
    (Role.Kind.OWNER, "Owner: everything, including club settings and who runs the club"),
]


class LastOwner(Refused):
    """A club without an owner could never change who runs it."""

    def __init__(self) -> None:
        super().__init__("last_owner", "A club needs an owner. Make someone else an owner first.")


class RolesChanged(Refused):
    """The page shows people or links that are no longer there, or the user who asks is no longer an owner."""

    def __init__(self) -> None:
        super().__init__("roles_changed", "This has changed since you opened the page. Reload it.")


class TooManyInvitations(Refused):
    def __init__(self) -> None:
        sentence = f"There are already {MOST_OPEN} open invitations. Cancel one first."
        super().__init__("too_many_invitations", sentence)


class InvitationOver(Refused):
    """It was used or cancelled, or is too old, or no such link was ever made."""

    status = 410
    title = "This invitation is no longer valid"

    def __init__(self) -> None:
        sentence = "It has been used or cancelled, or is more than 14 days old. Ask an owner of the club for a new one."
        super().__init__("invitation_over", sentence)


class HasRole(Refused):
    """The invitation stays as it is, for somebody else."""

    title = "You already have a role here"

    def __init__(self, club: Club) -> None:
        sentence = f"You already have a role in {club.name}. An owner can change it; the link is for someone else."
        super().__init__("has_role", sentence)


def invite(club: Club, kind: str, name: str, *, by: User, at: datetime) -> Invitation:
    """A new link for somebody. Raises TooManyInvitations."""
    with _changing(club, by):
        if open_invitations(club, at).count() >= MOST_OPEN:
            raise TooManyInvitations
        token = secrets.token_urlsafe(32)
        made = Invitation.objects.create(club=club, kind=kind, name=name, token=token, expires_at=at + VALID_FOR)
        _log(club, Kind.INVITED, by=by, at=at, after=_with_role(name, kind))
        return made


def cancel(club: Club, invitation: int, *, by: User, at: datetime) -> None:
    """Make a link of the club useless. Raises RolesChanged if somebody has used it."""
    with _changing(club, by):
        found = open_invitations(club, at).filter(pk=invitation).first()
        if found is None:
            raise RolesChanged
        found.delete()
        _log(club, Kind.CANCELLED, by=by, at=at, before=found.name)


def open_invitations(club: Club, at: datetime) -> QuerySet[Invitation]:
    """The newest first."""
    return club.invitations.filter(used_by=None, expires_at__gt=at).order_by("-pk")


def opened(token: str, user: User | None, *, at: datetime) -> Invitation:
    """The invitation with its club. Raises InvitationOver, and HasRole for somebody who has a role already."""
    invitation = Invitation.objects.select_related("club").filter(token=token).first()
    if invitation is None or invitation.used_by_id is not None or invitation.expires_at <= at:
        raise InvitationOver
    if user and user.pk and invitation.club.roles.filter(user=user).exists():
        raise HasRole(invitation.club)
    return invitation


def join(invitation: Invitation, user: User, *, at: datetime) -> None:
    """Use an invitation, with an account or with a `new_user`, who is stored only if it is still open.

    Raises InvitationOver, HasRole, EmailTaken.
    """
    club = invitation.club
    with _changing(club):
        found = opened(invitation.token, user, at=at)
        if user.pk is None:
            store_user(user)
        found.used_by = user
        found.save(update_fields=["used_by"])
        Role.objects.create(club=club, user=user, kind=found.kind)
        _log(club, Kind.JOINED, by=user, at=at, before=found.name, after=_with_role(user.name, found.kind))


def change_role(club: Club, role: int, kind: str, *, by: User, at: datetime) -> None:
    """Give somebody another role. Raises LastOwner, RolesChanged; the same role again changes nothing."""
    with _changing(club, by):
        found = club.roles.select_related("user").filter(pk=role).first()
        if found is None:
            raise RolesChanged
        before, found.kind = found.kind, kind
        if before != kind:
            found.save(update_fields=["kind"])
            after = _with_role(found.user.name, kind)
            _changed(found, before, Kind.ROLE, after, by=by, at=at)


def remove(club: Club, role: int, *, by: User, at: datetime) -> None:
    """Take somebody's role away, or one's own; they see nothing of the club from now on.

    Raises LastOwner, RolesChanged.
    """
    with _changing(club):
        found = club.roles.select_related("user").filter(pk=role).first()
        if found is None or (found.user != by and not _is_owner(club, by)):
            raise RolesChanged
        found.delete()
        _changed(found, found.kind, Kind.REMOVED, "", by=by, at=at)


def _changed(role: Role, before: str, kind: Kind, after: str, *, by: User, at: datetime) -> None:
    """Open invitations end when somebody stops being an owner: owners see them all, and could come back with one."""
    club = role.club
    if not club.roles.filter(kind=Role.Kind.OWNER, user__is_active=True).exists():
        raise LastOwner
    _log(club, kind, by=by, at=at, before=_with_role(role.user.name, before), after=after)
    if before == Role.Kind.OWNER:
        for each in open_invitations(club, at):
            each.delete()
            _log(club, Kind.CANCELLED, by=by, at=at, before=each.name)


@contextmanager
def _changing(club: Club, owner: User | None = None) -> Iterator[None]:
    """One change at a time. Raises RolesChanged if `owner` was one when they asked, and is not any more."""
    with write_transaction():
        lock_club(club.pk)
        if owner and not _is_owner(club, owner):
            raise RolesChanged
        yield


def _is_owner(club: Club, user: User) -> bool:
    return club.roles.filter(user=user, kind=Role.Kind.OWNER).exists()


def _with_role(name: str, kind: str) -> str:
    return f"{name}, {Role.Kind(kind).label}"


def _log(club: Club, kind: Kind, *, by: User, at: datetime, before: str = "", after: str = "") -> None:
    ClubChange.objects.create(club=club, kind=kind, before=before, after=after, by_user=by, at=at)


class RoleForm(forms.Form):
    """What owners choose: which role somebody has."""

    kind = forms.ChoiceField(label="Role", choices=EXPLAINED)


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
def invite_view(request: SignedInRequest, club: Club) -> HttpResponse:
    form = InviteForm(request.POST)
    if form.is_valid():
        kind, name = form.cleaned_data["kind"], form.cleaned_data["name"]
        try:
            made = invite(club, kind, name, by=request.user, at=timezone.now())
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect(f"{reverse('club:roles', args=[club.slug])}?made={made.pk}#invitation-{made.pk}")
    return _page(request, club, form)


def _page(request: SignedInRequest, club: Club, form: InviteForm) -> HttpResponse:
    invitations = []
    for each in open_invitations(club, timezone.now()) if club.role == "owner" else ():
        address = address_for_phones(request, reverse("club:join", args=[each.token]))
        invitations.append((each, address, qr_svg(address)))
    context = {
        "club": club,
        "here": "club",
        "roles": club.roles.select_related("user").order_by("-kind", "user__name"),  # owners first
        "form": form,
        "role_form": RoleForm(),
        "invitations": invitations,
        "made": request.GET.get("made", ""),  # the code of a new link is shown at once
        "changes": club.changes.filter(kind__in=ClubChange.OF_ROLES)
        .select_related("by_user")
        .order_by("-at", "-pk")[:MOST_CHANGES],
    }
    return render(request, "club/roles.html", context, status=422 if form.is_bound else 200)


@for_owner
@require_POST
def cancel_view(request: SignedInRequest, club: Club, invitation: int) -> HttpResponse:
    attempt(
        request, lambda: cancel(club, invitation, by=request.user, at=timezone.now()), "The invitation was cancelled."
    )
    return redirect("club:roles", club.slug)


@for_owner
@require_POST
def change_view(request: SignedInRequest, club: Club, role: int) -> HttpResponse:
    form, at = RoleForm(request.POST), timezone.now()
    if "remove" in request.POST:
        attempt(request, lambda: remove(club, role, by=request.user, at=at), "Removed.")
    elif form.is_valid():
        kind = form.cleaned_data["kind"]
        attempt(request, lambda: change_role(club, role, kind, by=request.user, at=at), "Saved.")
    else:
        messages.error(request, "Choose a role.")
    return redirect("club:roles", club.slug)


@for_organiser
@require_POST
def leave(request: SignedInRequest, club: Club) -> HttpResponse:
    own = club.roles.get(user=request.user)
    is_done = attempt(
        request,
        lambda: remove(club, own.pk, by=request.user, at=timezone.now()),
        f"You have left {club.name}.",
    )
    return redirect("club:home") if is_done else redirect("club:roles", club.slug)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join_view(request: HttpRequest, token: str) -> HttpResponse:
    """The person who was invited joins, with the account they have or with a new one."""
    user, at = request.user if request.user.is_authenticated else None, timezone.now()
    if user and (used := Invitation.objects.filter(token=token, used_by=user).first()):
        return redirect("play:tonight", used.club.slug)
    invitation = opened(token, user, at=at)
    form = None if user else NewUserForm(request.POST or None, initial={"name": invitation.name})
    if request.method == "POST" and (form is None or form.is_valid()):
        by = new_user(**form.cleaned_data) if form else cast(User, user)
        try:
            join(invitation, by, at=at)
        except EmailTaken as refusal:
            assert form is not None
            form.add_error("email", refusal.sentence)
        else:
            if form:
                login(request, by, backend=MODEL_BACKEND)
            messages.success(request, f"Welcome to {invitation.club.name}.")
            return redirect("play:tonight", invitation.club.slug)
    context = {"invitation": invitation, "form": form}
    return render(request, "club/join.html", context, status=422 if form and form.is_bound else 200)
