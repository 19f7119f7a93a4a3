"""What the tables of hands, and the pages of people beside each other, must say by the second count."""

from collections import Counter
from collections.abc import Iterable

from tests.stats.recount_club import ALL, Recount, added, likely_share, percent, points, spreadsheet, whole
from tests.stats.recount_evenings import Rows
from tests.stats.recount_pages import Tables, cell, file_title, is_in_points
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
            rows.append([name, percent(part, of), spreadsheet(likely_share(part, of)), whole(part), whole(of)])

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


# Head to head


COMPARED = ("points", "hands_won", "made", "grand_tricks", "defended", "lows", "solos")
ON_A_PAGE = 20
# What partners do not share.
ALONE = ("made", "grand_tricks", "solos")


def versus_page(recount: Recount, one: int, other: int) -> Tables:
    """Two players; only the tables in which there is anything."""
    met = [part for part in recount.of(one) if other in part.opponents or part.partner == other]
    against = [part for part in met if part.partner != other]
    with_each = [part for part in met if part.partner == other]
    names = [recount.names[player] for player in (one, other)]
    seats = [{part.game.code: part for part in recount.of(player)} for player in (one, other)]
    found = {
        "In these games": side_by_side(recount, seats, against, COMPARED),
        "In the games as partners": side_by_side(recount, seats, with_each, ALONE),
        "Games": [game_row(recount, part, seats[1][part.game.code], names) for part in met[: -ON_A_PAGE - 1 : -1]],
    }
    return {title: rows for title, rows in found.items() if rows}


def side_by_side(recount: Recount, seats: Iterable[dict[str, Part]], games: list[Part], keys: Iterable[str]) -> Rows:
    of_points = [part for part in games if recount.of_one_rule_set(ALL).holds(part.game)]
    of = {"points": "games", "hands_won": "hands", "grand_tricks": "grands", "made": "grands"}
    rows = []
    for key in keys:
        some = of_points if is_in_points(key) else games
        counts = [added(mine[part.game.code] for part in some) for mine in seats]
        if any(each[of.get(key, key)] for each in counts):
            rows.append([file_title(key), *(cell(key, each) for each in counts)])
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
