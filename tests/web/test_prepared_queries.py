"""A prepared query answers what its queryset answers, with the same objects, as often as it is asked."""

import sys
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from tests.builders import NOON, organiser, play_out
from tests.builders import game as game_by
from tests.party import builders
from whistclub.accounts import models as accounts
from whistclub.club import access as of_club
from whistclub.ops import comparison
from whistclub.party import access as of_party
from whistclub.party.actions import timer
from whistclub.party.actions import transaction as of_change
from whistclub.party.actions.people import check_out
from whistclub.party.organiser.queries import people
from whistclub.party.queries import expected as of_expected
from whistclub.party.queries import loading, parties, public_state
from whistclub.party.queries import steps as of_steps
from whistclub.play import access as of_game
from whistclub.play import stats_feed
from whistclub.play.actions import locking, recording, statistics
from whistclub.play.actions.adjusting import adjust_points
from whistclub.play.models import Game
from whistclub.stats import filters
from whistclub.stats.models import GameFact, Season
from whistclub.web.prepared import Prepared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.writes]

NOBODY = {int: 0, str: "nobody", list: []}


@pytest.fixture
def asked():
    """All prepared queries of the site, with what is asked of them."""
    olga, club = organiser()
    party = builders.friday(olga, count=8, round_end="top")
    round_state = builders.next_round(party, olga).current
    builders.typed(party, olga, (12, 7))
    check_out(party, round_state.assignments[0].entrant_id, after_round=True, by=olga, at=NOON)
    another = builders.next_round(builders.friday(olga, "Ann", "Bob", "Clara", "Dan"), olga).current
    played = play_out(game_by(club, olga))
    adjust_points(played, uuid4(), (0, -2), "Late", by=olga, at=NOON)
    statistics.bring_up_to_date(club)
    again = play_out(game_by(club, olga))
    adjust_points(again, uuid4(), (0, -1), "Late", by=olga, at=NOON)
    Season.objects.create(club=club, name="Winter", first_day=NOON.date(), last_day=NOON.date())
    table, game = round_state.tables[0].table, round_state.tables[0].game
    return {
        accounts._user: (olga.pk,),
        of_club._role: (club.slug, olga.pk),
        of_club._kind_of_role: (club.pk, olga.pk),
        filters._seasons: (club.pk,),
        filters._played: (club.pk,),
        people._of_parties: (club.pk, party.pk),
        people._of_games: (club.pk,),
        of_party._party_of_club: (club.pk, party.code),
        of_party._party_of_code: (party.code,),
        of_change._locked_party: (party.pk,),
        of_steps._party: (party.pk,),
        of_steps._rounds: (round_state.round.pk, party.pk),
        of_steps._entrants: (party.pk,),
        of_steps._tables: (round_state.round.pk, party.pk),
        of_steps._assignments: (round_state.round.pk, party.pk),
        of_steps._seats: ([played.pk, 0, game.pk],),
        of_steps.of_other_moments: (party.pk, "playing.0"),
        of_steps.locked: ([played.pk, 0, game.pk],),
        public_state._newest_first: (party.pk,),
        parties._at_tables: (party.code,),
        of_expected._seated_before: (party.pk,),
        loading._entrants: (party.pk,),
        loading._rounds: (party.pk,),
        loading._tables: (party.pk,),
        loading._seats: (party.pk,),
        loading._tables_of: ([round_state.round.pk, 0, another.round.pk],),
        loading._seats_of: ([round_state.round.pk, 0, another.round.pk],),
        loading._scored_tables: ([round_state.round.pk, 0, another.round.pk],),
        loading._scored_seats: ([round_state.round.pk, 0, another.round.pk],),
        loading._table: (round_state.round.pk, table.number),
        loading._seats_at: (round_state.round.pk, table.number),
        loading._locked_game: (game.pk,),
        timer._table_that_ends_round: (game.pk,),
        of_game._game: (game.pk,),
        of_game._game_of_code: (game.code,),
        recording._last_uid: (played.pk, 1),
        recording._later_adjustments: (played.pk, 0),
        statistics._marked: (),
        statistics._marked_of_club: (club.pk,),
        stats_feed._players: ([again.pk, 0, played.pk],),
        stats_feed._entries: ([again.pk, 0, played.pk],),
        stats_feed._adjustments: ([again.pk, 0, played.pk],),
        locking._by_link: (game.pk, game.link_version),
        comparison._players: (list(GameFact.objects.values_list("pk", flat=True)),),
    }


def shown(row):
    """All that a row holds, also of the rows that were read with it."""
    if isinstance(row, tuple):
        return row
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    leads_on = {field.name for field in row._meta.concrete_fields}
    with_it = {
        name: shown(each) if name in leads_on else each.pk for name, each in row._state.fields_cache.items() if each
    }
    return fields | with_it | {"is new": row._state.adding, "database": row._state.db}


def test_every_prepared_query_of_the_site_answers_what_its_queryset_answers(asked, monkeypatch):
    modules = [module for name, module in sys.modules.items() if name.startswith("whistclub.")]
    assert {each for module in modules for each in vars(module).values() if isinstance(each, Prepared)} == set(asked)
    for prepared, values in asked.items():
        nobody = [NOBODY[type(each)] for each in values]
        with transaction.atomic():
            found = [[shown(each) for each in prepared(*values)] for _again in range(2)]
            first = shown(prepared.one(*values))
            with monkeypatch.context() as patch:
                for module in modules:
                    if hasattr(module, "AnyOf"):
                        patch.setattr(module, "AnyOf", list)  # a plain list of keys, as querysets usually take
                expected = [shown(each) for each in prepared.build(*values)]
            assert len(expected) >= (2 if isinstance(values[0], list) else 1) if values else expected
            assert first == found[0][0]
            if prepared in (loading._tables_of, loading._scored_tables):  # of one number they stand in any order
                expected, *found = (sorted(rows, key=str) for rows in (expected, *found))
            assert found == [expected, expected]
            if nobody:
                assert prepared(*nobody) == []
                assert prepared.one(*nobody) is None


@pytest.mark.skipif(not connection.features.has_select_for_update, reason="SQLite locks no rows")
def test_a_query_that_locks_rows_is_asked_inside_a_transaction_only(asked):
    with pytest.raises(TransactionManagementError):
        locking._by_link(*asked[locking._by_link])


@pytest.mark.parametrize("query", [Game.objects.values("pk"), Game.objects.values_list("pk", flat=True)])
def test_a_query_for_other_kinds_of_rows_is_refused(query):
    with pytest.raises(TypeError):
        Prepared(lambda: query)()
