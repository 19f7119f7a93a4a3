"""What the tables of hands, and the pages of people beside each other, must say by the second count."""

from collections import Counter
from collections.abc import Iterable

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
from tests.stats.recount_pages import Tables, cell, file_title, record
from tests.stats.recount_parts import Part

# How hands go


def hands_tables(recount: Recount, games: list) -> list[Rows]:
    """How hands go, by table format, the one with the most hands first."""
    by_form = {form: [game for game in games if game.form == form] for form in sorted({game.form for game in games})}
    kinds = {form: recount.kinds(mine) for form, mine in by_form.items()}
    ordered = sorted(kinds, key=lambda form: (-kinds[form]["hands"], form))
    return [rows for form in ordered if (rows := hands_rows(form, kinds[form]))]


def hands_rows(form: str, kinds: Counter) -> Rows:
    hands, rows = kinds["hands"], []

    def add(name: str, part: int, of: int) -> None:
        if of:
            rows.append([name, percent(part, of), spreadsheet(likely(part, of)), whole(part), whole(of)])

    if form == "widow3":
        add("Widow taken", kinds["widow"], hands)
        add("Widow taken, nothing lost", kinds["widow_made"], kinds["widow"])
        return rows
    solos = kinds["sola_nola"] + kinds["grand_dix"]
    add("Grand bids", kinds["high"], hands)
    add("Grands made", kinds["high_made"], kinds["high"])
    add("Low hands", kinds["low"], hands)
    if solos:
        add("Solos", solos, hands)
        add("Solos made", kinds["sola_nola_made"] + kinds["grand_dix_made"], solos)
    return rows


def likely(part: int, of: int) -> str:
    """As on the other pages, with a digit more where both ends would read the same."""
    low, high = (100 * end for end in wilson(part, of)) if of else (0.0, 100.0)
    return likely_share(part, of) if round(high) - round(low) > 1 else f"{low:.1f}–{high:.1f}%"


# People beside each other


def together(recount: Recount, players: list[int], chosen: Chosen) -> dict[tuple[int, int], list[Part]]:
    """The games of any two of these as partners, as the first of them sees them."""
    found: dict[tuple[int, int], list[Part]] = {}
    for player in players:
        for part in recount.chosen(chosen, player):
            if part.partner in players:
                found.setdefault((player, part.partner), []).append(part)
    return found


def surely_won(parts: list[Part]) -> float:
    """The least of the games that a pair wins, as far as these games say."""
    return wilson(sum(part.score for part in parts), len(parts))[0]


def together_page(recount: Recount, chosen: Chosen = ALL, *, least: int = 5) -> Tables:
    count = {player: len(recount.chosen(chosen, player)) for player in recount.players}
    players = sorted((p for p in count if count[p]), key=lambda player: (-count[player], player))[:48]
    found = together(recount, players, chosen)
    names = {pair: " & ".join(recount.names[player] for player in pair) for pair in found}
    once = sorted((pair for pair in found if pair[0] < pair[1]), key=lambda pair: (-len(found[pair]), names[pair]))
    best = sorted((pair for pair in once if len(found[pair]) >= least), key=lambda pair: -surely_won(found[pair]))

    def record_rows(pairs: list[tuple[int, int]]) -> Rows:
        return [[names[pair], *record(found[pair])] for pair in pairs]

    return {"Best pairs": record_rows(best[:10]), "All pairs": record_rows(once)}


# Head to head


COMPARED = ("points", "hands_won", "made", "grand_tricks", "defended", "lows", "solos")
# What partners do not share.
ALONE = ("made", "grand_tricks", "solos")


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
        [file_title(key), *(cell(key, each) for each in counts)]
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
