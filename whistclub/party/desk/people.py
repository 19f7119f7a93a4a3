"""Check-in: who is here, who has paid, who leaves."""

import re
from collections.abc import Collection, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import SignedInRequest
from whistclub.club.queries import returned_at
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import lifecycle, signup
from whistclub.party.actions import people as actions
from whistclub.party.desk.pages import act, first_error, organiser_page, to
from whistclub.party.desk.roster import (
    Entry,
    Means,
    begins,
    numbers,
    roster,
    sign_up_list,
    typed_names,
    version_of_list,
)
from whistclub.party.models import Entrant
from whistclub.party.refusals import StalePartyState, StillPlaying
from whistclub.party.state import load
from whistclub.party.text import parted_text, wishes_listed
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural
from whistclub.web.live import holds, nothing_new

LONGEST_SEARCH = 40
LONGEST_LIST = 20_000
SEEN = re.compile(r"([0-9]{1,12}) (.{1,90})")


class NamesForm(forms.Form):
    """Names to check in, as typed or pasted, one text or several.

    `shown_first`: the button says so, also of a single name. `sure`: each text is a name, or a pair as "Ann & Bob", as
    the page showed it.
    """

    shown_first = forms.BooleanField(required=False)
    sure = forms.BooleanField(required=False)
    last_name_first = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        texts = [text.strip() for text in cast(QueryDict, self.data).getlist("names") if text.strip()]
        if not texts:
            raise forms.ValidationError("Tick a name." if "sure" in self.data else "Enter a name.")
        if sum(map(len, texts)) > LONGEST_LIST:
            raise forms.ValidationError("This list is too long. Paste it in parts.")
        return {**self.cleaned_data, "texts": texts}


class CheckForm(forms.Form):
    """One tap on a row, by the key of a player: here, gone, paid, not paid, in the other group."""

    here = gone = paid = unpaid = group = forms.IntegerField(required=False, min_value=1, max_value=2**31)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if sum(value is not None for value in data.values()) != 1:
            raise forms.ValidationError("Check this entry.")
        return data

    @property
    def tap(self) -> tuple[str, int]:
        return next((name, value) for name, value in self.cleaned_data.items() if value is not None)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: SignedInRequest, party: Party) -> HttpResponse:
    """The whole page; for its script only the list, of those with the name that is sought. A post adds people."""
    if request.method == "POST":
        return _add(request, party)
    if request.htmx:
        state = load(party)
        groups, is_part = roster(state, sought=_sought(request))
        context = numbers(state) | {"groups": groups, "is_part": is_part}
        return organiser_page(request, party, "_listing", tab="people", **context)
    return people_page(request, party)


def people_page(request: SignedInRequest, party: Party, *, status: int = 200, **context: Any) -> HttpResponse:
    state, sought = load(party), _sought(request)
    groups, is_part = roster(state, sought=sought)
    context |= numbers(state) | {
        "groups": groups,
        "is_part": is_part,
        "sought": sought,
        "signup": sign_up_list(request, party),
        "wishes": wishes_listed(state),
        "stay": [each for each in state.entrants.values() if each.fixed_table],
    }
    return organiser_page(request, party, "people", tab="people", status=status, **context)


def _add(request: SignedInRequest, party: Party) -> HttpResponse:
    """People by name, new ones too. A list is shown first as it is understood; a name that may mean others asks."""
    form = NamesForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, first_error(form))
    typed, at = form.cleaned_data, timezone.now()
    try:
        if typed["sure"]:
            lines = [line.strip() for text in typed["texts"] for line in text.splitlines() if line.strip()]
            names = [tuple(line.split(" & ")) for line in lines]
        else:
            text = "\n".join(typed["texts"])
            entries = typed_names(party, text, last_name_first=typed["last_name_first"])
            if typed["shown_first"] or len(entries) > 1 or len(entries[0].people) > 1:
                return answer(request, party, preview=entries, text=text, turned=typed["last_name_first"])
            if question := _question(party, entries[0]):
                return answer(request, party, **question)
            names = [(entries[0].people[0].name,)]
        arrived = actions.check_in(
            party, [each for some in names for each in some], pairs=pairs(names), by=request.user, at=at
        )
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    parted = parted_text() if pairs(names) and not load(party).movement.fixed_pairs else ""
    return here(request, party, arrived, parted, returned_at(party.club, at), preview=[] if typed["sure"] else None)


