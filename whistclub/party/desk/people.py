"""Check-in: who is here, who has paid, who leaves."""

import re
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import SignedInRequest, by_and_at
from whistclub.club.queries import clean_search, returned_at
from whistclub.party.access import for_organiser_of_party, say
from whistclub.party.actions import lifecycle, signup
from whistclub.party.actions import people as actions
from whistclub.party.desk import roster
from whistclub.party.desk.pages import act, organiser_page, to
from whistclub.party.desk.roster import Entry, Means, numbers, sign_up_list
from whistclub.party.desk.tables import parted_text
from whistclub.party.models import Entrant, Party
from whistclub.party.state import StalePartyState, load
from whistclub.web.errors import Refused
from whistclub.web.fields import whole
from whistclub.web.formatting import plural
from whistclub.web.live import holds, nothing_new

LONGEST_LIST = 20_000
# What a tap on a row says of its player; the last are groups.
TAPS = ("here", "gone", "paid", "unpaid", "A", "B")
SEEN = re.compile(r"([0-9]{1,12}) (.{1,90})")


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: SignedInRequest, party: Party) -> HttpResponse:
    return _add(request, party) if request.method == "POST" else people_page(request, party)


def people_page(request: SignedInRequest, party: Party, *, status: int = 200, **context: Any) -> HttpResponse:
    """The whole page; for its script only the list, of those with the name that is sought."""
    state, sought = load(party), clean_search(request.GET.get("names", ""))
    groups, is_part = roster.roster(state, sought=sought)
    context |= numbers(state) | {"groups": groups, "is_part": is_part}
    if request.htmx:
        return organiser_page(request, party, "_listing", tab="people", **context)
    context |= {"sought": sought, "signup": sign_up_list(request, party)}
    return organiser_page(request, party, "people", tab="people", status=status, **context)


def _add(request: SignedInRequest, party: Party) -> HttpResponse:
    """People by name, new ones too. A list is shown first as it is understood; a name that may mean others asks.

    `sure`: each line is a name, or a pair as "Ann & Bob", as the page showed it. `shown_first`: also a single name.
    """
    text, sure = "\n".join(request.POST.getlist("names")).strip(), "sure" in request.POST
    if not text:
        return refuse(request, party, "Tick a name." if sure else "Enter a name.")
    if len(text) > LONGEST_LIST:
        return refuse(request, party, "This list is too long. Paste it in parts.")
    at, turned = timezone.now(), "last_name_first" in request.POST
    try:
        if sure:
            entries = [line.strip().split(" & ") for line in text.splitlines() if line.strip()]
        else:
            found = roster.typed_names(party, text, last_name_first=turned)
            if "shown_first" in request.POST or len(found) > 1 or len(found[0].people) > 1:
                count = sum(len(each.people) for each in found)
                return answer(request, party, preview=found, names=count, text=text, turned=turned)
            if question := _question(party, found[0]):
                return answer(request, party, **question)
            entries = [[found[0].people[0].name]]
        names = [name for entry in entries for name in entry]
        starts = accumulate(map(len, entries), initial=0)
        pairs = [(start, start + 1) for start, entry in zip(starts, entries, strict=False) if len(entry) > 1]
        arrived = actions.check_in(party, names, pairs=pairs, by=request.user, at=at)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    parted = parted_text() if pairs and not load(party).movement.fixed_pairs else ""
    return here(request, party, arrived, parted, returned_at(party.club, at), preview=[] if sure else None)


def _question(party: Party, entry: Entry) -> dict[str, Any]:
    """What is asked about a single name before anybody is checked in; empty if it is plain."""
    [person] = entry.people
    if person.means is Means.HERE:
        text = f"{person.name} is already here. If this is another {person.name}, type a name that tells them apart."
        return {"question": text}
    meant = [*person.similar, *roster.begins(party, person.name)] if person.means is Means.NEW else []
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
    """A tap on a row; repeating it changes nothing. The page gets the row and the numbers.

    `all_paid` is the one tap that is about everyone here.
    """
    if "all_paid" in request.POST:
        act(request, party, lifecycle.mark_all_paid)
        return to("people", party)
    taps = [tap for tap in TAPS if tap in request.POST]
    player = whole(request.POST, taps[0]) if len(taps) == 1 else None
    if player is None:
        return refuse(request, party, StalePartyState().sentence)
    tap, entrant = taps[0], party.entrants.filter(player=player).first()
    try:
        if tap == "here":
            actions.check_in_player(party, player, **by_and_at(request))
        elif entrant is None:
            raise StalePartyState
        elif tap == "gone":
            actions.check_out(party, entrant.pk, **by_and_at(request))
        elif tap in ("paid", "unpaid"):
            lifecycle.mark_paid(party, entrant.pk, paid=tap == "paid", **by_and_at(request))
        else:
            actions.change_group(party, entrant.pk, tap, **by_and_at(request))
    except actions.StillPlaying:
        assert entrant is not None
        where = to("person", party, entrant.pk)
        return HttpResponseClientRedirect(where.url) if request.htmx else where
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    return answer(request, party, tapped=player) if request.htmx else to("people", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: SignedInRequest, party: Party) -> HttpResponse:
    """The list for phones as it is now; a post checks in who was on it, removes them, or opens or closes the list."""
    if request.method != "POST":
        if holds(request, roster.version_of_list(party)):
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
    groups, _is_part = roster.roster(state, only={*changed, tapped})
    rows = {row.player: row for _title, some in groups for row in some}
    context |= numbers(state) | {"row": rows.pop(tapped, None), "rows": list(rows.values())}
    return organiser_page(request, party, "_checked", tab="people", status=status, **context)


def here(
    request: SignedInRequest, party: Party, arrived: Sequence[Entrant], *more: str, **context: Any
) -> HttpResponse:
    """Who is here now, in a sentence with a button that undoes it; `more` are sentences."""
    names = [each.player.name for each in arrived]
    are_here = f"{', '.join(names)} {plural(len(names), 'is', 'are')} here." if names else ""
    sentence = " ".join(filter(None, [are_here, *more])) or "Nothing changed."
    if not request.htmx:
        say(request, party, sentence) if arrived else messages.success(request, sentence)
        return to("people", party)
    return answer(request, party, sentence=sentence, changed=[each.player_id for each in arrived], **context)


def refuse(request: SignedInRequest, party: Party, sentence: str, status: int = 422) -> HttpResponse:
    """The reason; what was typed stays."""
    typed = "\n".join(request.POST.getlist("names"))
    kept: dict[str, Any] = {"typed_many": typed} if "\n" in typed else {"typed": typed}
    return answer(request, party, refusal=sentence, status=status, **kept)
