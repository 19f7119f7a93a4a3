"""Undo takes back the newest change exactly, whatever it was, then the one before; every action is such a change."""

import threading
from uuid import uuid4

import pytest
from django.db import OperationalError, connection

from tests.builders import organiser, record, redeal, refusal_of, take_out
from tests.party.builders import (
    LATER,
    NINE,
    draft,
    friday,
    game_of,
    key,
    next_round,
    one_round,
    party_state,
    play,
    play_round,
    present,
    table_at,
)
from tests.party.every_action import Walk, rows_of, undo
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.archive.person import erase_person
from whistclub.ops.integrity import disagreements
from whistclub.party import changes
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating
from whistclub.party.actions.seats import swap_seats
from whistclub.party.models import LogEntry, Party
from whistclub.play.models import Game
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_whole_evening_is_undone_step_by_step(olga):
    party, who = friday(olga), {"by": olga, "at": LATER}
    steps = [
        lambda: people.check_in(party, NINE, **who),
        lambda: seating.make_draft(party, seed=1, **who),
        lambda: swap_seats(party, key(party, "Ann"), key(party, "Bob"), **who),
        lambda: people.check_in(party, ["Late"], **who),
        lambda: seating.announce(party, **who),
        *(lambda table=table: results.type_result(party, 1, table, (5, 3), **who) for table in (1, 2)),
        lambda: seating.make_draft(party, seed=2, **who),
        lambda: people.check_in(party, ["Later", "Latest"], **who),
        lambda: seating.announce(party, **who),
        *(lambda table=table: results.type_result(party, 2, table, (2, 7), **who) for table in (1, 2, 3)),
        lambda: results.type_result(party, 1, 2, (1, 6), **who),
        lambda: party_lifecycle.finish(party, **who),
    ]
    known = []
    for step in steps:
        known.append(rows_of(party))
        step()
    for before in reversed(known):
        undo(party, by=olga)
        assert rows_of(party) == before
    assert disagreements(party.club) == []
    with pytest.raises(LogEntry.DoesNotExist):
        undo(party, by=olga)


def test_an_older_change_is_undone_after_the_later_ones(olga):
    party = friday(olga, *NINE)
    people.check_out(party, key(party, "Ann"), by=olga, at=LATER)
    earlier = party.entry
    people.check_out(party, key(party, "Bob"), by=olga, at=LATER)
    with refusal_of("cannot_undo", match="First undo what was done later: Bob has left"):
        changes.undo(party, earlier, by=olga, at=LATER)
    undo(party, by=olga)
    undo(party, by=olga)
    assert present(party) == list(NINE)


def test_a_round_with_an_entry_is_not_undone_with_its_announcement(olga):
    party = friday(olga, *NINE)
    next_round(party, olga)
    record(table_at(party).game, redeal(uuid4(), 1, deal_passes=False))
    take_out(table_at(party).game, 1)
    with refusal_of("cannot_undo"):
        undo(party, by=olga)


def test_what_a_phone_has_entered_since_is_not_lost(olga):
    party = one_round(olga, (5, 3), (5, 3))
    results.reopen_table(party, 1, 1, by=olga, at=LATER)
    play(table_at(party), (0, 9))
    with refusal_of("cannot_undo", match="Something has changed since"):
        undo(party, by=olga)
    assert game_of(party).hands_scored == 1


def test_hands_played_since_a_substitute_came_stay_with_the_seat(olga):
    party = friday(olga, *NINE)
    next_round(party, olga)
    leaves = table_at(party).assignments[0].entrant.player.name
    people.leave_now(party, key(party, leaves), substitute=key(party, "Ida"), by=olga, at=LATER)
    play(table_at(party), (0, 9))
    undo(party, by=olga)
    assert (table_at(party).assignments[0].entrant.player.name, game_of(party).hands_scored) == (leaves, 1)


