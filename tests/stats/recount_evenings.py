"""What the pages of evenings and records must say by the second count."""

from collections.abc import Callable, Sequence
from datetime import date

from tests.stats.recount import Game
from tests.stats.recount_club import ALL, Chosen, Recount, added, by_day, points, rating, streaks, whole
from tests.stats.recount_pages import Tables
from tests.stats.recount_seasons import Party

Rows = list[list[str]]


def people(recount: Recount, game: Game, side: int) -> str:
    return " & ".join(recount.names[player] for player in game.people(side))


def everyone(recount: Recount, game: Game) -> str:
    """Two sides against each other, or three people."""
    sides = [people(recount, game, side) for side in range(game.sides)]
    return f"{sides[0]}, {sides[1]} and {sides[2]}" if len(sides) > 2 else " against ".join(sides)


def games(recount: Recount, found: list[Game]) -> Rows:
    rows = []
    for game in found:
        sides = [people(recount, game, side) for side in range(game.sides)]
        winner = "nobody" if game.winner is None else sides[game.winner]
        place = f"Round {game.round}, table {game.table}" if game.round else ""
        rows.append([everyone(recount, game), points(*game.totals), winner, whole(len(game.hands)), place, game.title])
    return rows


# Evenings


def day_page(recount: Recount, day: date, held: Sequence[Party]) -> Tables:
    """People stand in the order of the party if the evening was one of those `held`, and nothing else."""
    found = [game for game in recount.games if game.day == day]
    parties = sorted({game.party for game in found}, key=lambda code: (not code, code))
    in_order = []
    for code in parties:
        mine = [game for game in found if game.party == code]
        mine.sort(key=lambda game: (int(game.round or 0), int(game.table or 0)))
        in_order += mine
    names = {recount.parties.get(code) for code in parties}
    ranks = next((party.ranks for party in held if names == {party.name}), {})
    lines = []
    for player in recount.players:
        parts = recount.chosen(Chosen(day, day), player)
        if parts:
            rank = [ranks[player]] if ranks else []
            counts = added(parts)
            difference = counts["points"] - counts["points_against"]
            key = (-2 * counts["won"] - counts["drawn"], -difference, recount.names[player])
            if ranks:
                key = (int(rank[0].strip("=")), list(ranks).index(player))
            numbers = (counts["games"], counts["won"], difference, counts["points"], counts["drawn"])
            lines.append((key, [*rank, recount.names[player], *map(whole, numbers)]))
    return {"Games": games(recount, in_order), "Players": [row for _key, row in sorted(lines)]}


def evenings(recount: Recount, parties: Sequence[Party], page: int) -> Rows:
    rows = []
    for day in recount.days[::-1][10 * page - 10 : 10 * page]:
        found = [game for game in recount.games if game.day == day]
        seen = {player for game in found for player in game.players}
        hands = sum(len(game.hands) for game in found)
        numbers = whole(len(found)), whole(hands) if hands else "", whole(len(seen))
        held = [(party.name, party.winners(recount.names)) for party in parties if party.day == day]
        rows.append([day.isoformat(), *numbers, "; ".join(f"{name}, won by {won}" for name, won in held)])
    # Where none of them has a party, there is no column for it.
    return rows if any(row[-1] for row in rows) else [row[:-1] for row in rows]


def best_rated(recount: Recount) -> Rows:
    enough = [player for player in recount.players if len(recount.of(player)) >= 5]
    enough.sort(key=lambda player: (-recount.ratings[player][0], player))
    rows = []
    for player in enough[:5]:
        mu, sigma = recount.ratings[player]
        rows.append([recount.names[player], rating(mu), f"± {round(48 * sigma)}"])
    return rows


# Records


def records(recount: Recount, chosen: Chosen = ALL) -> Rows:
    """Three of each. Of games in order of play, so that of equal ones the first to get there comes first."""
    mine = [game for game in recount.games if chosen.holds(game)]
    one_rule_set = recount.of_one_rule_set(chosen)
    of_points = [game for game in recount.games if one_rule_set.holds(game)]

    lengths = {len(game.hands) for game in mine} - {0}

    def highest(game: Game) -> list[str]:
        best, side, number = game.best
        return [people(recount, game, side), whole(best), game.day.isoformat(), f"hand {number}, {game.title}"]

    def longest(game: Game) -> list[str]:
        more = f"{points(*game.totals)}, {game.title}"
        return [everyone(recount, game), whole(len(game.hands)), game.day.isoformat(), more]

    found = {
        "Highest-scoring hand": most(of_points, lambda game: game.best[0], highest),
        "Biggest win": most(of_points, lambda game: game.margin, lambda game: biggest_win(recount, game)),
        "Best evening": of_evenings(recount, one_rule_set),
        "Longest game": most(mine, lambda game: len(game.hands), longest) if len(lengths) > 1 else [],
        **of_players(recount, chosen),
    }
    return [[title, *row] for title, rows in found.items() for row in rows]


def most(rows: list, what: Callable, row_of: Callable, least: int = 1) -> Rows:
    """The first three of those that have most of it, equal ones in their order; none if more than five are first."""
    found = sorted((row for row in rows if what(row) >= least), key=lambda row: -what(row))
    equal = sum(what(row) == what(found[0]) for row in found)
    return [row_of(row) for row in found[:3]] if equal <= 5 else []


def biggest_win(recount: Recount, game: Game) -> list[str]:
    others = [side for side in range(game.sides) if side != game.winner]
    beaten = ", ".join(people(recount, game, side) for side in others)
    totals = points(*(game.totals[side] for side in (game.winner, *others)))
    more = f"{totals} against {beaten}, {game.title}"
    return [people(recount, game, game.winner), whole(game.margin), game.day.isoformat(), more]


def of_evenings(recount: Recount, chosen: Chosen) -> Rows:
    found = []
    for player in recount.players:
        mine = by_day(recount.chosen(chosen, player))
        found += [(day, player, added(parts)) for day, parts in mine.items()]
    found.sort(key=lambda row: row[:2])

    def difference(row: tuple) -> int:
        return row[2]["points"] - row[2]["points_against"]

    def evening_row(row: tuple) -> list[str]:
        day, player, counts = row
        more = f"{counts['won']} of {counts['games']} won"
        return [recount.names[player], whole(difference(row)), day.isoformat(), more]

    return most(found, difference, evening_row)


def of_players(recount: Recount, chosen: Chosen) -> Tables:
    mine = {player: recount.chosen(chosen, player) for player in recount.players}
    mine = {player: parts for player, parts in mine.items() if parts}
    runs = {player: streaks(parts) for player, parts in mine.items()}
    best = {player: max(part.rating[0] for part in parts) for player, parts in mine.items()}

    def since(player: int) -> str:
        day = min(part.game.day for part in mine[player])
        return f"since {day.day} {day:%b %Y}"

    def games(player: int) -> int:
        return len(mine[player])

    def row(player: int) -> list[str]:
        now, won, _without = runs[player]
        return [recount.names[player], whole(won), "", "and still winning" * (now == won)]

    def rated(player: int) -> list[str]:
        now = int(rating(recount.ratings[player][0]))
        return [recount.names[player], rating(best[player]), "", f"now {now:,}" if chosen == ALL else ""]

    def often(player: int) -> list[str]:
        return [recount.names[player], whole(games(player)), "", since(player)]

    enough = [player for player in mine if len(recount.of(player)) >= 5]
    return {
        "Most games won in a row": most(list(mine), lambda player: runs[player][1], row, least=2),
        "Most games": most(list(mine), games, often, least=2),
        "Highest rating": most(enough, best.get, rated, least=-100),
    }
