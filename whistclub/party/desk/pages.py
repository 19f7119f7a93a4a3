"""What the pages of the desk share: their frame, buttons that run an action, forms about two people, the undo."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party import changes
from whistclub.party.access import Party, PartyGate, for_organiser_of_party, say
from whistclub.party.log import undone_text
from whistclub.web.errors import attempt


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


def button(action: Callable[..., object], *, back_to: str = "console", done: str = "") -> PartyGate:
    """The view of a form without fields: it runs an action of the party, which takes what the address names."""

    @for_organiser_of_party
    @require_POST
    def view(request: SignedInRequest, party: Party, **values: object) -> HttpResponse:
        act = partial(action, party, **values, by=request.user, at=timezone.now())
        if attempt(request, act) and done:
            say(request, party, str(done))
        return to(back_to, party)

    return view


@for_organiser_of_party
@require_POST
def undo(request: SignedInRequest, party: Party, entry: int) -> HttpResponse:
    """Undo a change, by the key of its log entry; then back to the page of the desk where the button was."""
    if attempt(request, lambda: changes.undo(party, entry, by=request.user, at=timezone.now())):
        messages.success(request, undone_text(party, entry))
    if request.htmx:
        return organiser_page(request, party, "_done", tab="tables")
    desk, back = reverse("party:console", args=[party.club.slug, party.code]), request.POST.get("back", "")
    return redirect(back if back.startswith(desk) else desk)
