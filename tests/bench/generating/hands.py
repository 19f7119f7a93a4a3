"""How hands fall among people of different skill, by the rules they play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from math import exp
from random import Random

from tests.bench.generating.people import Person
from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND
from whistclub.engine.options import RuleOptions, TableFormat, options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import Outcome, score_table
from whistclub.play.simulation import DECLARER_TRICKS, HIGH_HANDS, SOLOS, SOLOS_MADE, WIDOW_TAKEN, WIDOW_TRICKS

# Tricks that a side gains by one spread of skill over the other, and the declarer by his own.
BETTER_SIDE, BETTER_DECLARER, BETTER_ALONE = 0.32, 0.2, 0.3
LOW_TRICKS = (TRICKS_IN_HAND / 2, 1.9)
# How much oftener the bold bid, and how often each bids by his place after the dealer, who is the last to be asked.
BOLDER, BY_PLACE = 0.35, (0.8, 1.15, 1.05, 0.95)
BOLD_TABLE = 0.04

# A hand as it is stored: contract, declarer, tricks.
Fall = tuple[str, int | None, tuple[int, ...]]


@dataclass(frozen=True)
class GameRules:
    """Rules as games keep them, with what every hand is worth by them."""

    preset: str
    options: RuleOptions
    rules_name: str = ""
    rules_key: str = ""
    mapping: dict = field(init=False)
    outcomes: Mapping[tuple[str, int | None, tuple[int, ...]], Outcome] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mapping", options_to_mapping(self.options))
        worth = {(line.contract.value, line.side, line.tricks): line for line in score_table(self.options)}
        object.__setattr__(self, "outcomes", worth)


OWN_NAME = "Prairie rules"
OWN = replace(PRESETS["neuralplay"], target=15, revoke_tricks=2)


def rules_of_club(own_code: str) -> dict[str, GameRules]:
    """The rules that are played in the club, its own among them."""
    presets = ("neuralplay", "minnesota", "askov", "widow", "two_player")
    found = {name: GameRules(name, PRESETS[name], rules_key=name) for name in presets}
    return found | {"own": GameRules("neuralplay", OWN, OWN_NAME, f"own-{own_code}")}


@cache
def ended_after(options: RuleOptions, hands: int) -> RuleOptions:
    """The rules of a game whose last hand is said to be this one, as `Game.rules` has them."""
    return replace(options, max_hands=min(hands, options.max_hands or hands))


class Dealing:
    """The hands of one table: who bids, and the tricks that come of it."""

    def __init__(self, chance: Random, options: RuleOptions, people: Sequence[Person]) -> None:
        self._random, self._gauss = chance.random, chance.gauss
        self._solos = options.solos
        self._places = range(len(people))
        bold = [exp(BOLDER * person.boldness) for person in people]
        seats = len(people)
        self._bids = [
            list(accumulate(bold[seat] * BY_PLACE[(seat - dealer) % seats] for seat in self._places))
            for dealer in self._places
        ]
        skill = [person.skill for person in people]
        if options.form is TableFormat.THREE_WITH_WIDOW:
            mean = sum(skill) / seats
            self._means = [WIDOW_TRICKS[0] + BETTER_ALONE * (each - mean) for each in skill]
            self._skill = skill
            self.next = self._widow
            return
        sides = [sum(skill[side::2]) / len(skill[side::2]) for side in (0, 1)]
        edge = BETTER_SIDE * (sides[0] - sides[1])
        self._means = [
            DECLARER_TRICKS[0] + (-edge if seat % 2 else edge) + BETTER_DECLARER * each
            for seat, each in enumerate(skill)
        ]
        # Who plays low better takes less.
        self._low_mean = LOW_TRICKS[0] - edge
        self._high = HIGH_HANDS + BOLD_TABLE * sum(person.boldness for person in people) / seats
        self.next = self._between_sides

    def _between_sides(self, dealer: int) -> Fall:
        if self._solos and self._random() < SOLOS:
            return self._solo(dealer)
        if self._random() >= self._high:
            first = self._tricks(self._low_mean, LOW_TRICKS[1])
            return "low", None, (first, TRICKS_IN_HAND - first)
        seat = self._bidder(dealer)
        own = self._tricks(self._means[seat], DECLARER_TRICKS[1])
        other = TRICKS_IN_HAND - own
        return "high", seat, (other, own) if seat % 2 else (own, other)

    def _solo(self, dealer: int) -> Fall:
        seat, made = self._bidder(dealer), self._random() < SOLOS_MADE
        if self._random() < 0.5:
            return "sola_nola", seat, (0 if made else 1 + int(self._random() * 3),)
        return "grand_dix", seat, (GRAND_DIX_TRICKS if made else int(self._random() * GRAND_DIX_TRICKS),)

    def _widow(self, dealer: int) -> Fall:
        seat = self._bidder(dealer)
        taken = self._random() < WIDOW_TAKEN
        first = self._tricks(self._means[seat], WIDOW_TRICKS[1])
        rest = TRICKS_IN_HAND - first
        left, right = ((seat + 1) % 3, (seat + 2) % 3)
        better = BETTER_ALONE * (self._skill[left] - self._skill[right])
        second = min(rest, self._tricks((rest + better) / 2, 1.5))
        tricks = [first, second, rest - second]
        return "widow", seat if taken else None, tuple(tricks[(place - seat) % 3] for place in self._places)

    def _bidder(self, dealer: int) -> int:
        bids = self._bids[dealer]
        lot = self._random() * bids[-1]
        for seat, most in enumerate(bids):
            if lot < most:
                return seat
        return len(bids) - 1

    def _tricks(self, mean: float, spread: float) -> int:
        tricks = int(self._gauss(mean, spread) + 0.5)
        return 0 if tricks < 0 else min(tricks, TRICKS_IN_HAND)
