"""What the pages of seasons and parties must say, from final standings that were counted by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tests.stats.recount_club import shared_ranks, written

Rows = list[list[str]]


@dataclass(frozen=True)
class Party:
    """A party that is over and counts. `places`: rank, wins and points by player."""

    name: str
    day: date
    rounds: int
    places: dict[int, tuple[int, float, float]]

    @property
    def ranks(self) -> dict[int, str]:
        ranks = [rank for rank, *_rest in self.places.values()]
        return dict(zip(self.places, written(ranks), strict=True))

    def winners(self, names: dict[int, str]) -> str:
        first = sorted(names[player] for player, (rank, *_rest) in self.places.items() if rank == 1)
        return " and ".join(filter(None, [", ".join(first[:-1]), first[-1]]))


@dataclass(frozen=True)
class Season:
    scoring: str
    best_parties: int | None
    parties: Sequence[Party]  # in their order

    def brought(self, party: Party, player: int) -> float:
        rank, wins, points = party.places[player]
        if self.scoring == "points":
            return points
        if self.scoring == "wins":
            return wins
        # One point for coming, one for each player ranked below, half a point for each equal one.
        others = [other for key, (other, _wins, _points) in party.places.items() if key != player]
        return 1 + sum(other > rank for other in others) + sum(other == rank for other in others) / 2

    def of(self, player: int, parties: Sequence[Party]) -> dict[int, float]:
        """What a player has of these parties, by their place."""
        came = [place for place, party in enumerate(parties) if player in party.places]
        return {place: self.brought(parties[place], player) for place in came}

    def counting(self, brought: dict[int, float]) -> list[int]:
        """The parties that count, the best ones; of equal ones the earlier."""
        return sorted(brought, key=lambda place: (-round(brought[place], 6), place))[: self.best_parties]

    def total(self, player: int, parties: Sequence[Party]) -> float:
        brought = self.of(player, parties)
        return round(sum(brought[place] for place in self.counting(brought)), 6)


def amount(value: float) -> str:
    return str(int(value)) if value == int(value) else str(round(value, 1))


def season_page(season: Season, names: dict[int, str]) -> dict[str, Rows]:
    players = sorted({player for party in season.parties for player in party.places})
    totals = [season.total(player, season.parties) for player in players]
    ranks = written(shared_ranks(totals))
    order = sorted(zip(ranks, players, totals, strict=True), key=lambda row: (-row[2], names[row[1]].casefold()))
    rows = []
    for rank, player, total in order:
        brought = season.of(player, season.parties)
        counting = season.counting(brought)
        wins = sum(party.places[player][1] for party in season.parties if player in party.places)
        rows.append(
            [
                rank,
                names[player],
                amount(total),
                str(len(brought)),
                *([str(len(counting))] if season.best_parties else []),
                *([amount(round(wins, 6))] if season.scoring != "wins" else []),
                amount(max(brought.values())),
                *(amount(brought[place]) if place in brought else "" for place in range(len(season.parties))),
            ]
        )
    return {"Table": rows}
