"""Games counted a second time, in plain Python, from the lines of the export: nothing of the program is called here.

The rules are those of RULES.md: §1.3 what a hand is worth, §1.6 when a game ends, A33 what a revoke moves.
"""

import csv
import io
import json
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

SEATS = {"pairs4": 4, "widow3": 3, "duo2": 2}
SIDES = {"pairs4": 2, "widow3": 3, "duo2": 2}


@dataclass
class Scored:
    """A hand that counted: its tricks after a revoke, points and stars by side; the deal and the score before it."""

    contract: str
    declarer: int | None
    tricks: list[int]
    points: list[int]
    stars: list[int]
    made: bool
    dealer: int
    before: list[int]
    at: datetime


@dataclass
class Game:
    """One game as the export has it, and as it is folded here."""

    code: str
    counts: bool
    state: str
    started_at: datetime
    party: str
    round: str
    table: str
    form: str
    rules: str
    title: str
    options: dict
    first_dealer: int
    conceded_by: int | None
    paper: list[int] | None
    players: list[int]
    names: list[str]
    recorded: tuple  # totals, stars, winner as the program says them
    entries: list[dict] = field(default_factory=list)
    hands: list[Scored] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    stars: list[int] = field(default_factory=list)
    over: bool = False
    winner: int | None = None
    scores: list[list[int]] = field(default_factory=list)  # after each entry that counts

    @property
    def sides(self) -> int:
        return SIDES[self.form]

    @property
    def day(self) -> date:
        """The evening: until four in the morning it is still the day before, where the club is."""
        clock = self.started_at.replace(tzinfo=None)
        return clock.date() if clock.hour >= 4 else clock.date() - timedelta(days=1)

    @property
    def best(self) -> tuple[int, int, int]:
        """The most points that anybody got in one hand, by which side, in which hand; the first of equal sides."""
        found = (0, 0, 0)
        for side in range(self.sides):
            for number, hand in enumerate(self.hands, start=1):
                if hand.points[side] > found[0]:
                    found = (hand.points[side], side, number)
        return found

    @property
    def margin(self) -> int:
        if self.winner is None:
            return 0
        return max(
            0, self.totals[self.winner] - max(each for side, each in enumerate(self.totals) if side != self.winner)
        )

    @property
    def comeback(self) -> int:
        """How far the winner was behind at the worst moment."""
        return 0 if self.winner is None else max((max(each) - each[self.winner] for each in self.scores), default=0)

    def side(self, seat: int) -> int:
        return seat % self.sides

    def people(self, side: int) -> list[int]:
        return [player for seat, player in enumerate(self.players) if self.side(seat) == side]


def games_of(text: str) -> list[Game]:
    """All games of an export, in its order, each folded."""
    found: dict[str, Game] = {}
    for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")):
        code = row["game"].removeprefix("'")
        game = found.get(code) or found.setdefault(code, _game(code, row))
        if row["kind"] != "none":
            game.entries.append(row)
    for game in found.values():
        fold(game)
    return list(found.values())


def _game(code: str, row: dict) -> Game:
    seats = range(SEATS[row["form"]])
    return Game(
        code=code,
        counts=row["counts"] == "yes",
        state=row["state"],
        started_at=datetime.fromisoformat(row["started_at"]),
        party=row["party"].removeprefix("'"),
        round=row["round"],
        table=row["table"],
        form=row["form"],
        rules=row["rules"],
        title=row["rules_title"],
        options=json.loads(row["options"]),
        first_dealer=int(row["first_dealer"]),
        conceded_by=_number(row["conceded_by"]),
        paper=json.loads(row["paper"]) if row["paper"] else None,
        players=[int(row[f"player_{seat}"]) for seat in seats],
        names=[row[f"name_{seat}"] for seat in seats],
        recorded=(json.loads(row["totals"]), json.loads(row["stars"]), _number(row["winner"])),
    )


def _number(text: str) -> int | None:
    return int(text) if text else None


