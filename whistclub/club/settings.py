"""The settings of a club: one form for its owners, and a log of what they changed."""

import hashlib
import secrets
from datetime import datetime
from io import BytesIO
from typing import Any

from django import forms
from django.contrib import messages
from django.dispatch import Signal
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, by_and_at, for_owner
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.forms import time_zones
from whistclub.club.models import Club, ClubChange, Logo
from whistclub.web.links import address_for_phones, qr_svg
from whistclub.web.transactions import write_transaction

MOST_BYTES_SENT = 2_000_000
MOST_PIXELS_SENT = 16_000_000  # decoding them takes about 0.3 s
LOGO_PIXELS = 256  # of width and height
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
FOR_A_YEAR = "public, max-age=31536000, immutable"
MOST_CHANGES = 100
Kind = ClubChange.Kind

# Sent with the `club` inside the transaction that changes its time zone: evenings may then be on another day.
time_zone_changed = Signal()


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg] # it takes no types when it runs
    time_zone = forms.ChoiceField(
        help_text="From now on all times are shown in this time zone, including those of past games. A late game may "
        "then count for another day.",
        error_messages={"invalid_choice": "Choose a time zone from the list."},
    )
    shown_to_strangers = forms.ChoiceField(
        label="What the public can see",
        help_text="This is for the statistics, and for games and parties that ended more than 12 hours ago. Before "
        "that, anyone with the link sees names, so that people can find their seat. Organisers always see names.",
        choices=[
            (Club.Shown.NOTHING, "Nothing: only organisers see statistics and past evenings"),
            (Club.Shown.LINKS, "Games and parties they have the link to, but no statistics"),
            (Club.Shown.INITIALS, "Everything with initials: “A. B.” instead of “Ann Berg”"),
            (Club.Shown.NAMES, "Everything with names"),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what the public can see.", "invalid_choice": "Choose one of these."},
    )
    new_logo = forms.FileField(
        label="Logo",
        required=False,
        help_text="A PNG or JPEG of up to 2 MB; a square one looks best. Shown on the club’s pages, the projector "
        "and printed sheets.",
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )
    without_logo = forms.BooleanField(label="Remove the logo", required=False)

    class Meta:
        model = Club
        fields = ("name", "time_zone", "currency", "shown_to_strangers", "colour")
        labels = {"name": "Name of the club", "currency": "Currency symbol"}
        widgets = {"colour": forms.RadioSelect}
        error_messages = {
            "name": {"required": "Enter a name (up to 80 characters)."},
            "currency": {"required": "Enter a symbol, such as $ or kr."},
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = dict(time_zones())
        zones.setdefault(self.instance.time_zone, self.instance.time_zone)
        self.fields["time_zone"].choices = list(zones.items())  # type: ignore[attr-defined] # of a ChoiceField

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_new_logo(self) -> bytes | None:
        """The picture as a small PNG, drawn again, with nothing else in the file."""
        file = self.cleaned_data["new_logo"]
        if not file:
            return None
        if file.size > MOST_BYTES_SENT:
            raise forms.ValidationError("This file is larger than 2 MB. Make the logo smaller, then choose it again.")
        from PIL import Image, ImageOps  # only for new logos

        try:
            picture = Image.open(file, formats=FORMATS)
            if picture.width * picture.height > MOST_PIXELS_SENT:
                raise forms.ValidationError("This picture has too many pixels. Make it smaller, then choose it again.")
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
        except forms.ValidationError:
            raise
        except Exception as error:  # Pillow raises whatever its decoders raise
            message = "This picture cannot be used. Save the logo as PNG or JPEG, then choose it again."
            raise forms.ValidationError(message) from error
        upright.thumbnail((LOGO_PIXELS, LOGO_PIXELS), Image.Resampling.LANCZOS)
        stored = BytesIO()
        upright.save(stored, "PNG", optimize=True)
        return stored.getvalue()


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, club: Club) -> HttpResponse:
    if "calendar" in request.POST:
        on = request.POST["calendar"] != "off"
        set_calendar(club, on=on, **by_and_at(request))
        messages.success(request, "The calendar has a new address." if on else "The calendar is off.")
        return redirect(f"{reverse('club:settings', args=[club.slug])}#calendar")
    # Of a row of its own: the page shows the club as it is, whatever was typed.
    form = SettingsForm(request.POST or None, request.FILES or None, instance=Club.objects.get(pk=club.pk))
    if form.is_valid():
        at, values = timezone.now(), form.cleaned_data
        change_settings(club, {name: values[name] for name in form.Meta.fields}, by=request.user, at=at)
        if values["new_logo"] or values["without_logo"]:
            set_logo(club, values["new_logo"], by=request.user, at=at)
        messages.success(request, "Saved.")
        return redirect("club:settings", club.slug)
    changes = club.changes.exclude(kind__in=ClubChange.OF_ROLES).select_related("by_user").order_by("-at", "-pk")
    calendar = ""
    if club.calendar:
        calendar = address_for_phones(request, reverse("archive:club_calendar", args=[club.calendar]))
    context = {
        "club": club,
        "form": form,
        "changes": changes[:MOST_CHANGES],
        "address": address_for_phones(request, f"/c/{club.slug}/"),
        "calendar": calendar,
        "calendar_code": qr_svg(calendar) if calendar else "",
        "here": "club",
    }
    return render(request, "club/settings.html", context, status=422 if form.is_bound else 200)


@require_safe
def logo(_request: HttpRequest, club: str, name: str) -> HttpResponse:
    """The name is of this picture: browsers may keep it for good."""
    png = Logo.objects.filter(club__slug=club, club__logo=name).values_list("png", flat=True).first()
    if png is None:
        raise Http404
    return HttpResponse(bytes(png), content_type="image/png", headers={"Cache-Control": FOR_A_YEAR})


def change_settings(club: Club, settings: dict[str, str], *, by: User, at: datetime) -> None:
    """Change settings of a club, values by the names of its fields, and log those that were different."""
    with write_transaction():
        stored = lock_club(club.pk)
        different = [name for name, value in settings.items() if getattr(stored, name) != value]
        for name in different:
            before, after = getattr(stored, name), settings[name]
            setattr(stored, name, after)
            ClubChange.objects.create(club=stored, kind=name, before=before, after=after, at=at, by_user=by)
        if different:
            stored.save(update_fields=different)
            raise_revision(club.pk)
        if Kind.TIME_ZONE in different:
            time_zone_changed.send(Club, club=stored)


def set_logo(club: Club, png: bytes | None, *, by: User, at: datetime) -> None:
    """Show this picture as the logo of the club, or none. The same again changes nothing."""
    with write_transaction():
        if png:
            Logo.objects.update_or_create(club=club, defaults={"png": png})
        else:
            Logo.objects.filter(club=club).delete()
        change_settings(club, {"logo": hashlib.sha256(png).hexdigest()[:16] if png else ""}, by=by, at=at)


def set_calendar(club: Club, *, on: bool, by: User, at: datetime) -> None:
    """Give the club's calendar a new secret address, or none; an old one stops working."""
    with write_transaction():
        stored = lock_club(club.pk)
        stored.calendar = secrets.token_urlsafe(16) if on else ""
        stored.save(update_fields=["calendar"])
        # The address is a secret: the log says only that there is a new one.
        after = "new address" if on else "off"
        ClubChange.objects.create(club=stored, kind=Kind.CALENDAR, after=after, at=at, by_user=by)
