"""Every page of parties whose people have the longest names."""

from django.urls import reverse

from tests.builders import NOON, link
from tests.party import builders
from tests.web.party_site import OF_A_PARTY
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.access import TableLink
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, timer
from whistclub.party.models import Party
from whistclub.party.rounds import TableState

LONG = "Wolfeschlegelsteinhausenbergerdorff-Wol"  # with one more letter as many as a name may have, and no space
LETTERS = "abcdefghijklmnopqrstuvwxyz"
OF_EVERYONE = ("public", "public_standings", "projector")
SEEN = {
    "gathering": ("console", "people", "public", "mine", "projector", "card"),
    "draft": ("console",),
    "running": (*OF_A_PARTY, *("public", "public_standings", "mine", "projector", "card")),
    "couples": ("people",),
    "finished": ("console", "standings", "print_diplomas", "public", "public_standings", "mine", "projector"),
    "rehearsal": ("console", "public"),
}


def long_names(count: int) -> list[str]:
    return [LONG + letter for letter in LETTERS[:count]]


def party_pages(club: Club, olga: User) -> dict[str, str]:
    """Addresses by what stands there."""
    parties = {
        "gathering": gathering(club, olga),
        "draft": drafted(club, olga),
        "running": running(club, olga),
        "couples": couples(club, olga),
        "finished": finished(club, olga),
    }
    trial = builders.rehearse(parties["draft"], olga)
    builders.next_round(trial, olga)
    found = of_round(parties["running"], parties["finished"])
    for state, names in SEEN.items():
        party = parties.get(state, trial)
        found |= {f"{name}, {state}": address(party, name) for name in names}
    return found


def address(party: Party, name: str) -> str:
    if name == "mine":
        return reverse("party:public", args=[party.code]) + "?me=1"
    if name == "card":
        return reverse("party:table", args=[TableLink(party.club_id, party.club.card_version, 9).token])
    return reverse(f"party:{name}", args=[party.code]) if name in OF_EVERYONE else of_organiser(party, name)


def of_round(party: Party, over: Party) -> dict[str, str]:
    now, first, last = (
        builders.party_state(party).current,
        builders.party_state(party).round(1),
        builders.party_state(over).current,
    )
    tables = {
        f"table, {table_state.number}": of_organiser(party, "round_table", 2, table_state.number)
        for table_state in now.tables
    }
    return tables | {
        "round before": of_organiser(party, "round", 1),
        "table, of the round before": of_organiser(party, "round_table", 1, 1),
        "undo": of_organiser(party, "undo_round", 2),
        "leave": of_organiser(party, "person", now.tables[0].assignments[0].entrant_id),
        "mine, somebody who sits out": reverse("party:public", args=[party.code])
        + f"?me={now.sitting_out[0].entrant.number}",
        "next place": next_place(first.tables[0]),
        "next place, not yet": next_place(now.tables[1]),
        "pad, of the round before": reverse("play:pad", args=[link(first.tables[0].game).token]),
        "pad": reverse("play:pad", args=[link(now.tables[0].game).token]),
        "next place, finished": next_place(last.tables[0]),
    }


def of_organiser(party: Party, name: str, *more: object) -> str:
    return reverse(f"party:{name}", args=[party.club.slug, party.code, *more])


def next_place(table_state: TableState) -> str:
    return reverse("party:next_table", args=[link(table_state.game).token])


def gathering(club: Club, olga: User) -> Party:
    return builders.party(club, olga, *long_names(5), name=LONG + LONG)


def drafted(club: Club, olga: User) -> Party:
    """Round 2 is seated and not announced."""
    party = builders.party(club, olga, *long_names(9), preset="minnesota")
    builders.next_round(party, olga)
    builders.typed(party, olga, (13, 7), (-12, 10))
    builders.seating.make_draft(party, by=olga, at=NOON)
    return party


def running(club: Club, olga: User) -> Party:
    """Round 2: one table plays, one is in, one is tied, one was conceded; the timer runs. One player has left."""
    party = builders.party(
        club, olga, *long_names(18), preset="minnesota", own_prizes=("Best cake of the whole evening",)
    )
    builders.next_round(party, olga)
    builders.typed(party, olga, (13, 7), (3, 10), (5, 2), (0, 4))
    state = builders.next_round(party, olga)
    people.leave_now(
        party,
        state.current.tables[0].assignments[1].entrant_id,
        substitute=state.current.sitting_out[0].entrant_id,
        by=olga,
        at=NOON,
    )
    builders.play(state.current.tables[0], (0, 9))
    results.type_result(party, 2, 2, (13, -12), by=olga, at=NOON)
    results.type_result(party, 2, 3, (6, 6), by=olga, at=NOON)
    results.award_walkover(party, 2, 4, 0, by=olga, at=NOON)
    timer.start(party, 30, by=olga, at=NOON)
    return party


def couples(club: Club, olga: User) -> Party:
    """Fixed pairs; one of them is made, and three people still need partners."""
    party = builders.party(club, olga, *long_names(5), movement="ladder_pairs")
    names = long_names(2)
    people.pair_up(party, *(builders.key(party, name) for name in names), by=olga, at=NOON)
    return party


def finished(club: Club, olga: User) -> Party:
    party = builders.party(club, olga, *long_names(9), preset="askov", own_prizes=("Best cake of the whole evening",))
    builders.next_round(party, olga)
    builders.typed(party, olga, (13, -12), (3, 2))
    party_lifecycle.give_prize(party, "Best cake of the whole evening", 2, by=olga, at=NOON)
    party_lifecycle.finish(party, by=olga, at=NOON)
    return party
