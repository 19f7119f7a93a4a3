"""What happens at a table beside play: thrown-in cards, bids saved first, slips of the finger, notes, adjustments."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tests.bench.generating.hands import Fall
from whistclub.engine.entries import Adjustment, Redeal
from whistclub.engine.game import GameState, advance, step
from whistclub.engine.hand import Contract, Hand, Revoke
from whistclub.engine.scoring import score
from whistclub.play.models import REDEAL

if TYPE_CHECKING:
    from tests.bench.generating.games import Play

DEAL_PASSES = 0.4
TAKEN_BACK = 0.25
REASONS = ("Played out of turn", "Looked at the last trick twice", "Late again", "Miscounted, found later", "Talked")
# How long it takes to see a mistake, and to type a hand again.
SOON = timedelta(seconds=40)
# From a bid to its tricks.
A_HAND = timedelta(seconds=100)


def happen(play: "Play", at: datetime, bell: datetime | None) -> datetime:
    """One of them, and with it the next hand if it is one; answers when it was done."""
    what = play.town.chance.choices(list(HAPPENS), list(HAPPENS.values()))[0]
    play.number += 1
    if what is _redealt:
        return _redealt(play, at)
    play.hear(bell, at + 2 * SOON if what is _undone else at)
    return what(play, play.deal(play.state.dealer), at)


def _redealt(play: "Play", at: datetime) -> datetime:
    passes = play.town.chance.random() < DEAL_PASSES
    play.take(step(play.state, Redeal(passes), play.options), at)
    play.write((REDEAL, None, ()), at, {"deal_passes": True} if passes else {})
    return at


def _bid_first(play: "Play", fall: Fall, at: datetime) -> datetime:
    bid = play.write(fall, at - A_HAND, current=False, bid=True)
    play.take(_after(play, fall), at)
    play.write(fall, at, replaces=bid)
    return at


def _corrected(play: "Play", fall: Fall, at: datetime) -> datetime:
    """Another hand was entered first; if that ended the game and this does too, it ended then."""
    slip = _another(play, fall)
    wrong = play.write(slip, at, current=False)
    if _after(play, slip).over:
        play.finished_at = at
    play.take(_after(play, fall), at + SOON)
    play.write(fall, at + SOON, replaces=wrong)
    return at + SOON


def _undone(play: "Play", fall: Fall, at: datetime) -> datetime:
    slip = _another(play, fall)
    wrong = play.write(slip, at, current=False)
    play.write(slip, at + SOON, replaces=wrong, removed=True, current=False)
    play.take(_after(play, fall), at + 2 * SOON)
    play.write(fall, at + 2 * SOON)
    return at + 2 * SOON


def _adjusted(play: "Play", fall: Fall, at: datetime) -> datetime:
    """Points given or taken after a hand; the game may end by it, go on, or have another winner."""
    chance, town = play.town.chance, play.town
    play.take(_after(play, fall), at)
    play.write(fall, at)
    points = [0] * len(play.state.totals)
    points[chance.randrange(len(points))] = chance.choice((-3, -2, -1, -1, 1, 2))
    back = at + 2 * SOON if chance.random() < TAKEN_BACK else None
    if back is None:
        play.take(step(play.state, Adjustment(tuple(points)), play.options), at + SOON)
    elif play.state.over and not step(play.state, Adjustment(tuple(points)), play.options).over:
        # It was opened again, and ended a second time when the points were taken back.
        play.finished_at = back
    town.store.adjustments.add(
        town.uid(),
        play.key,
        play.number,
        tuple(points),
        chance.choice(REASONS),
        town.organiser,
        at + SOON,
        town.organiser if back else None,
        back,
    )
    play.revision += 2 if back else 1
    return back or at + SOON


def _revoked(play: "Play", fall: Fall, at: datetime) -> datetime:
    """By the club's own rules that costs tricks; by others the table agreed on the count."""
    by, against = play.town.chance.sample(range(play.options.form.sides), 2)
    revoke = None if Contract(fall[0]).is_solo else Revoke(by, against)
    play.take(_after(play, fall, revoke), at)
    play.write(fall, at, {"revoke": [by, against]} if revoke else {})
    return at


def _after(play: "Play", fall: Fall, revoke: Revoke | None = None) -> GameState:
    contract, declarer, tricks = fall
    return advance(play.state, score(Hand(Contract(contract), declarer, tricks, revoke), play.options), play.options)


def _another(play: "Play", fall: Fall) -> Fall:
    while True:
        slip = play.deal(play.state.dealer)
        if slip != fall:
            return slip


# By their parts of all of them.
HAPPENS: dict[Callable[..., datetime], int] = {
    _redealt: 9,
    _bid_first: 15,
    _corrected: 15,
    _undone: 5,
    _adjusted: 2,
    _revoked: 4,
}
