"""What the pages of the desk share: their frame, actions, forms about two people; the log with its undo."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest
from whistclub.party import changes
from whistclub.party import log as logs
from whistclub.party.access import for_organiser_of_party, say
from whistclub.party.actions.seats import swap_seats
from whistclub.party.models import Party
from whistclub.web.errors import Refused, attempt
from whistclub.web.fields import whole


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


def who(request: SignedInRequest) -> dict[str, Any]:
    """Who acts, and when: as each action takes it."""
    return {"by": request.user, "at": timezone.now()}


def act(
    request: SignedInRequest,
    party: Party,
    action: Callable[..., object],
    *values: object,
    done: str = "",
    **more: object,
) -> bool:
    """Run an action of the party for the user, now; the next page says why it was refused, or `done`."""
    is_done = attempt(request, partial(action, party, *values, **more, **who(request)))
    if is_done and done:
        say(request, party, done)
    return is_done


def save(form: forms.BaseForm, action: Callable[[dict[str, Any]], object], at: str | None = None) -> bool:
    """Give what a form holds to an action. If that is refused, the form says why: `at` this field, else above all."""
    if form.is_valid():
        try:
            action(form.cleaned_data)
        except Refused as refusal:
            form.add_error(at, refusal.sentence)
    return form.is_valid()


def swap_people(request: SignedInRequest, party: Party, typed: dict[str, Any]) -> None:
    swap_seats(party, *typed["who"], reason=typed["reason"], number=typed["round"], **who(request))
    say(request, party, "Swapped.")


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def log(request: SignedInRequest, party: Party) -> HttpResponse:
    """The log; a post undoes the newest change, named by its entry, and goes back to where the button was."""
    if request.method != "POST":
        return organiser_page(request, party, "log", tab="log", page=logs.log(party, request.GET.get("page")))
    entry = whole(request.POST, "undo")
    if entry is None:
        raise Http404
    if act(request, party, changes.undo, entry):
        messages.success(request, logs.undone_text(party, entry))
    if request.htmx:
        return organiser_page(request, party, "_done", tab="tables")
    desk, back = to("console", party).url, request.POST.get("back", "")
    return redirect(back if back.startswith(desk) else desk)
