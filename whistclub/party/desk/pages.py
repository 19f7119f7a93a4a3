"""What the pages of the desk share: their frame, actions, forms about two people; the log with its undo."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest
from whistclub.party import changes
from whistclub.party import log as logs
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import swaps
from whistclub.web.errors import Refused, attempt

NUMBER = re.compile("[0-9]{1,18}", re.ASCII)


def first_error(form: forms.Form) -> str:
    """The sentence of the first error, for a page that shows one only."""
    return next((str(error) for errors in form.errors.values() for error in errors), "")


class SwapForm(forms.Form):
    """Two people, and why."""

    who = forms.TypedMultipleChoiceField(coerce=int, error_messages={"required": "Tap the two people to swap."})
    reason = forms.CharField(max_length=120, required=False)
    round = forms.IntegerField(required=False)

    def __init__(self, entrants: list[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["who"]).choices = [(key, key) for key in entrants]

    def clean_who(self) -> tuple[int, int]:
        who = self.cleaned_data["who"]
        if len(set(who)) != 2:
            raise forms.ValidationError("Tap exactly two people.")
        return who[0], who[1]


def organiser_page(
    request: HttpRequest, party: Party, template: str, *, tab: str, status: int = 200, **context: object
) -> HttpResponse:
    """A page of the desk of a party; `tab` is the one that is open."""
    context |= {"club": party.club, "party": party, "tab": tab, "here": "tonight"}
    return render(request, f"party/desk/{template}.html", context, status=status)


def to(page: str, party: Party, *args: object) -> HttpResponse:
    """A redirect to a page of the party's organiser, by its URL name."""
    return redirect(f"party:{page}", party.club.slug, party.code, *args)


def act(
    request: SignedInRequest,
    party: Party,
    action: Callable[..., object],
    *values: object,
    done: str = "",
    **more: object,
) -> bool:
    """Run an action of the party for the user, now; the next page says why it was refused, or `done`."""
    is_done = attempt(request, partial(action, party, *values, **more, by=request.user, at=timezone.now()))
    if is_done and done:
        say(request, party, done)
    return is_done


def swap_people(request: SignedInRequest, party: Party, form: SwapForm) -> tuple[str, int] | None:
    """Swap two people. Returns the sentence and status of a refusal, or None."""
    if not form.is_valid():
        return first_error(form), 422
    data = form.cleaned_data
    more = {"reason": data["reason"], "number": data["round"]}
    try:
        swaps.swap_seats(party, *data["who"], **more, by=request.user, at=timezone.now())
    except Refused as refusal:
        return refusal.sentence, refusal.status
    say(request, party, "Swapped.")
    return None


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def log(request: SignedInRequest, party: Party) -> HttpResponse:
    """The log; a post undoes the newest change, named by its entry, and goes back to where the button was."""
    if request.method != "POST":
        return organiser_page(request, party, "log", tab="log", page=logs.log(party, request.GET.get("page")))
    entry = request.POST.get("undo", "")
    if not NUMBER.fullmatch(entry):
        raise Http404
    if act(request, party, changes.undo, int(entry)):
        messages.success(request, logs.undone_text(party, int(entry)))
    if request.htmx:
        return organiser_page(request, party, "_done", tab="tables")
    desk, back = reverse("party:console", args=[party.club.slug, party.code]), request.POST.get("back", "")
    return redirect(back if back.startswith(desk) else desk)