def fold(game: Game) -> None:
    """Play the entries: totals, stars, the hands that count, the end, the winner."""
    dealer, left, scores = game.first_dealer, False, []
    totals, stars, hands = [0] * game.sides, [0] * game.sides, []
    for row in game.entries:
        if row["kind"] == "redeal":
            dealer += bool(row["notes"] and json.loads(row["notes"]).get("deal_passes"))
        elif row["kind"] == "adjustment" and not left:
            totals = carried(game, [a + b for a, b in zip(totals, json.loads(row["points"]), strict=True)])
            game.over, game.winner = ended(game, totals, len(hands))
        elif row["kind"] == "hand":
            if game.over:
                left = True
            else:
                hand = worth(game, row, dealer % SEATS[game.form], totals)
                hands.append(hand)
                totals = carried(game, [a + b for a, b in zip(totals, hand.points, strict=True)])
                stars = [a + b for a, b in zip(stars, hand.stars, strict=True)]
                game.over, game.winner = ended(game, totals, len(hands))
            dealer += 1
        if not left:
            scores.append(totals)
    game.totals, game.stars, game.hands, game.scores = totals, stars, hands, scores
    if game.paper is not None:
        game.totals, game.stars, game.hands, game.scores = game.paper, [0] * game.sides, [], []
        game.over, game.winner = True, alone_ahead(game.paper)
    elif game.conceded_by is not None:
        game.over, game.winner = True, 1 - game.conceded_by
    elif game.state == "finished" and not game.over:
        # It was ended early, and a hand was taken out afterwards.
        game.over, game.winner = True, alone_ahead(totals)


def carried(game: Game, totals: list[int]) -> list[int]:
    return [0, 0] if game.options["carry"] == "one_side" and min(totals) > 0 else totals


def alone_ahead(totals: list[int]) -> int | None:
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


def ended(game: Game, totals: list[int], hands: int) -> tuple[bool, int | None]:
    """Whether the game is over, and who has won it."""
    target, limit = game.options["target"], game.options["max_hands"]
    ahead = alone_ahead(totals)
    if target is not None and ahead is not None and totals[ahead] >= target:
        return True, ahead
    if limit is not None and hands >= limit and (ahead is not None or game.options["limit_tie"] == "draw"):
        return True, ahead
    return False, None


def points_and_stars(options: dict, contract: str, side: int | None, tricks: list[int]) -> tuple[list, list, bool]:
    """What the tricks that count bring each side, and whether `side`, which bid, made it."""
    points, stars, made = [0] * SIDES[options["form"]], [0] * SIDES[options["form"]], False
    if contract == "low":
        more = tricks.index(max(tricks))
        points[more] = -(tricks[more] - 6) * options["low_penalty"]
        points[1 - more] = (tricks[more] - 6) * options["low_award"]
    elif contract == "widow":
        points = [won - options["widow_quota" if seat == side else "own_quota"] for seat, won in enumerate(tricks)]
        made = side is not None and points[side] >= 0
    elif contract == "high":
        made = tricks[side] > 6
        if made:
            points[side] = (tricks[side] - 6) * options["high_made"]
        else:
            points[side] = -(7 - tricks[side]) * options["high_set_penalty"]
            points[1 - side] = (7 - tricks[side]) * options["high_set_award"]
    else:
        made = tricks == ([0] if contract == "sola_nola" else [7])
        if made or options["solo_failed_star"] == "defenders":
            stars[side if made else 1 - side] = 1
    return points, stars, made


def worth(game: Game, row: dict, dealer: int, totals: list[int]) -> Scored:
    """What a hand brings each side."""
    options, contract = game.options, row["contract"]
    declarer, tricks = _number(row["declarer"]), json.loads(row["tricks"])
    notes = json.loads(row["notes"]) if row["notes"] else {}
    if notes.get("revoke") and contract not in ("sola_nola", "grand_dix"):
        by, against = notes["revoke"]
        # Tricks go from the side that revoked to the other; in a low hand, where they do harm, the other way.
        giver, taker = (against, by) if contract == "low" else (by, against)
        moved = min(options["revoke_tricks"], tricks[giver])
        tricks[giver] -= moved
        tricks[taker] += moved
    side = None if declarer is None else game.side(declarer)
    points, stars, made = points_and_stars(options, contract, side, tricks)
    at = datetime.fromisoformat(row["recorded_at"])
    return Scored(contract, declarer, tricks, points, stars, made, dealer, list(totals), at)
