"""The pages of who runs a club, and of an invitation."""

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
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.accounts.actions import MODEL_BACKEND, EmailTaken, new_user
from whistclub.accounts.forms import NewUserForm
from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, by_and_at, for_organiser, for_owner, owner_writes
from whistclub.club.models import Club, ClubChange, Invitation, Role
from whistclub.club.roles import cancel, change_role, invite, join, open_invitations, opened, remove
from whistclub.web.errors import Refused, attempt
from whistclub.web.links import address_for_phones, qr_svg

MOST_CHANGES = 100


class RoleForm(forms.Form):
    """What owners choose: which role somebody has."""

    kind = forms.ChoiceField(
        label="Role",
        choices=[
            (Role.Kind.ORGANISER, "Organiser: runs games and parties, changes players and statistics"),
            (Role.Kind.OWNER, "Owner: everything, including club settings and who runs the club"),
        ],
        initial=Role.Kind.ORGANISER,
        widget=forms.RadioSelect,
    )


class InviteForm(RoleForm):
    """The same, and for whom the link is."""

    field_order = ["name", "kind"]
    name = forms.CharField(
        label="Who is it for? (a name, or a note to yourself)",
        max_length=60,
        error_messages={"required": "Enter who the link is for, so that you can find it again."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@owner_writes
@require_http_methods(["GET", "HEAD", "POST"])
def roles(request: SignedInRequest, club: Club) -> HttpResponse:
    """Who runs the club; POST makes an invitation."""
    form = InviteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        kind, name = form.cleaned_data["kind"], form.cleaned_data["name"]
        try:
            made = invite(club, kind, name, **by_and_at(request))
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect(f"{reverse('club:roles', args=[club.slug])}?made={made.pk}#invitation-{made.pk}")
    invitations = []
    for each in open_invitations(club, timezone.now()) if club.role == "owner" else ():
        address = address_for_phones(request, reverse("club:join", args=[each.token]))
        invitations.append((each, address, qr_svg(address)))
    changes = club.changes.filter(kind__in=ClubChange.OF_ROLES).select_related("by_user").order_by("-at", "-pk")
    owners_first = club.roles.select_related("user").order_by("-kind", "user__name")
    owners = [each for each in owners_first if each.kind == Role.Kind.OWNER and each.user.is_active]
    context = {
        "club": club,
        "here": "club",
        "only_owner": owners[0] if len(owners) == 1 else None,  # their role stays
        "roles": [(each, RoleForm(initial={"kind": each.kind}, auto_id=False)) for each in owners_first],
        "form": form,
        "invitations": invitations,
        "made": request.GET.get("made", ""),  # the code of a new link is shown at once
        "changes": changes[:MOST_CHANGES],
    }
    return render(request, "club/roles.html", context, status=422 if form.is_bound else 200)


@for_owner
@require_POST
def cancel_view(request: SignedInRequest, club: Club, invitation: int) -> HttpResponse:
    at = timezone.now()
    attempt(request, lambda: cancel(club, invitation, by=request.user, at=at), "The invitation was cancelled.")
    return redirect("club:roles", club.slug)


@for_organiser
@require_POST
def change_view(request: SignedInRequest, club: Club, role: int) -> HttpResponse:
    """Owners change and remove roles; everybody may remove their own."""
    form, at = RoleForm(request.POST), timezone.now()
    if "remove" in request.POST:
        done = f"You left {club.name}." if club.roles.filter(pk=role, user=request.user).exists() else "Removed."
        attempt(request, lambda: remove(club, role, by=request.user, at=at), done)
    elif form.is_valid():
        kind = form.cleaned_data["kind"]
        attempt(request, lambda: change_role(club, role, kind, by=request.user, at=at), "Saved.")
    else:
        messages.error(request, "Choose a role.")
    has_left = not club.roles.filter(user=request.user).exists()
    return redirect("club:home") if has_left else redirect("club:roles", club.slug)


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
