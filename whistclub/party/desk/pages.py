"""What the pages of the desk share: their frame, actions, forms about two people."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render

from whistclub.club.access import SignedInRequest, by_and_at
from whistclub.party.access import say
from whistclub.party.actions.seats import swap_seats
from whistclub.party.models import Party
from whistclub.web.errors import attempt


def first_error(form: forms.BaseForm) -> str:
    """The sentence of the first error, for a page that shows one only."""
    return next((str(error) for errors in form.errors.values() for error in errors), "")


class SwapForm(forms.Form):
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
    context |= {"club": party.club, "party": party, "tab": tab, "here": "tonight"}
    return render(request, f"party/desk/{template}.html", context, status=status)


def to(page: str, party: Party, *args: object) -> HttpResponseRedirect:
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
    is_done = attempt(request, partial(action, party, *values, **more, **by_and_at(request)))
    if is_done and done:
        say(request, party, done)
    return is_done


def swap_people(request: SignedInRequest, party: Party, typed: dict[str, Any]) -> None:
    swap_seats(party, *typed["who"], reason=typed["reason"], number=typed["round"], **by_and_at(request))
    say(request, party, "Swapped.")
