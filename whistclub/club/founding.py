"""Clubs are founded with a link that works once: the one that `start` shows while nobody has an account, or one of
`manage.py new_club`.
"""

import secrets
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django import forms
from django.contrib.auth import login
from django.core.signing import Signer
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from whistclub.accounts.actions import MODEL_BACKEND, EmailTaken, new_user, store_user
from whistclub.accounts.forms import NewUserForm
from whistclub.accounts.models import User
from whistclub.club.forms import time_zones
from whistclub.club.models import Club, FoundingLink, Role
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

VALID_FOR = timedelta(days=14)
LONGEST_SLUG = 40
_FIRST = Signer(salt="whistclub.club.first")


def is_claimed() -> bool:
    """Whether anybody has an account."""
    return User.objects.exists()


def first_link_path() -> str | None:
    """Path of the link that founds the first club; None once there is one. The same at each start."""
    if is_claimed():
        return None
    link, _is_new = FoundingLink.objects.get_or_create(token=_FIRST.signature("club"), defaults={"expires_at": None})
    return path_of(link)


def make_link(*, at: datetime) -> str:
    """Path of a new link with which anybody founds one more club."""
    return path_of(FoundingLink.objects.create(token=secrets.token_urlsafe(32), expires_at=at + VALID_FOR))


def path_of(link: FoundingLink) -> str:
    return reverse("club:found", args=[link.token])


def found_club(club: Club, *, by: User, link: FoundingLink | None = None, at: datetime) -> Club:
    """Store a new club with its owner, who may be a `new_user`. Raises "founding_link_used", EmailTaken."""
    with write_transaction():
        if link:
            # Of several at once the others wait here.
            link = FoundingLink.objects.select_for_update().get(pk=link.pk)
            require_open(link, at=at)
        if by.pk is None:
            store_user(by)
        _store_with_free_slug(club)
        Role.objects.create(club=club, user=by, kind=Role.Kind.OWNER)
        if link:
            link.club = club
            link.save(update_fields=["club"])
    return club


def require_open(link: FoundingLink, *, at: datetime) -> None:
    """Raises "founding_link_used"."""
    is_over = is_claimed() if link.expires_at is None else link.expires_at <= at
    if link.club_id or is_over:
        sentence = "It has been used (if by you, sign in), or is more than 14 days old. The person who runs this site can make a new one."
        raise Refused("founding_link_used", sentence, 410, title="This link is no longer valid")


def _store_with_free_slug(club: Club) -> None:
    """Store a new club under its name, with a number if there is one of that name already."""
    name = slugify(club.name)[:LONGEST_SLUG].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=name[:30]).values_list("slug", flat=True))
    for number in count(1):
        end = f"-{number}" if number > 1 else ""
        club.slug = name[: LONGEST_SLUG - len(end)].strip("-") + end
        if club.slug in taken:
            continue
        try:
            with transaction.atomic():
                club.save()
        except IntegrityError:  # another one of that name was founded at this moment
            continue
        return


class ClubForm(forms.Form):
    """A new club."""

    club_name = forms.CharField(
        label="Club name (or whose house you play at)",
        max_length=80,
        error_messages={"required": "Enter a name (up to 80 characters)."},
    )
    time_zone = forms.ChoiceField(label="Time zone", choices=time_zones, initial="America/Chicago")
    currency = forms.CharField(
        label="Currency symbol (for games with a stake)",
        max_length=4,
        initial="$",
        error_messages={"required": "Enter a symbol, such as $ or kr."},
    )

    def club(self) -> Club:
        data = self.cleaned_data
        return Club(name=data["club_name"], time_zone=data["time_zone"], currency=data["currency"])


class FoundingForm(ClubForm, NewUserForm):
    """The same of somebody without an account."""

    field_order = ["club_name", "name", "email", "password", "time_zone", "currency"]


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest, token: str) -> HttpResponse:
    """A link's page: a new club, for the account of the visitor or for a new one."""
    link, at = get_object_or_404(FoundingLink, token=token), timezone.now()
    require_open(link, at=at)
    user = request.user if request.user.is_authenticated else None
    form: Any = (ClubForm if user else FoundingForm)(request.POST or None)
    if form.is_valid():
        by = user or new_user(*(form.cleaned_data[name] for name in ("name", "email", "password")))
        try:
            club = found_club(form.club(), by=by, link=link, at=at)
        except EmailTaken as refusal:
            form.add_error("email", refusal.sentence)
        else:
            if not user:
                login(request, by, backend=MODEL_BACKEND)
            return redirect("play:tonight", club.slug)
    context = {"form": form, "has_account": bool(user), "is_first": link.expires_at is None}
    return render(request, "club/found.html", context, status=422 if form.is_bound else 200)
