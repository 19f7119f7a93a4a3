"""The owner's page of tokens for other programs, and of the calendar's address."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.api import actions, queries
from whistclub.api.models import NAME_LETTERS
from whistclub.club.access import SignedInRequest, for_owner
from whistclub.club.queries import Club
from whistclub.web.errors import ActionRefused
from whistclub.web.qr import address_for_phones, qr_svg


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=NAME_LETTERS,
        error_messages={"required": gettext_lazy("Enter what it is for, so that you can find it again.")},
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("e.g. our website"), "autocomplete": "off"}),
    )


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def programs(request: SignedInRequest, club: Club) -> HttpResponse:
    """A new token is shown once, in the answer to the form."""
    form = TokenForm(request.POST or None)
    made = ""
    if form.is_valid():
        try:
            made = actions.make_token(club, form.cleaned_data["name"], by=request.user, at=timezone.now())
        except ActionRefused as refusal:
            form.add_error("name", refusal.sentence)
        else:
            form = TokenForm()
    calendar = queries.calendar_of(club)
    address = ""
    if calendar:
        path = reverse("programs:calendar", args=[actions.calendar_text(calendar)])
        address = address_for_phones(request, path)
    context = {
        "club": club,
        "here": "club",
        "form": form,
        "made": made,
        "tokens": queries.tokens_of(club),
        "api": address_for_phones(request, reverse("api:openapi-json").removesuffix("openapi.json")),
        "calendar": calendar,
        "calendar_made": queries.made_text(calendar) if calendar else "",
        "calendar_address": address,
        "calendar_code": qr_svg(address) if address else "",
    }
    return render(request, "api/programs.html", context, status=422 if form.is_bound else 200)


@for_owner
@require_POST
def revoke(request: SignedInRequest, club: Club, token: int) -> HttpResponse:
    actions.revoke_token(club, token, by=request.user, at=timezone.now())
    messages.success(request, _("That address or token no longer works."))
    return redirect("programs:programs", club.slug)


@for_owner
@require_POST
def new_calendar(request: SignedInRequest, club: Club) -> HttpResponse:
    actions.make_calendar(club, by=request.user, at=timezone.now())
    messages.success(request, _("The calendar has a new address."))
    return redirect("programs:programs", club.slug)
