"""A seating is announced: every table gets its game, and the round before is over."""

import pytest

from tests.builders import NOON
from tests.party.builders import draft, friday, next_round, party_state, typed
from whistclub.party.actions import seating
from whistclub.party.models import Party
from whistclub.party.refusals import ResultsMissing, StalePartyState
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def test_announcing_gives_every_table_its_game(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    assert [
        [seat.player.name for seat in table_state.game.seats.select_related("player")]
        for table_state in found.current.tables
    ] == [["P1", "P3", "P2", "P4"], ["P5", "P7", "P6", "P8"], ["P9", "P11", "P10", "P12"]]


def test_games_go_by_the_rules_of_the_party(olga):
    made = friday(olga, count=4, preset="askov", hands=6)
    game = next_round(made, olga).current.table(1).game
    assert (game.preset, game.rules, game.party_code) == ("askov", made.rules, made.code)


def test_the_deal_of_the_round_passes_to_the_left(olga):
    made = friday(olga, count=4)
    dealers = []
    for _each in range(5):
        dealers.append(next_round(made, olga).current.table(1).game.first_dealer)
        typed(made, olga, (5, 3))
    assert dealers == [0, 1, 2, 3, 0]


def test_a_second_organiser_announcing_sees_it_is_done(olga):
    made = friday(olga, count=4)
    draft(made, olga)
    seating.announce(made, by=olga, at=NOON)
    with pytest.raises(StalePartyState):
        seating.announce(made, by=olga, at=NOON)
    assert Game.objects.count() == 1


def test_only_the_draft_that_was_looked_at_is_announced(olga):
    made = friday(olga, count=8)
    looked_at = draft(made, olga, seed=1).draft.round.pk
    now = draft(made, olga, seed=2).draft.round.pk
    with pytest.raises(StalePartyState):
        seating.announce(made, draft=looked_at, by=olga, at=NOON)
    seating.announce(made, draft=now, by=olga, at=NOON)
    assert party_state(made).current.round.seed == 2


def test_a_stale_party_object_does_no_harm(olga):
    made = friday(olga, count=8)
    old = Party.objects.get(pk=made.pk)
    next_round(made, olga)
    with pytest.raises(ResultsMissing):
        seating.make_draft(old, by=olga, at=NOON)
    old.refresh_from_db()
    assert (old.state, party_state(old).current.round.number) == (Party.State.PLAYING, 1)
