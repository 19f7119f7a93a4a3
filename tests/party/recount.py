"""A party counted a second time, in plain Python, straight from its rows: nothing here calls the engine or the party.

People are taken from the chairs of the games (`Seat`), points from the hands (or from paper), sit-outs from `Place`.
The rules are those of RULES.md: §1.3 what a hand is worth, §1.6 when a game ends, §2.3 what counts for whom.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from tests.stats.recount import points_and_stars
from whistclub.party.models import Entrant, Party, SeatAssignment, Table
from whistclub.play.models import Game

COUNTED = ("games", "won", "sat_out", "points", "difference", "stars", "grands", "top_rounds")
WORTH_OF_SITTING_OUT = {"half": Fraction(1, 2), "nothing": Fraction(0), "win": Fraction(1)}


@dataclass
class GameCount:
    """A game added up by hand."""

    totals: list[int] = field(default_factory=lambda: [0, 0])
    stars: list[int] = field(default_factory=lambda: [0, 0])
    grands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    hands: int = 0
    over: bool = False
    winner: int | None = None


def count_game(game):
    """The hands that count, one after the other; paper in their place if there is any."""
    found, options = GameCount(), game.options
    limits = [limit for limit in (options["max_hands"], game.last_hand) if limit is not None]
    whole = [hand for hand in game.entries.all() if hand.current and hand.tricks is not None]
    for hand in sorted(whole, key=lambda hand: hand.position):
        if found.over:
            break
        side = None if hand.declarer is None else hand.declarer % 2
        points, stars, _made = points_and_stars(options, hand.contract, side, hand.tricks)
        found.hands += 1
        for side in (0, 1):
            found.totals[side] += points[side]
            found.stars[side] += stars[side]
        if options["carry"] == "one_side" and min(found.totals) > 0:
            found.totals = [0, 0]
        if hand.contract == "high" and hand.tricks[hand.declarer % 2] > 6:
            found.grands[hand.declarer] += 1
        level = found.totals[0] == found.totals[1]
        reached = options["target"] is not None and max(found.totals) >= options["target"] and not level
        at_limit = bool(limits) and found.hands >= min(limits) and (not level or options["limit_tie"] == "draw")
        found.over = reached or at_limit
    if game.paper_result is not None:
        stars = list(game.paper_stars or [0, 0])
        found = GameCount(totals=list(game.paper_result), stars=stars, hands=found.hands, over=True)
    if found.over and found.totals[0] != found.totals[1]:
        found.winner = 0 if found.totals[0] > found.totals[1] else 1
    return found


def count(party):
    """What each number of the party has in the standings, and in money (cents)."""
    party = Party.objects.get(pk=party.pk)
    number_of = {entrant.player_id: entrant.number for entrant in Entrant.objects.filter(party=party)}
    lines = {number: Counter() for number in number_of.values()}
    cents = Counter()
    rested, played, unfinished = {}, {}, set()
    counted = Table.objects.filter(round__party=party, round__state__in=["running", "over"], game__isnull=False)
    for table in counted.select_related("round", "game").prefetch_related("game__seats", "game__entries"):
        game, found = table.game, count_game(table.game)
        ruled = table.ruled_draw or table.walkover_to is not None
        if not ruled and game.state != Game.State.FINISHED:
            unfinished.add(table.round_id)
            continue
        winner = None if table.ruled_draw else table.walkover_to if ruled else found.winner
        for seat in game.seats.all():
            number, side = number_of[seat.player_id], seat.position % 2
            line = lines[number]
            played.setdefault(number, set()).add(table.round_id)
            line["games"] += 1
            if winner is None:
                line["drawn"] += 1
            elif winner == side:
                line["won"] += 1
                line["stars"] += found.stars[side]
            line["points"] += found.totals[side]
            line["difference"] += found.totals[side] - found.totals[1 - side]
            line["grands"] += found.grands[seat.position]
            line["top_rounds"] += table.number == 1
            if not ruled and winner is not None:
                stake = game.options["stake"] * (1 + found.stars[winner])
                cents[number] += stake if side == winner else -stake
    there = SeatAssignment.objects.filter(round__party=party, round__state__in=["running", "over"]).select_related(
        "entrant"
    )
    for assignment in there:
        # What sitting out is worth is known when the round is over.
        if assignment.counts_as_sit_out and assignment.round_id not in unfinished:
            rested.setdefault(assignment.entrant.number, set()).add(assignment.round_id)
    for number, line in lines.items():
        line["sat_out"] = len(rested.get(number, set()) - played.get(number, set()))
    kept = {entrant.number for entrant in Entrant.objects.filter(party=party) if entrant.present}
    kept |= {assignment.entrant.number for assignment in there}
    return {number: _with_sit_outs(line, party) for number, line in lines.items() if number in kept}, cents


def _with_sit_outs(line, party):
    """The counts, and what of them ranks: a draw is half a win, sit-outs are in at their worth."""
    found = {name: Fraction(line[name]) for name in COUNTED}
    found["wins"] = found["won"] + Fraction(line["drawn"], 2)
    if party.sit_out_worth == "average":
        stretch = 1 + found["sat_out"] / found["games"] if found["games"] else Fraction(1)
        for name in ("wins", "stars", "points", "difference"):
            found[name] *= stretch
    else:
        found["wins"] += found["sat_out"] * WORTH_OF_SITTING_OUT[party.sit_out_worth]
    return found


def ranks(party, lines):
    """The rank of each number of these counted lines: one more than there are people who have more."""
    criteria = Party.objects.get(pk=party.pk).criteria
    have = {number: line | {"wins_and_stars": line["wins"] + line["stars"]} for number, line in lines.items()}
    values = {number: [line[each] for each in criteria] for number, line in have.items()}
    return {number: 1 + sum(other > own for other in values.values()) for number, own in values.items()}
