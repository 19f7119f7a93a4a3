"""Check-in: who is here, who has paid, who leaves."""

from collections.abc import Collection, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import SignedInRequest
from whistclub.club.queries import returned_at
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import lifecycle
from whistclub.party.actions import people as actions
from whistclub.party.actions.signup import check_in_from_list
from whistclub.party.desk.names import Entry, Means, begins, typed_names
from whistclub.party.desk.pages import first_error, organiser_page, to
from whistclub.party.desk.roster import numbers, roster
from whistclub.party.desk.signup import panel, seen
from whistclub.party.models import Entrant
from whistclub.party.refusals import StalePartyState, StillPlaying
from whistclub.party.state import load
from whistclub.party.text import leaving_text, parted_text
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural

LONGEST_SEARCH = 40
LONGEST_LIST = 20_000


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


class LeaveForm(forms.Form):
    """How a person who is playing leaves: after the round, or now, with or without a substitute."""

    how = forms.ChoiceField(choices=[(each, each) for each in ("after", "alone", "draw", "substitute")])
    substitute = forms.IntegerField(required=False)


@for_organiser_of_party
@require_safe
def people(request: SignedInRequest, party: Party) -> HttpResponse:
    """The whole page; for its script only the list, of those with the name that is sought."""
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
        "signup": panel(request, party),
    }
    return organiser_page(request, party, "people", tab="people", status=status, **context)


@for_organiser_of_party
@require_POST
def add(request: SignedInRequest, party: Party) -> HttpResponse:
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
        where = reverse("party:leave", args=[party.club.slug, party.code, entrant.pk])
        return HttpResponseClientRedirect(where) if request.htmx else redirect(where)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    return answer(request, party, tapped=player) if request.htmx else to("people", party)


@for_organiser_of_party
@require_POST
def check_in_listed(request: SignedInRequest, party: Party) -> HttpResponse:
    """One name of the list, or all that were on it when the page showed it."""
    at, meant = timezone.now(), request.POST.get("meant", "")
    try:
        done = check_in_from_list(party, seen(request), meant=meant, by=request.user, at=at)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    stays = f"Already here, so still on the list: {', '.join(done.stays)}." if done.stays else ""
    return here(request, party, done.arrived, stays, returned_at(party.club, at))


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """A person who is playing leaves: when, and who takes over."""
    state = load(party)
    table_state = state.tables_being_played.get(entrant)
    if table_state is None:
        return to("people", party)
    person, form = state.entrants[entrant], LeaveForm(request.POST or None)
    page = {"entrant": person, "table_state": table_state, "substitutes": state.substitutes}
    who: dict[str, Any] = {"by": request.user, "at": timezone.now()}
    status = 422 if form.is_bound else 200
    if form.is_valid():
        how, substitute = form.cleaned_data["how"], form.cleaned_data["substitute"]
        try:
            if how == "after":
                actions.check_out(party, entrant, after_round=True, **who)
                say(request, party, leaving_text([person.player.name]))
                return to("console", party)
            if how != "substitute":
                substitute = None
            if how != "substitute" or substitute:
                done = actions.leave_now(party, entrant, substitute=substitute, draw=how == "draw", **who)
                say(request, party, done)
                return to("console", party)
            form.add_error("substitute", "Choose who takes over.")
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
            status = refusal.status
    return organiser_page(request, party, "leave", tab="people", page=page, form=form, status=status)


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
