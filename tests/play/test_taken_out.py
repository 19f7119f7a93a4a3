"""An entry that was made twice is taken out: the game counts as if it had never been played, and it can be restored."""

import dataclasses
from collections.abc import Sequence
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from tests import builders
from tests.builders import NOON, changed, high, link, record, redeal, refusal_of, take_out
from tests.play.party_games import fresh, game_of, ring
from tests.play.phone import HTMX, form_of, pad_url, phone, send
from tests.web.html import Html
from whistclub.club.models import Club
from whistclub.engine.options import PRESETS, LimitTie
from whistclub.play import queries, statistics
from whistclub.play.changing import Closed, EntryConflict, LinkGone
from whistclub.play.entries import correct_hand, record_hand, remove_entry
from whistclub.play.games import adjust_points, end_now, renew_link
from whistclub.play.log import log_lines
from whistclub.play.models import EntryRecord, Game
from whistclub.play.party_games import lock_results
from whistclub.play.simulation import random_entry

pytestmark = pytest.mark.django_db
MADE_NINE = "Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3."


def current(game: Game, position: int) -> EntryRecord:
    return game.entries.get(position=position, current=True)


def put_back(game: Game, position: int) -> None:
    """As it was, while nothing else has been entered."""
    old = game.entries.filter(position=position, removed=True).order_by("-pk")[0]
    entry = changed(high(position, 0, 9), contract=old.contract, declarer=old.declarer, tricks=tuple(old.tricks))
    record_hand(link(game), changed(entry, notes=old.notes), by_seat=1, at=NOON)


def result(game: Game) -> tuple[object, ...]:
    """All that follows from the entries of a game but how many they are."""
    found = fresh(game)
    view = queries.game_view(found)
    hands = [
        (line.number, view.dealer_at(line.entry.position), line.text, line.score_after, line.counts)
        for line in view.lines
        if line.entry and line.number
    ]
    numbers = (found.totals, found.stars, found.winner, found.reason, found.hands_scored, found.dealer, found.state)
    return numbers, hands, view.heading, view.verdict


def facts(game: Game) -> Sequence[object]:
    """What statistics learn of a finished game."""
    ((fact, players, counts),) = statistics.Reader(game.club).finished([fresh(game)])
    names = ("hands", "totals", "winner", "margin", "best_hand", "best_side", "best_hand_number", "comeback")
    return players, counts, [getattr(fact, name) for name in names]


def agrees(game: Game) -> None:
    """`check_books` finds nothing."""
    ((_game, differences),) = statistics.compared([fresh(game)])
    assert differences == []


# A game in which it was never played


@pytest.mark.parametrize("preset", ["neuralplay", "askov", "widow", "two_player"])
def test_the_game_is_one_in_which_it_was_never_played(prairie: Club, olga, preset: str):
    for seed in range(2):
        chance = Random(f"{preset} {seed}")
        rules = dataclasses.replace(PRESETS[preset], target=None, max_hands=9, limit_tie=LimitTie.DRAW)
        entries = [random_entry(chance, position, rules) for position in range(1, 8)]
        entries[2] = redeal(uuid4(), 3, deal_passes=True)
        taken, late = chance.randrange(6), [random_entry(chance, position, rules) for position in (8, 9, 10)]
        points = [2, *[0] * (rules.form.sides - 1)]
        game, other = (builders.game(prairie, olga, preset=preset, rules=rules) for _each in range(2))
        for number, entry in enumerate(entries):
            record(game, changed(entry, uid=uuid4()))
            if number != taken:
                record(other, changed(entry, uid=uuid4(), position=other.entries.filter(current=True).count() + 1))
            if number == 4:
                adjust_points(game, points, "as agreed", by=olga, at=NOON)
                adjust_points(other, points, "as agreed", by=olga, at=NOON)
        before = result(game)
        take_out(game, taken + 1)
        assert result(game) == result(other)
        agrees(game)
        put_back(game, taken + 1)
        assert result(game) == before
        take_out(game, taken + 1)
        for entry in late:
            record(game, changed(entry, uid=uuid4()))
            record(other, changed(entry, uid=uuid4(), position=other.entries.filter(current=True).count() + 1))
        assert result(game) == result(other)
        if fresh(game).state != Game.State.FINISHED:
            end_now(game, by=olga, at=NOON)
            end_now(other, by=olga, at=NOON)
        assert facts(game) == facts(other)
        agrees(game)