def pairs(names: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """The positions of those who belong together, in a list of all the names."""
    found, position = [], 0
    for entry in names:
        if len(entry) > 1:
            found.append((position, position + 1))
        position += len(entry)
    return found


def _question(party: Party, entry: Entry) -> dict[str, Any]:
    """What is asked about a single name before anybody is checked in; empty if it is plain."""
    [person] = entry.people
    if person.means is Means.HERE:
        text = f"{person.name} is already here. If this is another {person.name}, type a name that tells them apart."
        return {"question": text}
    meant = [*person.similar, *begins(party, person.name)] if person.means is Means.NEW else []
    if not meant:
        return {}
    return {
        "question": f"No player is called “{person.name}”.",
        "meant": list(dict.fromkeys(meant)),
        "new": person.name,
    }


@for_organiser_of_party
@require_POST
def check(request: SignedInRequest, party: Party) -> HttpResponse:
    """A tap on a row; repeating it changes nothing. The page gets the row and the numbers."""
    form = CheckForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, StalePartyState().sentence)
    tap, player = form.tap
    entrant = party.entrants.filter(player=player).first()
    who: dict[str, Any] = {"by": request.user, "at": timezone.now()}
    try:
        if tap == "here":
            actions.check_in_player(party, player, **who)
        elif entrant is None:
            raise StalePartyState
        elif tap == "gone":
            actions.check_out(party, entrant.pk, **who)
        elif tap == "group":
            actions.change_group(party, entrant.pk, **who)
        else:
            lifecycle.mark_paid(party, [entrant.pk], paid=tap == "paid", **who)
    except StillPlaying:
        assert entrant is not None
        where = reverse("party:person", args=[party.club.slug, party.code, entrant.pk])
        return HttpResponseClientRedirect(where) if request.htmx else redirect(where)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    return answer(request, party, tapped=player) if request.htmx else to("people", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: SignedInRequest, party: Party) -> HttpResponse:
    """The list for phones as it is now; a post checks in who was on it, removes them, or opens or closes the list."""
    if request.method != "POST":
        if holds(request, version_of_list(party)):
            return nothing_new()
        context = numbers(load(party)) | {"signup": sign_up_list(request, party)}
        return organiser_page(request, party, "_signup_live", tab="people", **context)
    do = request.POST.get("do")
    if do in ("opened", "closed", "renewed"):
        act(request, party, signup.set_list, do)
    elif do == "remove":
        act(request, party, signup.remove_from_list, _seen(request))
    else:
        return _check_in_listed(request, party)
    return to("people", party)


def _check_in_listed(request: SignedInRequest, party: Party) -> HttpResponse:
    """One name of the list, or all that were on it when the page showed it."""
    at, meant = timezone.now(), request.POST.get("meant", "")
    try:
        arrived, stays = signup.check_in_from_list(party, _seen(request), meant=meant, by=request.user, at=at)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    still = f"Already here, so still on the list: {', '.join(stays)}." if stays else ""
    return here(request, party, arrived, still, returned_at(party.club, at))


def _seen(request: SignedInRequest) -> dict[int, str]:
    """The names that the page showed, by their keys: "12 Cleo"."""
    found = [SEEN.fullmatch(each) for each in request.POST.getlist("who")]
    return {int(each[1]): each[2] for each in found if each}


# --- What the page gets ---------------------------------------------------------------------------------------------


def answer(
    request: SignedInRequest,
    party: Party,
    *,
    changed: Collection[int] = (),
    tapped: int = 0,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """What check-in says, with the numbers and the rows of the `changed` players; without a script the whole page."""
    if not request.htmx:
        return people_page(request, party, status=status, **context)
    state = load(party)
    groups, _is_part = roster(state, only={*changed, tapped})
    rows = {row.player: row for _title, some in groups for row in some}
    context |= numbers(state) | {"row": rows.pop(tapped, None), "rows": list(rows.values())}
    return organiser_page(request, party, "_checked", tab="people", status=status, **context)


def here(
    request: SignedInRequest, party: Party, arrived: Sequence[Entrant], *more: str, **context: Any
) -> HttpResponse:
    """Who is here now, in a sentence with a button that undoes it; `more` are sentences."""
    names = [each.player.name for each in arrived]
    sentences = [
        plural(len(names), "{names} is here.", "{names} are here.").format(names=", ".join(names)) if names else ""
    ]
    sentence = " ".join(filter(None, [*sentences, *more])) or "Nothing changed."
    if not request.htmx:
        say(request, party, sentence) if arrived else messages.success(request, sentence)
        return to("people", party)
    return answer(request, party, sentence=sentence, changed=[each.player_id for each in arrived], **context)


def refuse(request: SignedInRequest, party: Party, sentence: str, status: int = 422) -> HttpResponse:
    """The reason; what was typed stays."""
    typed = "\n".join(request.POST.getlist("names"))
    kept: dict[str, Any] = {"typed_many": typed} if "\n" in typed else {"typed": typed}
    return answer(request, party, refusal=sentence, status=status, **kept)


def _sought(request: SignedInRequest) -> str:
    return " ".join(request.GET.get("names", "").split())[:LONGEST_SEARCH]
