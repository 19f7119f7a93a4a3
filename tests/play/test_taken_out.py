"""An earlier hand that was entered twice is taken out: the game counts as if it had never been played."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from uuid import UUID, uuid4

import pytest

from tests import builders
from tests.builders import NOON, high, link, play_out, record
from tests.play.party_games import begun, close, fresh, game_of
from tests.play.phone import hand_form, pad_url, phone, send
from whistclub.club.models import Club
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.play import queries, stats_feed
from whistclub.play.actions.adjusting import adjust_points
from whistclub.play.actions.entries import EntrySubmission, redeal, taken_out
from whistclub.play.actions.lifecycle import end_now, renew_link
from whistclub.play.actions.recording import Recorded, correct_hand, record_hand
from whistclub.play.actions.refusals import CorrectedMeanwhile, LinkRevoked, ResultLocked, StalePage
from whistclub.play.models import EntryRecord, Game
from whistclub.play.simulation import random_entry

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def current(game: Game, position: int) -> EntryRecord:
    return game.hands.get(position=position, current=True)


def take_out(game: Game, position: int, *, at=NOON, replaces: UUID | None = None) -> Recorded:
    entry = taken_out(uuid4(), position, replaces=replaces or current(game, position).uid)
    return correct_hand(link(game), entry, by_seat=1, at=at)


def put_back(game: Game, position: int) -> None:
    """As it was."""
    old = current(game, position).replaces
    tricks = None if old.tricks is None else tuple(old.tricks)
    again = EntrySubmission(
        uuid4(), position, old.contract, old.declarer, tricks, current(game, position).uid, old.notes
    )
    correct_hand(link(game), again, by_seat=1, at=NOON)


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
    return numbers, hands, view.next_hand_heading, view.verdict


def facts(game: Game) -> Sequence[object]:
    """What statistics learn of a finished game."""
    return [each.facts for each in stats_feed.Reader().finished([fresh(game)])]


def agrees(game: Game) -> None:
    """`check_books` finds nothing."""
    ((_game, differences, _finished),) = stats_feed.Reader().checked([fresh(game)])
    assert differences == []


# A game in which it was never played


@pytest.mark.parametrize("preset", ["neuralplay", "minnesota", "askov", "widow", "two_player", "tuppi"])
def test_the_game_is_one_in_which_it_was_never_played(prairie: Club, olga, preset: str):
    for seed in range(4):
        chance = Random(f"{preset} {seed}")
        rules = replace(PRESETS[preset], target=None, max_hands=9, limit_tie=LimitTie.DRAW)
        entries = [random_entry(chance, position, rules) for position in range(1, 8)]
        entries[2] = redeal(uuid4(), 3, deal_passes=True)
        taken, late = chance.randrange(6), [random_entry(chance, position, rules) for position in (8, 9, 10)]
        points = [2, *[0] * (rules.form.sides - 1)]
        game, other = (builders.game(prairie, olga, preset=preset, rules=rules) for _each in range(2))
        for number, entry in enumerate(entries):
            record(game, replace(entry, uid=uuid4()))
            if number != taken:
                record(other, replace(entry, uid=uuid4(), position=fresh(other).entries + 1))
            if number == 4:
                adjust_points(game, uuid4(), points, "as agreed", by=olga, at=NOON)
                adjust_points(other, uuid4(), points, "as agreed", by=olga, at=NOON)
        before = result(game)
        take_out(game, taken + 1)
        assert result(game) == result(other)
        agrees(game)
        put_back(game, taken + 1)
        assert result(game) == before
        take_out(game, taken + 1)
        for entry in late:
            record(game, replace(entry, uid=uuid4(), position=fresh(game).entries + 1))
            record(other, replace(entry, uid=uuid4(), position=fresh(other).entries + 1))
        assert result(game) == result(other)
        if fresh(game).state != Game.State.FINISHED:
            end_now(game, by=olga, at=NOON)
            end_now(other, by=olga, at=NOON)
        assert facts(game) == facts(other) != []
        agrees(game)


def test_nothing_is_lost(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    twice = current(game, 2)
    row = take_out(game, 2).hand
    twice.refresh_from_db()
    assert (twice.current, twice.tricks, row.replaces, row.current, row.by_seat) == (False, [9, 4], twice, True, 1)
    assert (fresh(game).totals, fresh(game).hands_scored, fresh(game).entries) == ([3, 2], 2, 3)


def test_a_game_that_it_had_won_goes_on(game):
    play_out(game)
    take_out(game, 2)
    assert (fresh(game).state, fresh(game).totals, fresh(game).finished_at) == (Game.State.IN_PROGRESS, [12, 0], None)
    record(game, high(6, 0, 7))
    assert (fresh(game).state, fresh(game).hands_scored) == (Game.State.FINISHED, 5)


def test_a_hand_entered_after_the_end_counts_once_an_earlier_one_is_taken_out(game):
    record(game, high(1, 0, 12), high(2, 0, 7), high(3, 1, 8))
    correct_hand(link(game), high(2, 0, 13, replaces=current(game, 2).uid), by_seat=0, at=NOON)
    assert fresh(game).totals == [13, 0]
    take_out(game, 1)
    assert (fresh(game).state, fresh(game).totals) == (Game.State.IN_PROGRESS, [7, 2])


def test_a_redeal_that_was_entered_twice_is_taken_out_too(game):
    record(game, high(1, 0, 9), redeal(uuid4(), 2, deal_passes=True), redeal(uuid4(), 3, deal_passes=True))
    record(game, high(4, 0, 8))
    take_out(game, 3)
    assert (fresh(game).dealer, fresh(game).hands_scored) == (3, 2)
    assert queries.game_page(fresh(game)).log[0].what == "Redeal taken out"
    put_back(game, 3)
    assert fresh(game).dealer == 0


# Phones that know less


def test_a_correction_of_a_hand_that_was_taken_out_meanwhile_is_refused(game):
    record(game, high(1, 0, 9), high(2, 0, 9))
    old = current(game, 1)
    take_out(game, 1)
    with pytest.raises(CorrectedMeanwhile):
        correct_hand(link(game), high(1, 0, 8, replaces=old.uid), by_seat=0, at=NOON)
    response = send(phone(), game, page="pad_undo", last=old.uid)
    assert (response.status_code, fresh(game).totals) == (409, [3, 0])


def test_a_hand_that_was_corrected_meanwhile_is_not_taken_out(game):
    record(game, high(1, 0, 9), high(2, 0, 9))
    old = current(game, 1)
    correct_hand(link(game), high(1, 0, 8, replaces=old.uid), by_seat=0, at=NOON)
    with pytest.raises(CorrectedMeanwhile):
        take_out(game, 1, replaces=old.uid)
    assert fresh(game).totals == [5, 0]


def test_what_a_phone_entered_meanwhile_keeps_its_place(game):
    """Its next hand has the place that it knew; its correction of a later hand finds that hand."""
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    third = current(game, 3)
    take_out(game, 2)
    record(game, high(4, 0, 7))
    correct_hand(link(game), high(3, 1, 9, replaces=third.uid), by_seat=0, at=NOON)
    assert [line.text for line in queries.game_view(fresh(game)).lines] == [
        "Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3.",
        "Hand 2 taken out: Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3.",
        "Bob granded, made 9: Bob & Dan\N{NO-BREAK SPACE}+3.",
        "Ann granded, made 7: Ann & Clara\N{NO-BREAK SPACE}+1.",
    ]


def test_taken_out_by_two_phones_it_is_taken_out_once(game):
    record(game, high(1, 0, 9), high(2, 0, 9))
    old = current(game, 1)
    first = take_out(game, 1)
    again = take_out(game, 1, replaces=old.uid)
    assert (again.hand, again.is_new, game.hands.count()) == (first.hand, False, 3)


def test_only_an_entry_that_exists_is_taken_out(game):
    record(game, high(1, 0, 9))
    with pytest.raises(StalePage):
        record_hand(link(game), taken_out(uuid4(), 2), by_seat=0, at=NOON)
    with pytest.raises(StalePage):
        correct_hand(link(game), taken_out(uuid4(), 2, replaces=uuid4()), by_seat=0, at=NOON)
    assert game.hands.count() == 1


# Who may


@pytest.mark.parametrize(
    "happens, refusal",
    [
        (lambda game, olga: renew_link(game, by=olga, at=NOON), LinkRevoked),
        (lambda game, _olga: Game.objects.filter(pk=game.pk).update(locked=True), ResultLocked),
    ],
)
def test_a_phone_that_may_not_correct_takes_nothing_out(game, olga, happens, refusal):
    record(game, high(1, 0, 9), high(2, 0, 9))
    before, entry = link(game), taken_out(uuid4(), 1, replaces=current(game, 1).uid)
    happens(game, olga)
    with pytest.raises(refusal):
        correct_hand(before, entry, by_seat=0, at=NOON)


def test_a_locked_result_of_a_party_keeps_its_hands(prairie, olga):
    party = begun(prairie, olga)
    game = play_out(game_of(party))
    close(party, olga)
    form = hand_form(1, replaces=current(game, 1).uid, save="taken_out")
    assert phone().post(pad_url(fresh(game), "pad_correct", 1), form).status_code == 409
    assert not game.hands.filter(replaces__isnull=False).exists()
