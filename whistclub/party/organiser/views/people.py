"""Check-in: who is here, who plays with whom, who leaves."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import SignedInRequest
from whistclub.club.queries import returned_at
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import people as actions
from whistclub.party.changes import undo
from whistclub.party.organiser.forms import (
    CheckForm,
    GroupsForm,
    LeaveForm,
    PeopleForm,
    SwapForm,
    UndoForm,
    first_error,
)
from whistclub.party.organiser.queries import people as queries
from whistclub.party.organiser.queries.typed_people import TypedPeople, people_at_door, player_named, typed_people
from whistclub.party.organiser.views.responses import button, organiser_page, to
from whistclub.party.queries.door import names_at_door, token_of_door
from whistclub.party.queries.listed_names import removed_last
from whistclub.party.refusals import StalePartyState, StillPlaying
from whistclub.party.text import leaving_text
from whistclub.play.refusals import refused
from whistclub.web.errors import Refused, attempt, error_page
from whistclub.web.formatting import plural
from whistclub.web.qr import address_for_phones, qr_svg

LONGEST_SEARCH = 40

split_pair = button(actions.split_pair, back_to="people")
pair_rest = button(actions.pair_rest, back_to="people")


@for_organiser_of_party
@require_safe
def people(request: SignedInRequest, party: Party) -> HttpResponse:
    """The whole page; for its script only the list, of those with the name that is sought."""
    if request.htmx:
        page = queries.people(party, sought=_sought(request))
        return organiser_page(request, party, "_listing", tab="people", page=page)
    return people_page(request, party)


def people_page(request: SignedInRequest, party: Party, **context: Any) -> HttpResponse:
    sought = _sought(request)
    context |= {
        "page": queries.people(party, sought=sought),
        "sought": sought,
        "door": door_panel(request, party, token_of_door(party)),
    }
    return organiser_page(request, party, "people", tab="people", **context)


def _sought(request: SignedInRequest) -> str:
    return " ".join(request.GET.get("names", "").split())[:LONGEST_SEARCH]


def door_panel(request: SignedInRequest, party: Party, version: str) -> dict[str, Any]:
    """The list at the door as `_door.html` shows it. `version` was read before the names (`token_of_door`)."""
    waiting, removed = names_at_door(party)
    typed = people_at_door(party, [each.name for each in waiting])
    arriving = [(each, row) for each, row in zip(waiting, typed, strict=True) if row.is_plain]
    path = reverse("party:here", args=[party.code, party.door]) if party.door_open else ""
    address = address_for_phones(request, path) if path else ""
    return {
        "version": version,
        "waiting": list(zip(waiting, typed, strict=True)),
        "people": sum(len(row.people) for row in typed),
        "arriving": [each for each, _row in arriving],
        "people_arriving": sum(len(row.people) for _each, row in arriving),
        "removed": removed,
        "removed_last": removed_last(removed),
        "address": address,
        "qr": qr_svg(address) if address else "",
    }


@for_organiser_of_party
@require_POST
def add(request: SignedInRequest, party: Party) -> HttpResponse:
    """People by name, new ones too. A list is shown first as it is understood, and checked in when it is sent again."""
    form = PeopleForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, first_error(form))
    typed, wanted = typed_people(party, form.cleaned_data["names"], form.readings_chosen), form.cleaned_data
    if typed.refusal:
        return refuse(request, party, typed.refusal)
    if (wanted["shown_first"] or len(typed.entries) > 1 or typed.is_unclear) and not form.is_sure:
        return answer(request, party, preview=typed)
    if not typed.arriving and not form.is_sure and not wanted["again"]:
        return answer(request, party, question=already_here(typed.names[0]))
    at = timezone.now()
    try:
        done = actions.check_in(party, typed.names, pairs=typed.pairs, by=request.user, at=at)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    sentence = " ".join(filter(None, (_here_sentence(typed), typed.parted, returned_at(party.club, at))))
    if not request.htmx:
        say(request, party, sentence)
        return to("people", party)
    came = [entrant.player_id for entrant in done]
    return answer(request, party, done=done, meant=typed.may_be_meant, sentence=sentence, changed=came)


@for_organiser_of_party
@require_POST
def undo_add(request: SignedInRequest, party: Party) -> HttpResponse:
    """Undo the last check-in by name; if somebody else was meant, they are checked in instead."""
    form = UndoForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, StalePartyState().sentence)
    meant, now = player_named(party, form.cleaned_data["meant"]), timezone.now()
    try:
        undo(party, form.cleaned_data["entry"], by=request.user, at=now)
        if meant:
            actions.check_in_player(party, meant.pk, by=request.user, at=now)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    sentence = f"{meant} is here." if meant else "Undone."
    if not request.htmx:
        say(request, party, sentence)
        return to("people", party)
    return HttpResponseClientRedirect(reverse("party:people", args=[party.club.slug, party.code]))


@for_organiser_of_party
@require_POST
def check(request: SignedInRequest, party: Party) -> HttpResponse:
    """A tap on a row checks a person in or out; repeating it changes nothing. The page gets the row and the count."""
    form = CheckForm(request.POST)
    found = queries.entrant_of(party, form.player) if form.is_valid() else None
    if found is None:
        return error_page(request, 404, "Not a player of the club", "This person is not a player of the club.")
    player, entrant = found
    try:
        if form.is_here:
            actions.check_in_player(party, player.pk, by=request.user, at=timezone.now())
        elif entrant:
            actions.check_out(party, entrant.pk, by=request.user, at=timezone.now())
    except StillPlaying:
        assert entrant is not None
        where = reverse("party:leave", args=[party.club.slug, party.code, entrant.pk])
        return HttpResponseClientRedirect(where) if request.htmx else redirect(where)
    except Refused as refusal:
        return error_page(request, refusal.status, "Not changed", refusal.sentence)
    return answer(request, party, changed=[player.pk]) if request.htmx else to("people", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """A person who is playing leaves: when, and who takes over."""
    page = queries.leaving(party, entrant)
    if page is None:
        return to("people", party)
    form = LeaveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            if data["how"] == "after":
                actions.check_out(party, entrant, after_round=True, by=request.user, at=timezone.now())
                say(request, party, leaving_text([page.entrant.player.name]))
            else:
                substitute = data["substitute"] if data["how"] == "substitute" else None
                if data["how"] == "substitute" and substitute is None:
                    form.add_error("substitute", "Choose who takes over.")
                    return organiser_page(request, party, "leave", tab="people", page=page, form=form, status=422)
                done = actions.leave_now(
                    party,
                    entrant,
                    substitute=substitute,
                    draw=data["how"] == "draw",
                    by=request.user,
                    at=timezone.now(),
                )
                say(request, party, done)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
            return organiser_page(request, party, "leave", tab="people", page=page, form=form, status=refusal.status)
        return to("console", party)
    status = 422 if form.is_bound else 200
    return organiser_page(request, party, "leave", tab="people", page=page, form=form, status=status)


@for_organiser_of_party
@require_POST
def pair_up(request: SignedInRequest, party: Party) -> HttpResponse:
    """Make two people partners."""
    keys = [row.entrant for row in queries.people(party).rows if row.entrant and row.is_here]
    form = SwapForm(keys, request.POST)
    if not form.is_valid():
        return people_page(request, party, refusal="Tap the two people who are partners.", status=422)
    attempt(request, lambda: actions.pair_up(party, *form.cleaned_data["who"], by=request.user, at=timezone.now()))
    return to("people", party)


@for_organiser_of_party
@require_POST
def choose_groups(request: SignedInRequest, party: Party) -> HttpResponse:
    """Who is in group B, where partners come from both groups."""
    form = GroupsForm([entrant.pk for entrant in queries.people(party).state.present], request.POST)
    if not form.is_valid():
        return people_page(request, party, refusal=refused("page_is_old").sentence, status=409)
    of_b = form.cleaned_data["of_b"]
    attempt(request, lambda: actions.choose_groups(party, of_b, by=request.user, at=timezone.now()))
    return to("people", party)


def answer(
    request: SignedInRequest, party: Party, *, changed: Sequence[int] = (), status: int = 200, **context: Any
) -> HttpResponse:
    """What check-in says, with the numbers and the rows of the `changed` players; without a script the whole page."""
    if not request.htmx:
        return people_page(request, party, status=status, **context)
    page = queries.people(party, changed=changed)
    found = {player: page.row(player) for player in changed}
    rows = [row for row in found.values() if row]
    gone = [f"p{player}" for player, row in found.items() if row is None]
    gone += [f"e{key}" for key in queries.new_names_of(party, [row.name for row in rows])]
    context |= {"page": page, "rows": rows, "gone": gone, "also": page.also_elsewhere(changed)}
    return organiser_page(request, party, "_checked", tab="people", status=status, **context)


def refuse(request: SignedInRequest, party: Party, sentence: str, status: int = 422) -> HttpResponse:
    """The reason beside the field; what was typed stays in it."""
    typed = "\n".join(request.POST.getlist("names"))
    kept = {"typed": "", "typed_many": typed} if "\n" in typed else {"typed": typed, "typed_many": ""}
    return answer(request, party, refusal=sentence, status=status, kept=kept)


def already_here(name: str) -> str:
    text = "{name} is already here. If this is another {name}, type a name that tells them apart."
    return text.format(name=name)


def _here_sentence(typed: TypedPeople) -> str:
    count = len(set(typed.names))
    sentence = plural(count, "{n} is here.", "{n} are here.").format(n=count)
    if count == 1:
        sentence = f"{typed.names[0]} is here."
    if typed.new:
        names = ", ".join(each.name for each in typed.new)
        sentence += " " + "New to the club: {names}.".format(names=names.removesuffix("."))
    if len(typed.entries) == 1:
        meant = typed.may_be_meant
        if similar := sorted({other for each in typed.new for other in each.similar}.difference(meant)):
            sentence += " " + "Similar: {names}.".format(names=", ".join(similar))
        if meant:
            sentence += " " + "Did you mean {names}?".format(names=" or ".join(meant))
    return sentence
