"""The counters of each player in one finished game; they add up over games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from whistclub.engine.game import Step, game_steps
from whistclub.engine.hand import Contract, Entry, Hand
from whistclub.engine.options import RuleOptions
from whistclub.engine.scoring import Outcome, Scorer


class Counts(NamedTuple):
    """The counters of one player in one game, or in many added up.

    `points` are those of their side at the end, `points_against` those of the best other side. `hands` are those
    that were scored. `grands` the player declared: `grand_tricks` are the tricks of their side as scored,
    `grand_points` the points of their side less those of the other. In `defended` hands another side granded; in
    `defended_set` of these it failed. In `lows_won` their side took fewer tricks. In `takes` the player took the widow
    first, in `takes_made` without losing points.
    """

    games: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0
    points_against: int = 0
    stars: int = 0
    hands: int = 0
    hands_won: int = 0
    grands: int = 0
    grands_made: int = 0
    grand_tricks: int = 0
    grand_points: int = 0
    partner_grands: int = 0
    partner_made: int = 0
    defended: int = 0
    defended_set: int = 0
    defended_points: int = 0
    lows: int = 0
    lows_won: int = 0
    low_points: int = 0
    solos: int = 0
    solos_made: int = 0
    takes: int = 0
    takes_made: int = 0
    take_tricks: int = 0


COUNTERS: tuple[str, ...] = Counts._fields
COUNTERS_PER_SEAT = len(COUNTERS)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of one finished game.

    `seats`: the counters of each seat. `best_hands`: the most points each side got in one hand; `best_numbers`: the
    number of that hand, from 1 (0 without hands). `hands`: the hands scored. `comeback`: the most points that the
    winner was behind another side.
    """

    seats: tuple[Counts, ...]
    best_hands: tuple[int, ...]
    best_numbers: tuple[int, ...]
    hands: int
    comeback: int


# What one hand adds to the counters of all seats, one seat after the other: index and amount.
Additions: TypeAlias = tuple[tuple[int, int], ...]


class FactsCalculator:
    """Calculates the facts of games played by the same rules, and remembers what each hand adds."""

    def __init__(self, options: RuleOptions) -> None:
        self.form = options.form
        self._options = options
        self._scorer = Scorer(options)
        self._additions: dict[Hand, Additions] = {}

    def facts(
        self,
        first_dealer: int,
        entries: Sequence[Entry],
        totals: Sequence[int],
        stars: Sequence[int],
        winner: int | None,
    ) -> GameFacts:
        """The facts of a game that ended with these totals and stars by side, and this winner (None: a draw).

        `entries` is empty if the result was typed from paper. Raises InvalidInput as `play_game` does.
        """
        steps = list(game_steps(self._options, first_dealer, entries, self._scorer))
        form = self.form
        of_sides = [_result(side, totals, stars, winner) for side in range(form.sides)]
        counts = [count for seat in range(form.seats) for count in of_sides[form.side_of(seat)]]
        best, numbers = [0] * form.sides, [0] * form.sides
        hands = 0
        for hands, (hand, outcome, _step) in enumerate(scored_hands(steps), start=1):
            for place, amount in self._additions.get(hand) or self._of_hand(hand, outcome):
                counts[place] += amount
            for side, points in enumerate(outcome.points):
                if points > best[side]:
                    best[side], numbers[side] = points, hands
        seats = tuple(
            Counts._make(counts[start : start + COUNTERS_PER_SEAT])
            for start in range(0, len(counts), COUNTERS_PER_SEAT)
        )
        return GameFacts(seats, tuple(best), tuple(numbers), hands, _comeback(steps, winner))

    def _of_hand(self, hand: Hand, outcome: Outcome) -> Additions:
        form = self.form
        self._additions[hand] = tuple(
            (seat * COUNTERS_PER_SEAT + COUNTERS.index(name), amount)
            for seat in range(form.seats)
            for name, amount in hand_contribution(seat, hand, outcome, form.sides).items()
            if amount
        )
        return self._additions[hand]


def scored_hands(steps: Iterable[Step]) -> Iterator[tuple[Hand, Outcome, Step]]:
    """The hands that count, in order, each with its outcome; those entered after the end do not."""
    for step in steps:
        # After the end of the game a hand has no effect.
        if step.outcome is not None and step.before.reason is None and isinstance(step.entry, Hand):
            yield step.entry, step.outcome, step


def _comeback(steps: Sequence[Step], winner: int | None) -> int:
    """The most points that the winner was behind another side after an entry; 0 for a draw.

    Entries after the end change no totals.
    """
    if winner is None:
        return 0
    return max((max(step.after.totals) - step.after.totals[winner] for step in steps), default=0)


def _result(side: int, totals: Sequence[int], stars: Sequence[int], winner: int | None) -> list[int]:
    """The counters of a seat from the result alone, in the order of COUNTERS."""
    points = totals[side]
    against = max(total for other, total in enumerate(totals) if other != side)
    known = [1, int(winner == side), int(winner is None), points, against, stars[side]]
    return known + [0] * (len(COUNTERS) - len(known))


def hand_contribution(seat: int, hand: Hand, outcome: Outcome, sides: int) -> dict[str, int]:
    """What a scored hand adds to the counters of a seat; absent names are zero."""
    contract, points, side = outcome.contract, outcome.points, seat % sides
    # A hand in which two sides have the most points is won by neither.
    won = points[side] == max(points) and points.count(points[side]) == 1
    part = {"hands": 1, "hands_won": int(won)}
    if contract is Contract.HIGH:
        return part | _high_part(side, outcome, declares=seat == hand.declarer)
    if contract is Contract.LOW:
        fewer = outcome.tricks[side] < outcome.tricks[1 - side]
        return part | {"lows": 1, "lows_won": int(fewer), "low_points": points[side] - points[1 - side]}
    if seat != hand.declarer:
        return part
    if contract is Contract.WIDOW:
        return part | {"takes": 1, "takes_made": int(points[side] >= 0), "take_tricks": outcome.tricks[side]}
    return part | {"solos": 1, "solos_made": int(bool(outcome.made))}


def _high_part(side: int, outcome: Outcome, *, declares: bool) -> dict[str, int]:
    net = outcome.points[side] - outcome.points[1 - side]
    made, tricks = int(bool(outcome.made)), outcome.tricks[side]
    if declares:
        return {"grands": 1, "grands_made": made, "grand_tricks": tricks, "grand_points": net}
    if side == outcome.side:
        return {"partner_grands": 1, "partner_made": made}
    return {"defended": 1, "defended_set": 1 - made, "defended_points": net}
