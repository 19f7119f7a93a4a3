"""What each game counts for each player, and for what the rules do: the second count goes on here."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.stats.recount import Game, Scored


@dataclass
class Part:
    """One player in one game. `hand_numbers` are the numbers of the hands that make up each count of hands."""

    game: Game
    seat: int
    order: int
    counts: Counter = field(default_factory=Counter)
    hand_numbers: dict[str, list[int]] = field(default_factory=dict)
    rating: tuple[float, float] = (0.0, 0.0)
    expected: float = 0.0

    @property
    def player(self) -> int:
        return self.game.players[self.seat]

    @property
    def side(self) -> int:
        return self.game.side(self.seat)

    def _around(self, steps: int) -> int:
        return self.game.players[(self.seat + steps) % len(self.game.players)]

    @property
    def partner(self) -> int | None:
        return self._around(2) if self.game.form == "pairs4" else None

    @property
    def opponents(self) -> list[int]:
        """From the left."""
        return {4: [self._around(1), self._around(3)], 3: [self._around(1), self._around(2)], 2: [self._around(1)]}[
            len(self.game.players)
        ]


def parts_of(games: Iterable[Game]) -> list[Part]:
    """Everybody's part in each of these games."""
    found = []
    for order, game in enumerate(games):
        for seat in range(len(game.players)):
            part = Part(game, seat, order)
            count(part)
            found.append(part)
    return found


def count(part: Part) -> None:
    game, side, add = part.game, part.side, part.counts
    own = game.totals[side]
    add.update(games=1, won=game.winner == side, drawn=game.winner is None, points=own)
    against = max(total for other, total in enumerate(game.totals) if other != side)
    add.update(points_against=against, stars=game.stars[side])
    for number, hand in enumerate(game.hands, start=1):
        for kind, amount in of_hand(part, hand).items():
            add[kind] += amount
            if amount == 1:
                part.hand_numbers.setdefault(kind, []).append(number)


def of_hand(part: Part, hand: Scored) -> dict[str, int]:
    """What a hand adds to the counts of a seat."""
    side, mine = part.side, part.seat == hand.declarer
    others = [points for other, points in enumerate(hand.points) if other != side]
    found = {"hands": 1, "hands_won": int(all(hand.points[side] > points for points in others))}
    net = hand.points[side] - others[0]
    if hand.contract == "low":
        fewer = int(hand.tricks[side] < hand.tricks[1 - side])
        return found | {"lows": 1, "lows_won": fewer, "low_points": net}
    if hand.contract == "widow":
        taken = {"takes": 1, "takes_made": int(hand.made), "take_tricks": hand.tricks[side]}
        return found | (taken if mine else {})
    if hand.contract != "high":
        return found | ({"solos": 1, "solos_made": int(hand.made)} if mine else {})
    if mine:
        tricks = hand.tricks[side]
        return found | {"grands": 1, "grands_made": int(hand.made), "grand_tricks": tricks, "grand_points": net}
    if side == part.game.side(hand.declarer):
        return found | {"partner_grands": 1, "partner_made": int(hand.made)}
    return found | {"defended": 1, "defended_set": int(not hand.made), "defended_points": net}


def kinds_of(game: Game) -> Counter:
    """What was played in a game."""
    found: Counter = Counter()
    for hand in game.hands:
        found["hands"] += 1
        if hand.contract != "widow" or hand.declarer is not None:
            found[hand.contract] += 1
            if hand.made:
                found[f"{hand.contract}_made"] += 1
    return found
