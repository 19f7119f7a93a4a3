"""No page that others can open shows the old name of a person who was erased."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, once, play_out, record
from tests.party.builders import friday_playing, key, next_round, party_state, play, typed
from tests.play.phone import pad_url, phone
from tests.web.party_site import card, next_url, run
from whistclub.archive.person import erase_person
from whistclub.club.actions import change_player
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.merging import merge_players
from whistclub.party.actions.seats import swap_seats
from whistclub.play.games import adjust_points
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db

OLD, OLDER, OTHER = "Marge Lindqvist", "Marge Berg", "Mrs Lindqvist"
PADS = ("pad", "pad_log", "pad_rules", "pad_seat")
WATCHING = ("watch", "watch_rules")
PARTIES = ("public", "public_tables", "public_standings", "public_rules", "projector")


def play_and_rename():
    """Games and parties of Marge's, running and finished; their logs contain her names."""
    olga, prairie = builders.organiser()
    marge = prairie.players.create(name=OLDER)
    four = (OLDER, "Bob", "Clara", "Dan")
    running = builders.game(prairie, olga, names=four)
    record(running, high(1, 0, 9))
    adjust_points(running, (1, 0), f"{OLDER} counted wrongly", by=olga, at=NOON)
    over = play_out(builders.game(prairie, olga, names=four))
    again = play_out(builders.game(prairie, olga, names=(OTHER, "Bob", "Clara", "Dan")))
    change_player(marge, name=OLD, by=olga, at=NOON)
    finished = party(prairie, olga)
    typed(finished, olga, (5, 3), (3, 5))
    party_lifecycle.finish(finished, by=olga, at=NOON)
    return [running, over, again], [party(prairie, olga), finished]


played = once(play_and_rename)


@pytest.fixture
def marge(played, prairie):
    return prairie.players.get(name=OLD)


def party(prairie, olga):
    """One round is over, in the next two have changed places and her table has played a hand."""
    made = friday_playing(olga, *[OLD, *(f"P{number}" for number in range(2, 10))])
    typed(made, olga, (5, 3), (3, 5))
    next_round(made, olga, at=NOON + timedelta(hours=1))
    seated = party_state(made).current.tables
    others = [
        table_state
        for table_state in seated
        if key(made, OLD) not in [assignment.entrant_id for assignment in table_state.assignments.values()]
    ]
    swap_seats(
        made,
        key(made, OLD),
        others[0].assignments[1].entrant_id,
        reason=f"{OLD} wants to",
        by=olga,
        at=NOON + timedelta(hours=1),
    )
    play(party_state(made).current.tables[0], (0, 9))
    return made


def pages(games, parties):
    """Everything that can be opened without signing in."""
    for game in games:
        for name in WATCHING:
            yield f"{name} {game.state}", Client().get(reverse(f"play:{name}", args=[game.code]))
        for name in PADS:
            yield f"{name} {game.state}", phone().get(pad_url(game, name))
    for of in parties:
        of.refresh_from_db()
        for name in PARTIES:
            yield f"{name} {of.state}", Client().get(reverse(f"party:{name}", args=[of.code]), {"me": 1})
        for table in (1, 2):
            yield f"card {of.state}", Client().get(reverse("party:table", args=[card(of, table)]))
        for round_state in party_state(of).announced:
            for table_state in round_state.tables:
                for seat in ("0", None):
                    yield f"next {of.state}", phone(seat).get(next_url(table_state))


def pages_naming(found, *names):
    return sorted({where for where, response in found if any(name in response.content.decode() for name in names)})


def of_parties(games, parties):
    held = Game.objects.filter(party_code__in=[each.code for each in parties])
    return [*(Game.objects.get(pk=game.pk) for game in games), *held]


def test_before_erasing_the_name_is_on_many_pages(played, db):
    games, parties = played[0], played[1][:1]
    assert len(pages_naming(pages(of_parties(games, parties), parties), OLD, OLDER)) > 10


def test_no_page_that_others_can_open_says_the_old_names(played, olga, prairie, marge):
    games, parties = played
    merge_players(marge, prairie.players.get(name=OTHER), by=olga, at=NOON)
    erase_person(marge, OLD, by=olga, at=NOON)
    found = list(pages(of_parties(games, parties), parties))
    assert {response.status_code for _where, response in found} <= {200, 302}
    assert pages_naming(found, OLD, OLDER, OTHER, "Marge", "Lindqvist") == []
    assert any(where.startswith("pad_log") for where in pages_naming(found, "Former player 1"))


def test_organiser_pages_of_a_party_hide_it_too(played, olga, organiser, marge):
    erase_person(marge, OLD, by=olga, at=NOON)
    for of in played[1]:
        found = [(name, organiser.get(run(of, name))) for name in ("console", "people", "standings", "log")]
        assert pages_naming(found, OLD, OLDER) == []
