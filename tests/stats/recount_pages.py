"""What the pages of players must say by the second count: the cells of each table as a spreadsheet gets them."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from tests.stats.recount_club import (
    ALL,
    Chosen,
    Recount,
    added,
    by_day,
    likely_share,
    percent,
    points,
    rating,
    shared_ranks,
    span,
    spreadsheet,
    tenth,
    whole,
    written,
)
from tests.stats.recount_parts import Part

Tables = dict[str, list[list[str]]]


class Measure(NamedTuple):
    title: str
    top: str
    of: str
    is_share: bool = False
    in_points: bool = False


MEASURES = {
    "won": Measure("Games won", "wins", "games", True),
    "points": Measure("Points per game", "points", "games", in_points=True),
    "hands_won": Measure("Hands won", "hands_won", "hands", True),
    "granding": Measure("Grand bids", "grands", "hands", True),
    "made": Measure("Grands made", "grands_made", "grands", True),
    "grand_tricks": Measure("Tricks per grand", "grand_tricks", "grands"),
    "grand_points": Measure("Net points per grand", "grand_points", "grands", in_points=True),
    "partner_made": Measure("Partner’s grands made", "partner_made", "partner_grands", True),
    "defended": Measure("Grands set", "defended_set", "defended", True),
    "defended_points": Measure("Net points per defended grand", "defended_points", "defended", in_points=True),
    "lows": Measure("Low hands won", "lows_won", "lows", True),
    "low_points": Measure("Net points per low hand", "low_points", "lows", in_points=True),
    "solos": Measure("Solos made", "solos_made", "solos", True),
    "takes": Measure("Widow taken, nothing lost", "takes_made", "takes", True),
    "take_tricks": Measure("Tricks with the widow", "take_tricks", "takes"),
}
TOTALS = {"games": "games", "all_points": "points", "all_made": "grands_made", "stars": "stars"}
ORDERS = ("rating", "won", "points", "made", "grand_points", "defended", "lows", "solos", *TOTALS)
LEAST = 5


def file_title(key: str) -> str:
    """As a spreadsheet names it, where numbers have no signs."""
    return MEASURES[key].title + (" %" if MEASURES[key].is_share else "")


def cell(key: str, counts: dict) -> str:
    """A measure of some counts; `wins` has a draw as half a win."""
    if key in TOTALS:
        return whole(counts[TOTALS[key]])
    measure = MEASURES[key]
    top = counts["won"] + counts["drawn"] / 2 if measure.top == "wins" else counts[measure.top]
    if measure.is_share:
        return percent(top, counts[measure.of])
    return tenth(top / counts[measure.of]) if counts[measure.of] else "–"


def likely(key: str, counts: dict) -> str:
    measure = MEASURES.get(key)
    if measure is None or not measure.is_share:
        return ""
    top = counts["won"] + counts["drawn"] / 2 if measure.top == "wins" else counts[measure.top]
    return likely_share(top, counts[measure.of])


def is_in_points(key: str) -> bool:
    return key == "all_points" or (key in MEASURES and MEASURES[key].in_points)


def value(recount: Recount, key: str, player: int, counts: dict) -> float | None:
    """What players are ordered by; None for who has none."""
    if key == "rating":
        return recount.ratings[player][0]
    if key in TOTALS:
        return counts[TOTALS[key]]
    measure = MEASURES[key]
    if not counts[measure.of]:
        return None
    return (counts["won"] + counts["drawn"] / 2 if measure.top == "wins" else counts[measure.top]) / counts[measure.of]


def leaders(recount: Recount, by: str, chosen: Chosen) -> list[list[str]]:
    """The players, the best first; equals share the rank. Below them those who have played too little for one."""
    least = 1 if by in TOTALS else LEAST
    found = []
    for player in recount.players:
        everything = added(recount.chosen(chosen, player))
        of_points = added(recount.chosen(recount.of_one_rule_set(chosen), player))
        counts = {key: of_points if is_in_points(key) else everything for key in (*MEASURES, *TOTALS, "rating")}
        best = value(recount, by, player, counts[by])
        tried = counts[by][MEASURES[by].of if by in MEASURES else "games"] >= least
        if by == "rating":
            tried = len(recount.of(player)) >= least
        if everything["games"] and best is not None:
            found.append((not tried, -best, -everything["games"], player, counts))
    found.sort(key=lambda row: row[:4])
    beside = [key for key in ("rating", "won", "points", "made", "games") if key != by]
    rows = []
    for *_order, player, counts in found:
        mu, sigma = recount.ratings[player]
        shown = {key: rating(mu) if key == "rating" else cell(key, counts[key]) for key in (by, *beside)}
        within = likely(by, counts[by])
        if by == "rating":
            within = span([int(rating(mu)) + sign * round(48 * sigma) for sign in (-1, 1)], 0)
        rows.append([recount.names[player], *(shown[key] for key in (by, *beside)), spreadsheet(within)])
    ranks = written(shared_ranks([-row[1] for row in found if not row[0]]))
    ranks += ["–"] * (len(rows) - len(ranks))
    return [[rank, *row] for rank, row in zip(ranks, rows, strict=True)]


# A player's page


def player_page(recount: Recount, player: int, chosen: Chosen = ALL) -> Tables:
    parts = recount.chosen(chosen, player)
    if not parts:
        return {}
    return {
        "Last evenings": evenings(parts),
        "Partners": met(recount, parts, lambda part: [part.partner] if part.partner else []),
        "Opponents": met(recount, parts, lambda part: part.opponents),
        "All figures": numbers(recount, player, chosen),
    }


COUNT_NAMES = {
    "games": "game",
    "hands": "hand",
    "grands": "grand",
    "partner_grands": "grand",
    "defended": "grand",
    "lows": "low hand",
    "solos": "solo",
    "takes": "widow",
}


def numbers(recount: Recount, player: int, chosen: Chosen) -> list[list[str]]:
    rows = []
    mine, club = recount.chosen(chosen, player), added(recount.chosen(chosen))
    games, rules = Counter(part.game.rules for part in mine), recount.of_one_rule_set(chosen).rules
    if rules not in games:  # points by the rules that the player has played most
        rules = min(games, key=lambda each: (-games[each], each))
    everything, of_points = added(mine), added(part for part in mine if part.game.rules == rules)
    for key, measure in MEASURES.items():
        counts = of_points if measure.in_points else everything
        if counts[measure.of]:
            number = counts[measure.of]
            of = f"{number:,} {COUNT_NAMES.get(measure.of, '')}{'s' if number != 1 else ''}"
            if measure.is_share:
                wins = counts["won"] + counts["drawn"] / 2
                top = f"{wins:,.{counts['drawn'] % 2}f}" if measure.top == "wins" else f"{counts[measure.top]:,}"
                of = f"{top} of {counts[measure.of]:,}"
            within = spreadsheet(likely(key, counts))
            beside = cell(key, club) if key in ("made", "defended", "lows", "solos", "takes") else ""
            rows.append([file_title(key), cell(key, counts), of, within, beside])
    return rows


def evenings(parts: list[Part]) -> list[list[str]]:
    """The last twelve, the newest first."""
    rows = []
    for day, mine in list(by_day(parts).items())[:-13:-1]:
        counts = added(mine)
        won, games = whole(counts["won"]), whole(counts["games"])
        score = points(counts["points"], counts["points_against"])
        rows.append([day.isoformat(), won, games, score, rating(mine[-1].rating[0])])
    return rows


def record(parts: Iterable[Part]) -> list[str]:
    """Games with or against another player, and what the ratings expected."""
    found = list(parts)
    counts, expected = added(found), sum(part.expected for part in found)
    wins = counts["won"] + counts["drawn"] / 2
    return [*map(whole, (counts["won"], counts["games"])), percent(wins, counts["games"]), tenth(wins - expected)]


def met(recount: Recount, parts: list[Part], others) -> list[list[str]]:
    found: dict[int, list[Part]] = {}
    for part in parts:
        for other in others(part):
            found.setdefault(other, []).append(part)
    order = sorted(found, key=lambda other: (-len(found[other]), recount.names[other].casefold()))
    return [[recount.names[other], *record(found[other])] for other in order[:20]]


def games(recount: Recount, parts: list[Part]) -> list[list[str]]:
    """The games of one player that a page holds, the newest first."""
    rows = []
    for part in parts[:-51:-1]:
        own = part.game.totals[part.side]
        others = [total for side, total in enumerate(part.game.totals) if side != part.side]
        outcome = "won" if part.counts["won"] else "drawn" if part.counts["drawn"] else "lost"
        rows.append(
            [
                part.game.day.isoformat(),
                outcome,
                points(own, *others),
                recount.names[part.partner] if part.partner else "",
                " & ".join(recount.names[other] for other in part.opponents),
                rating(part.rating[0]),
                recount.parties.get(part.game.party, ""),
                part.game.title,
            ]
        )
    return rows


def counted_hands(parts: list[Part], kind: str) -> list[tuple[date, int, str, str]]:
    """The day, the number, and the points of both sides of each hand that is counted so, in the newest games."""
    rows = []
    with_any = [part for part in parts if kind in part.hand_numbers]
    for part in with_any[:-21:-1]:
        for number in reversed(part.hand_numbers[kind]):
            points = part.game.hands[number - 1].points
            own, *others = points[part.side :] + points[: part.side]
            rows.append((part.game.day, number, whole(own), others))
    return rows
