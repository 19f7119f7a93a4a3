"""What the pages of players must say by the second count: the cells of each table as a spreadsheet gets them."""

from collections.abc import Iterable
from datetime import date
from math import sqrt
from typing import NamedTuple

from tests.stats.recount_club import (
    ALL,
    NORMAL,
    Chosen,
    Recount,
    added,
    by_day,
    likely_mean,
    likely_share,
    percent,
    points,
    rating,
    shared_ranks,
    span,
    spreadsheet,
    tenth,
    whole,
)
from tests.stats.recount_parts import Part

Tables = dict[str, list[list[str]]]


class Measure(NamedTuple):
    title: str
    top: str
    of: str
    is_share: bool = False
    squares: str = ""


MEASURES = {
    "won": Measure("Games won", "score", "games", True),
    "points": Measure("Points per game", "points", "games", False, "points_sq"),
    "hands_won": Measure("Hands won", "hands_won", "hands", True),
    "granding": Measure("Grand bids", "grands", "hands", True),
    "made": Measure("Grands made", "grands_made", "grands", True),
    "grand_tricks": Measure("Tricks per grand", "grand_tricks", "grands", False, "grand_tricks_sq"),
    "grand_points": Measure("Net points per grand", "grand_points", "grands", False, "grand_points_sq"),
    "partner_made": Measure("Partner’s grands made", "partner_made", "partner_grands", True),
    "defended": Measure("Grands set", "defended_set", "defended", True),
    "defended_points": Measure("Net points per defended grand", "defended_points", "defended"),
    "lows": Measure("Low hands won", "lows_won", "lows", True),
    "low_points": Measure("Net points per low hand", "low_points", "lows"),
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
    """A measure of some counts; `score` is a win, or half a one for a drawn game."""
    if key in TOTALS:
        return whole(counts[TOTALS[key]])
    measure = MEASURES[key]
    top = counts["won"] + counts["drawn"] / 2 if measure.top == "score" else counts[measure.top]
    if measure.is_share:
        return percent(top, counts[measure.of])
    return tenth(top / counts[measure.of]) if counts[measure.of] else "–"


def likely(key: str, counts: dict) -> str:
    measure = MEASURES.get(key)
    if measure is None:
        return ""
    if measure.is_share:
        top = counts["won"] + counts["drawn"] / 2 if measure.top == "score" else counts[measure.top]
        return likely_share(top, counts[measure.of])
    if not measure.squares:
        return ""
    return likely_mean(counts[measure.top], counts[measure.squares], counts[measure.of])


def value(recount: Recount, key: str, player: int, counts: dict) -> float | None:
    """What players are ordered by; None for who has none."""
    if key == "rating":
        return recount.ratings[player][0]
    if key in TOTALS:
        return counts[TOTALS[key]]
    measure = MEASURES[key]
    if not counts[measure.of]:
        return None
    return (counts["won"] + counts["drawn"] / 2 if measure.top == "score" else counts[measure.top]) / counts[measure.of]


def leaders(recount: Recount, by: str, chosen: Chosen, least: int | None = None) -> list[list[str]]:
    """The players, the best first; equals share the rank. Where nobody has played enough, everybody is there."""
    asked, least = least, least or (1 if by in TOTALS else LEAST)
    found = []
    for player in recount.players:
        counts = added(recount.chosen(chosen, player))
        best = value(recount, by, player, counts)
        tried = by == "rating" or by in TOTALS or counts[MEASURES[by].of] >= least
        if counts["games"] >= least and best is not None and tried:
            found.append((-best, -counts["games"], player, counts))
    if not found and asked is None and least > 1:
        return leaders(recount, by, chosen, 1)
    found.sort(key=lambda row: row[:3])
    beside = [key for key in ("rating", "won", "points", "made", "games") if key != by]
    rows = []
    for _best, _games, player, counts in found:
        mu, sigma = recount.ratings[player]
        shown = {key: rating(mu) if key == "rating" else cell(key, counts) for key in (by, *beside)}
        within = likely(by, counts)
        if by == "rating":
            within = span([int(rating(mu)) + sign * round(48 * sigma) for sign in (-1, 1)], 0)
        rows.append([recount.names[player], *(shown[key] for key in (by, *beside)), spreadsheet(within)])
    ranks = shared_ranks([-row[0] for row in found])
    return [[str(rank), *row] for rank, row in zip(ranks, rows, strict=True)]


# A player's page


def player_page(recount: Recount, player: int, chosen: Chosen = ALL) -> Tables:
    parts = recount.chosen(chosen, player)
    counts, club = added(parts), added(recount.chosen(chosen))
    return {
        "Totals": totals(counts),
        "All figures": numbers(counts, club),
        "Best and worst evenings": evenings(parts),
        "With": met(recount, parts, lambda part: [part.partner] if part.partner else []),
        "Against": met(recount, parts, lambda part: part.opponents),
        "Last games": games(recount, parts[-12:]),
    }


def totals(counts: dict) -> list[list[str]]:
    lost = counts["games"] - counts["won"] - counts["drawn"]
    figures = {
        "Games": counts["games"],
        "Won": counts["won"],
        "Drawn": counts["drawn"],
        "Lost": lost,
        "Hands": counts["hands"],
        "Points": counts["points"],
        "Opponents’ points": counts["points_against"],
        "Stars": counts["stars"],
        "Grand bids": counts["grands"],
        "Grands made": counts["grands_made"],
        "Grands defended": counts["defended"],
        "Grands set": counts["defended_set"],
        "Low hands": counts["lows"],
        "Low hands won": counts["lows_won"],
        "Solos": counts["solos"],
        "Solos made": counts["solos_made"],
        "Widows taken": counts["takes"],
    }
    always = {"Games", "Won", "Lost", "Hands", "Points", "Opponents’ points"}
    return [[name, whole(number)] for name, number in figures.items() if number or name in always]


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


def numbers(counts: dict, club: dict) -> list[list[str]]:
    rows = []
    for key, measure in MEASURES.items():
        if counts[measure.of]:
            number = counts[measure.of]
            of = f"{number:,} {COUNT_NAMES.get(measure.of, '')}{'s' if number != 1 else ''}"
            if measure.is_share:
                score = counts["won"] + counts["drawn"] / 2
                top = f"{score:,.{counts['drawn'] % 2}f}" if measure.top == "score" else f"{counts[measure.top]:,}"
                of = f"{top} of {counts[measure.of]:,}"
            within = spreadsheet(likely(key, counts))
            rows.append([file_title(key), cell(key, counts), of, within, cell(key, club)])
    return rows


def evenings(parts: list[Part]) -> list[list[str]]:
    found = []
    for day, mine in by_day(parts).items():
        counts = added(mine)
        found.append((counts["points_against"] - counts["points"], -counts["won"] - counts["drawn"] / 2, day, counts))
    found.sort(key=lambda row: row[:3])
    best = [("Best", row) for row in found[:3]] if len(found) > 1 else []
    worst = [("Worst", found[-1])] if len(found) > 3 else []
    rows = []
    for label, (lost_by, lost, day, counts) in best + worst:
        won = tenth(-lost) if counts["drawn"] % 2 else whole(-lost)
        score = points(counts["points"], counts["points_against"])
        rows.append([day.isoformat(), label, whole(-lost_by), won, whole(counts["games"]), score])
    return rows


def record(parts: Iterable[Part]) -> list[str]:
    """Games with or against another player, and what the ratings expected."""
    found = list(parts)
    counts, expected = added(found), sum(part.expected for part in found)
    score = counts["won"] + counts["drawn"] / 2
    luck = NORMAL * sqrt(sum(part.expected * (1 - part.expected) for part in found))
    lost = counts["games"] - counts["won"] - counts["drawn"]
    return [
        *map(whole, (counts["won"], counts["drawn"], lost)),
        tenth(expected),
        whole(counts["games"]),
        percent(score, counts["games"]),
        tenth(score - expected),
        tenth(luck) if found else "–",
    ]


def met(recount: Recount, parts: list[Part], others) -> list[list[str]]:
    found: dict[int, list[Part]] = {}
    for part in parts:
        for other in others(part):
            found.setdefault(other, []).append(part)
    order = sorted(found, key=lambda other: (-len(found[other]), recount.names[other].casefold()))
    return [[recount.names[other], *record(found[other])] for other in order]


def games(recount: Recount, parts: list[Part]) -> list[list[str]]:
    """The games of one player, the newest first."""
    rows = []
    for part in reversed(parts):
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
    """The day, the number, and the points of both sides of each hand that is counted so; the newest game first."""
    rows = []
    for part in reversed(parts):
        for number in reversed(part.hand_numbers.get(kind, [])):
            points = part.game.hands[number - 1].points
            own, *others = points[part.side :] + points[: part.side]
            rows.append((part.game.day, number, whole(own), others))
    return rows