def test_nothing_is_lost(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    twice = current(game, 2)
    row = take_out(game, 2)
    twice.refresh_from_db()
    assert (twice.current, twice.tricks, row.corrects, row.removed, row.by_seat) == (False, [9, 4], twice, True, 1)
    assert (fresh(game).totals, fresh(game).hands_scored) == ([3, 2], 2)


def test_a_hand_entered_after_the_end_counts_once_an_earlier_one_is_taken_out(game):
    record(game, high(1, 0, 12), high(2, 0, 7), high(3, 1, 8))
    correct_hand(link(game), high(2, 0, 13), corrects=current(game, 2).uid, by_seat=0, at=NOON)
    assert fresh(game).totals == [13, 0]
    take_out(game, 1)
    assert (fresh(game).state, fresh(game).totals) == (Game.State.RUNNING, [7, 2])


# The last hand, which the bell or an organiser named


def test_the_last_hand_after_the_bell_stays_the_last(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    ring(bell, olga)
    assert send(phone(), fresh(game), position=4, tricks="7-6").status_code == 302
    assert (fresh(game).state, fresh(game).last_hand) == (Game.State.FINISHED, 4)
    take_out(game, 2, at=timezone.now())
    found = fresh(game)
    assert (found.state, found.last_hand, found.hands_scored, found.totals) == (Game.State.FINISHED, 3, 3, [4, 2])
    agrees(game)


def test_an_undone_last_hand_is_entered_again_whatever_was_taken_out_before_it(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 8), high(2, 0, 9))
    ring(bell, olga)
    assert send(phone(), fresh(game), position=3, tricks="7-6").status_code == 302
    take_out(game, 2, at=timezone.now())
    remove_entry(link(fresh(game)), current(game, 3).uid, must_be_last=True, by_seat=0, at=timezone.now())
    assert (fresh(game).state, fresh(game).last_hand) == (Game.State.RUNNING, 2)
    assert send(phone(), fresh(game), position=3, tricks="10-3").status_code == 302
    assert (fresh(game).state, fresh(game).last_hand, fresh(game).totals) == (Game.State.FINISHED, 2, [6, 0])
    agrees(game)


# Phones that know less


def test_a_correction_of_a_hand_that_was_taken_out_meanwhile_is_refused(game):
    record(game, high(1, 0, 9), high(2, 0, 9))
    old = current(game, 1)
    take_out(game, 1)
    with refusal_of("page_is_old"):
        correct_hand(link(game), high(1, 0, 8), corrects=old.uid, by_seat=0, at=NOON)


def test_a_hand_that_was_corrected_meanwhile_is_not_taken_out(game):
    record(game, high(1, 0, 9), high(2, 0, 9))
    old = current(game, 1)
    correct_hand(link(game), high(1, 0, 8), corrects=old.uid, by_seat=0, at=NOON)
    with refusal_of("not_as_seen"):
        remove_entry(link(game), old.uid, by_seat=1, at=NOON)
    assert fresh(game).totals == [5, 0]


def test_what_a_phone_entered_meanwhile_keeps_its_place(game):
    """Its next hand has the place that it knew; its correction of a later hand finds that hand."""
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    third = current(game, 3)
    take_out(game, 2)
    record(game, high(4, 0, 7))
    correct_hand(link(game), high(3, 1, 9), corrects=third.uid, by_seat=0, at=NOON)
    assert [line.text for line in queries.game_view(fresh(game)).lines] == [
        MADE_NINE,
        "Bob granded, made 9: Bob & Dan\N{NO-BREAK SPACE}+3.",
        "Ann granded, made 7: Ann & Clara\N{NO-BREAK SPACE}+1.",
    ]


def test_taken_out_by_two_phones_it_is_taken_out_once(game):
    record(game, high(1, 0, 9), high(2, 0, 9))
    old = current(game, 1)
    first = take_out(game, 1)
    again = remove_entry(link(game), old.uid, by_seat=1, at=NOON)
    assert (again, game.entries.count()) == (first, 3)


def test_only_what_was_removed_just_now_is_entered_between_others(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 0, 9))
    take_out(game, 1)
    record(game, high(4, 0, 7))
    with pytest.raises(EntryConflict):
        record(game, high(1, 0, 9))


# Who may


@pytest.mark.parametrize(
    "happens, refusal",
    [
        (lambda game, olga: renew_link(game, by=olga, at=NOON), LinkGone),
        (lambda game, _olga: Game.objects.filter(pk=game.pk).update(locked=True), Closed),
    ],
)
def test_a_phone_that_may_not_correct_takes_nothing_out(game, olga, happens, refusal):
    record(game, high(1, 0, 9), high(2, 0, 9))
    before, entry = link(game), current(game, 1).uid
    happens(game, olga)
    with pytest.raises(refusal):
        remove_entry(before, entry, by_seat=1, at=NOON)


# Pages


def test_the_page_of_an_earlier_hand_offers_to_take_it_out_and_the_pad_to_restore_it(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    form = form_of(phone().get(pad_url(game, "pad_correct", 2)), "Take hand 2 out")
    response = phone().post(pad_url(game, "pad_correct", 2), form)
    assert (response.status_code, fresh(game).totals) == (302, [3, 2])
    pad = phone().get(pad_url(game))
    assert Html(pad).texts("span", css="number") == ["2", "1"]
    assert phone().post(pad_url(game, "pad_record"), form_of(pad, "Restore it")).status_code == 302
    assert fresh(game).totals == [6, 2]
    assert "✓ Hand 2 restored: " in Html(phone().get(pad_url(game))).text


@pytest.mark.parametrize("htmx", [True, False])
def test_of_a_locked_result_a_page_that_was_open_takes_no_redeal_out(game, olga, htmx):
    record(game, redeal(uuid4(), 1, deal_passes=True), high(2, 0, 9))
    form = form_of(phone().get(pad_url(game, "pad_correct", 1)), "Take the redeal out")
    lock_results([game], by=olga, at=NOON)
    response = phone().post(pad_url(game, "pad_correct", 1), form, headers=HTMX if htmx else {})
    assert (response.status_code, game.entries.count()) == (409, 2)
    assert "The organiser has locked this result." in Html(response).text


def test_the_history_says_which_hand_was_removed_and_what_it_was(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    take_out(game, 2)
    newest = log_lines(queries.game_view(fresh(game)))[0]
    assert (newest.what, newest.old, newest.who) == ("Hand 2 removed", MADE_NINE, "Bob’s phone")
