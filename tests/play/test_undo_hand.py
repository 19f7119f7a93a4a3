"""Taking the last entry out of a game, and putting it back."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from tests.builders import NOON, high, link, play_out, record, refusal_of
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.play import queries
from whistclub.play.entries import EntrySubmission, Recorded, undo_hand
from whistclub.play.games import continue_game, end_without_result, renew_link
from whistclub.play.log import log_lines
from whistclub.play.models import EntryRecord, Game, GameEvent
from whistclub.play.refusals import Closed, LinkGone

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

LATER = NOON + timedelta(minutes=5)
NAMES_NO_HAND = (
    "Something else has been entered since, so this can no longer be undone. To correct a hand, tap it in the score "
    "sheet."
)


def undo(game: Game, last: EntryRecord, uid: UUID | None = None) -> Recorded:
    return undo_hand(link(game), last.uid, by_seat=0, at=LATER)


def test_undoing_removes_the_last_hand_from_the_score(game):
    last = record(game, high(1, 0, 9), high(2, 0, 8)).hand
    undo(game, last)
    game.refresh_from_db()
    assert (game.totals, game.hands_scored, game.state) == ([3, 0], 1, Game.State.RUNNING)


def test_removed_hands_stay_in_the_history(game):
    last = record(game, high(1, 0, 9)).hand
    undo(game, last)
    newest = log_lines(queries.game_view(game))[0]
    assert (newest.at, newest.who, newest.what) == (LATER, "Ann’s phone", "Hand 1 removed")
    assert newest.old == "Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3."
    assert game.hands.filter(removed=True, current=False, replaces=last).count() == 1
    assert not game.hands.get(pk=last.pk).current


def test_undo_sent_twice_removes_one_hand(game):
    last, uid = record(game, high(1, 0, 9), high(2, 0, 8)).hand, uuid4()
    first = undo(game, last, uid)
    again = undo(game, last, uid)
    assert (again.hand, first.is_new, again.is_new) == (first.hand, True, False)
    assert queries.game_view(game).next_hand_number == 2


def test_undoing_a_hand_that_is_no_longer_the_last_is_refused(game):
    seen = record(game, high(1, 0, 9)).hand
    record(game, high(2, 0, 8))
    with refusal_of("not_the_last") as refused:
        undo(game, seen)
    assert refused.value.sentence == NAMES_NO_HAND
    assert game.hands.filter(removed=True).count() == 0


def test_two_phones_that_undo_the_same_hand_take_out_one(game):
    last = record(game, high(1, 0, 9), high(2, 0, 8)).hand
    first, second = undo(game, last), undo(game, last)
    assert (second.hand, second.is_new) == (first.hand, False)
    assert queries.game_view(game).next_hand_number == 2


def test_a_game_without_entries_has_nothing_to_undo(game):
    with refusal_of("not_as_seen"):
        undo_hand(link(game), uuid4(), by_seat=0, at=NOON)


def test_undo_reopens_a_finished_game(game):
    play_out(game)
    undo(game, game.hands.get(position=5))
    game.refresh_from_db()
    assert (game.state, game.winner, game.finished_at) == (Game.State.RUNNING, None, None)
    assert game.events.filter(kind=GameEvent.Kind.REOPENED).count() == 1


def test_a_stopped_game_undoes_nothing_until_it_is_continued(game, olga):
    """A phone sends its undo again then, and the hand that was entered after it."""
    last = record(game, high(1, 0, 9)).hand
    end_without_result(game, by=olga, at=NOON)
    with pytest.raises(Closed) as refused:
        undo(game, last)
    assert refused.value.sentence == "The organiser has ended this game without a result. Nothing was undone."
    game.refresh_from_db()
    assert (game.state, game.totals) == (Game.State.STOPPED, [3, 0])
    continue_game(game, by=olga, at=NOON)
    assert undo(game, last).is_new


def test_undo_raises_the_revision_by_one(game):
    recorded = record(game, high(1, 0, 9))
    assert undo(game, recorded.hand).game.revision == recorded.game.revision + 1


def test_a_replaced_link_removes_nothing(game, olga):
    last, before = record(game, high(1, 0, 9)).hand, link(game)
    renew_link(game, by=olga, at=NOON)
    with pytest.raises(LinkGone):
        undo_hand(before, last.uid, by_seat=0, at=NOON)


def test_resending_a_removed_hand_does_not_restore_it(game):
    entry = high(1, 0, 9)
    undo(game, record(game, entry).hand)
    assert not record(game, entry).is_new
    game.refresh_from_db()
    assert (game.totals, game.hands.filter(current=True).count()) == ([0, 0], 0)


def test_a_freed_hand_number_can_be_used_again(game):
    undo(game, record(game, high(1, 0, 9)).hand)
    record(game, high(1, 1, 8))
    game.refresh_from_db()
    assert game.totals == [0, 2]


@pytest.mark.alike
@pytest.mark.parametrize("seat", ["0", "1", "none"])
@pytest.mark.parametrize(
    "entry",
    [
        high(1, 1, 9),
        EntrySubmission(uuid4(), 1, Contract.LOW, None, (4, 9)),
    ],
    ids=["high", "low"],
)
def test_the_pad_offers_to_restore_exactly_the_removed_hand(game, entry, seat):
    last = record(game, entry).hand
    undo(game, last)
    pad = phone(seat)
    page = Html(pad.get(pad_url(game)))
    pad.post(pad_url(game, "pad_record"), put_back_form(page))
    back = game.hands.get(current=True)
    assert (back.contract, back.declarer, back.tricks) == (last.contract, last.declarer, last.tricks)


def put_back_form(page: Html) -> dict[str, str]:
    """The hidden fields before the button "Restore it", which stand after those of the entry form."""
    button = page.find("button", css="small")[0]
    fields = page.elements[: page.elements.index(button)]
    names = ("uid", "number", "contract", "bid", "tricks", "counted")
    hidden = [each for each in fields if each.has(type="hidden") and each.attributes.get("name") in names]
    return {each["name"]: each["value"] for each in hidden} | {"save": button["value"]}
