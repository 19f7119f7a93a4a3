"""What the pages of rules, and of people beside each other, must say by the second count."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from tests.stats.recount_club import (
    ALL,
    Chosen,
    Recount,
    added,
    likely_share,
    percent,
    points,
    spreadsheet,
    whole,
    wilson,
)
from tests.stats.recount_evenings import Rows
from tests.stats.recount_pages import Tables, cell, record
from tests.stats.recount_parts import Part

# What the rules do


SEATS = {
    "pairs4": ("Dealer", "Left of the dealer", "Dealer’s partner", "Right of the dealer"),
    "duo2": ("Dealer", "Non-dealer"),
}
SCORES = {-2: "5 or more behind", -1: "Less than 5 behind", 0: "Tied", 1: "Less than 5 ahead", 2: "5 or more ahead"}


def rules_numbers(recount: Recount, form: str, kinds: Counter) -> Rows:
    """The table of one form of a rule set."""
    hands, rows = kinds["hands"], []

    def add(name: str, part: int, of: int, *, always: bool = False) -> None:
        if of or always:
            rows.append([name, whole(part), whole(of), percent(part, of), spreadsheet(likely(part, of))])

    if form == "widow3":
        add("Widow taken", kinds["taken"], hands)
        add("Widow taken, nothing lost", kinds["taken_made"], kinds["taken"])
        add("Widow not taken", kinds["untaken"], hands)
        for tricks in range(14) if kinds["taken"] else ():
            add(f"Widow taken, tricks: {tricks}", kinds[f"taken{tricks}"], kinds["taken"])
        return rows
    seats = list(enumerate(SEATS[form]))
    grands = sum(kinds[f"seat{seat}"] for seat, _name in seats)
    solos = kinds["sola_nola"] + kinds["grand_dix"]
    add("Grands made", sum(kinds[f"seat{seat}_made"] for seat, _name in seats), grands)
    add("Grand bids", grands, hands)
    add("Low hands", kinds["low"], hands)
    if solos:
        add("Solos", solos, hands)
    for seat, name in seats:
        add(f"Grands made: {name}", kinds[f"seat{seat}_made"], kinds[f"seat{seat}"])
    for level, name in SCORES.items():
        add(f"Grands made: {name}", kinds[f"score{level}_made"], kinds[f"score{level}"])
    for seat, name in seats if grands else ():
        add(f"Grand bids: {name}", kinds[f"seat{seat}"], hands)
    for tricks in range(14):
        add(f"Grands, tricks: {tricks}", kinds[f"tricks{tricks}"], grands)
    for tricks in range(7, 14):
        add(f"Low hands, tricks: {tricks}", kinds[f"low{tricks}"], kinds["low"])
    add("Made: Sola Nola", kinds["sola_nola_made"], kinds["sola_nola"])
    add("Made: Grand Dix", kinds["grand_dix_made"], kinds["grand_dix"])
    return rows


def likely(part: int, of: int) -> str:
    """As on the other pages, with a digit more where both ends would read the same."""
    low, high = (100 * end for end in wilson(part, of)) if of else (0.0, 100.0)
    return likely_share(part, of) if round(high) - round(low) > 1 else f"{low:.1f}–{high:.1f}%"


# People beside each other


def together(
    recount: Recount, players: list[int], chosen: Chosen, *, against: bool
) -> dict[tuple[int, int], list[Part]]:
    """The games of any two of these, as the first of them sees them."""
    found: dict[tuple[int, int], list[Part]] = {}
    for player in players:
        for part in recount.chosen(chosen, player):
            for other in part.opponents if against else [part.partner]:
                if other in players:
                    found.setdefault((player, other), []).append(part)
    return found


def surprise(parts: list[Part]) -> float:
    """Wins beside what was expected, in units of what luck does."""
    better = sum(part.score - part.expected for part in parts)
    return better / sqrt(sum(part.expected * (1 - part.expected) for part in parts))


def together_page(recount: Recount, chosen: Chosen = ALL, *, against: bool = False, least: int = 5) -> Tables:
    count = {player: len(recount.chosen(chosen, player)) for player in recount.players}
    players = sorted((p for p in count if count[p]), key=lambda player: (-count[player], player))[:48]
    found = together(recount, players, chosen, against=against)
    joined = "{} against {}" if against else "{} & {}"
    names = {pair: joined.format(*(recount.names[player] for player in pair)) for pair in found}
    once = {pair: parts for pair, parts in found.items() if against or pair[0] < pair[1]}
    often = [pair for pair, parts in once.items() if len(parts) >= least]

    def record_rows(pairs: list[tuple[int, int]]) -> Rows:
        return [[names[pair], *record(found[pair])] for pair in pairs]

    def listed(sign: int) -> Rows:
        mine = [pair for pair in often if sign * surprise(found[pair]) > 0]
        return record_rows(
            sorted(mine, key=lambda pair: (-sign * surprise(found[pair]), -len(found[pair]), names[pair]))[:10]
        )

    every = record_rows(sorted(once, key=lambda pair: (-len(once[pair]), names[pair])))
    if against:
        return {"Better against them than expected": listed(1), "All opponents": every}
    return {
        "Better together than expected": listed(1),
        "Worse together than expected": listed(-1),
        "All partnerships": every,
    }


# Head to head


COMPARED = ("points", "hands_won", "made", "grand_tricks", "defended", "lows", "solos")
# What partners do not share.
ALONE = ("made", "grand_tricks", "solos")
TITLES = {
    "points": "Points per game",
    "hands_won": "Hands won",
    "made": "Grands made",
    "grand_tricks": "Tricks per grand",
    "defended": "Grands set",
    "lows": "Low hands won",
    "solos": "Solos made",
}


def versus_page(recount: Recount, one: list[int], other: list[int]) -> Tables:
    """Two sides, each one player or two; only the tables in which there is anything."""
    met = [part for part in recount.of(one[0]) if met_as(part, one, other)]
    against = [part for part in met if part.partner != other[0]]
    with_each = [part for part in met if part.partner == other[0]]
    names = [" & ".join(recount.names[player] for player in side) for side in (one, other)]
    seats = {player: {part.game.code: part for part in recount.of(player)} for player in [*one, *other]}
    first, second = (seats[side[0]] for side in (one, other))
    pairs = [side for side in (one, other) if len(side) > 1]
    found = {
        "Against each other": [
            [name, *record(mine[part.game.code] for part in against)]
            for name, mine in zip(names, (first, second), strict=True)
            if against
        ],
        "In these games": side_by_side(seats.values(), against, COMPARED),
        "As a pair, against everyone": [
            [name, *record(part for part in recount.of(pair[0]) if part.partner == pair[1])]
            for pair, name in zip((one, other), names, strict=True)
            if pair in pairs
        ],
        "As partners": [[" & ".join(names), *record(with_each)]] if with_each else [],
        "In the games as partners": side_by_side(seats.values(), with_each, ALONE),
        f"{names[0]}’s lead (games won)": more_wins(against, second),
        "Games": [game_row(recount, part, second[part.game.code], names) for part in reversed(met)],
    }
    return {title: rows for title, rows in found.items() if rows}


def met_as(part: Part, one: list[int], other: list[int]) -> bool:
    if len(one) == len(other) == 1:
        return other[0] in part.opponents or part.partner == other[0]
    together = part.partner is not None and one[1:] in ([], [part.partner])
    return together and set(other) <= set(part.opponents)


def side_by_side(seats: Iterable[dict[str, Part]], games: list[Part], keys: Iterable[str]) -> Rows:
    counts = [added(mine[part.game.code] for part in games) for mine in seats]
    of = {"points": "games", "hands_won": "hands", "grand_tricks": "grands", "made": "grands"}
    return [
        [TITLES[key], *(cell(key, each) for each in counts)]
        for key in keys
        if any(each[of.get(key, key)] for each in counts)
    ]


def more_wins(games: list[Part], second: dict[str, Part]) -> Rows:
    ahead, rows = 0, []
    for place, part in enumerate(games, start=1):
        ahead += part.counts["won"] - second[part.game.code].counts["won"]
        rows.append([whole(place), whole(ahead)])
    return rows


def game_row(recount: Recount, part: Part, other: Part, names: list[str]) -> list[str]:
    as_partners = part.partner == other.player
    won, beaten = part.counts["won"], other.counts["won"]
    if part.counts["drawn"]:
        winner = "nobody"
    elif as_partners:
        winner = "both" if won else "the others"
    else:
        winner = names[0] if won else names[1] if beaten else "the third player"
    rest = [total for side, total in enumerate(part.game.totals) if side not in (part.side, other.side)]
    against = rest if as_partners else [other.counts["points"], *rest]
    own = " & ".join(recount.names[player] for player in (part.player, part.partner) if player)
    others = " & ".join(recount.names[player] for player in part.opponents)
    score = points(part.counts["points"], *against)
    return [part.game.day.isoformat(), winner, score, f"{own} against {others}", part.game.title]