def test_a_new_player_whom_somebody_else_names_stays_on_the_roster(olga):
    party = friday(olga, *NINE)
    people.check_in(party, ["Zoe"], by=olga, at=LATER)
    friday(olga, "Zoe")
    undo(party, by=olga)
    assert present(party) == list(NINE)
    assert party.club.players.filter(name="Zoe").exists()


def test_undoing_the_unlocking_of_a_result_finishes_the_party_again(olga):
    party = one_round(olga, (5, 3), (5, 3))
    party_lifecycle.finish(party, by=olga, at=LATER)
    results.reopen_table(party, 1, 1, by=olga, at=LATER)
    assert Party.objects.get(pk=party.pk).state == Party.State.PLAYING
    undo(party, by=olga)
    party.refresh_from_db()
    assert (party.state, table_at(party).game.totals) == ("finished", [5, 3])
    assert party.club.party_facts.exists()


def test_a_result_of_a_round_long_ago_is_opened_and_changed_beside_a_draft_and_both_are_undone(olga):
    party = one_round(olga, (5, 3), (5, 3))
    for _round in range(3):
        play_round(party, olga, (5, 3), (5, 3))
    draft(party, olga)
    walk = Walk(olga)
    walk(results.type_result, party, 1, 1, (3, 5))
    walk(results.reopen_table, party, 1, 2)
    assert walk.undone == {"result_typed", "result_unlocked"}


def test_once_somebody_is_erased_no_change_keeps_what_was_there_before(olga):
    party = friday(olga, *NINE)
    erase_person(party.club.players.get(name="Ann"), "Ann", by=olga, at=LATER)
    assert not party.log.filter(changes__isnull=False).exists()


def test_a_change_that_changes_nothing_leaves_no_entry(olga):
    party = friday(olga, *NINE)
    entries = party.log.count()
    people.check_in(party, ["Ann"], by=olga, at=LATER)
    party_lifecycle.set_excluded(party, excluded=False, by=olga, at=LATER)
    assert party.log.count() == entries


def test_a_form_of_a_page_that_slept_changes_nothing(olga):
    party = one_round(olga, (5, 3), (5, 3))
    shown = party_state(party).shown_draft
    draft(party, olga)
    party.shown = shown
    with refusal_of("page_out_of_date"):
        seating.discard_draft(party, by=olga, at=LATER)
    assert party_state(party).draft


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_a_hand_waits_until_the_change_of_an_organiser_is_stored():
    olga = organiser()[0]
    party = friday(olga, count=8)
    game = next_round(party, olga).current.table(1).game
    refused = []

    def lock():
        try:
            with write_transaction():
                Game.objects.select_for_update(nowait=True).get(pk=game.pk)
        except OperationalError:
            refused.append(game.pk)
        finally:
            connection.close()

    for act in (lambda: results.lock_table(party, 1, 1, by=olga, at=LATER), lambda: undo(party, by=olga)):
        with write_transaction():
            act()
            other = threading.Thread(target=lock)
            other.start()
            other.join()
    assert refused == [game.pk] * 2


def undo_buttons(response):
    found = Html(response)
    return [each["value"] for each in found.find("input", name="undo")]


def test_the_notice_has_a_button_that_undoes_and_so_has_the_newest_line_of_the_log(organiser, olga):
    party = friday(olga, count=9, movement="swiss_pairs")
    asked = organiser.post(run(party, "pairs"), {"rest": "yes"}, follow=True)
    assert "The rest were paired as listed." in Html(asked).text
    (entry,) = undo_buttons(asked)
    assert undo_buttons(organiser.get(run(party, "people"))) == []
    assert undo_buttons(organiser.get(run(party, "log"))) == [entry]
    done = organiser.post(run(party, "log"), {"undo": entry, "back": run(party, "people")}, follow=True)
    assert done.redirect_chain == [(run(party, "people"), 302)]
    assert "Undone: The rest were paired as listed." in Html(done).text
    assert party_state(party).pairs == []
    again = organiser.post(run(party, "log"), {"undo": entry, "back": "https://elsewhere.example"}, follow=True)
    assert again.redirect_chain == [(run(party, "console"), 302)]
    assert party_state(party).pairs == []
