"""The tables of seasons, made from the final standings of their parties."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.stats.models import PartyFact, PartyRank, Season
from whistclub.stats.scopes import Period
from whistclub.stats.seasons.groups import Group, split
from whistclub.stats.seasons.scoring import PartyResult, lines


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A season with its parties, oldest first, and its groups: a single one without a letter, if it has none."""

    season: Season
    parties: list[PartyFact]
    groups: list[Group]


def tables_of(club: Club, seasons: Iterable[Season]) -> list[SeasonTable]:
    """The table of each season. Two queries; three, if a season has groups."""
    some = list(seasons)
    parties = _parties_between(club, some)
    places = _places_of(parties)
    members = _members_of(club, some)
    tables = []
    for season in some:
        period = Period.of_season(season)
        own = [party for party in parties if period.holds(party.day)]
        inside = (place for party in own for place in places[party.pk])
        keys = [party.pk for party in own]
        everyone = lines(keys, inside, scoring=season.scoring, best=season.best_parties)
        tables.append(SeasonTable(season, own, split(everyone, members[season.pk], season.moving)))
    return tables


def _parties_between(club: Club, seasons: Iterable[Season]) -> list[PartyFact]:
    """The parties within these seasons, oldest first. One query."""
    days = [day for season in seasons for day in (season.first_day, season.last_day)]
    if not days:
        return []
    found = PartyFact.objects.shown_at(timezone.now()).filter(club=club, day__gte=min(days), day__lte=max(days))
    return list(found.order_by("day", "pk"))


def _places_of(parties: Sequence[PartyFact]) -> dict[int, list[PartyResult]]:
    """The results of these parties by party key, without guests. One query."""
    found: dict[int, list[PartyResult]] = {party.pk: [] for party in parties}
    rows = PartyRank.objects.filter(party__in=list(found), player__guest=False).order_by("party", "rank", "player")
    for row in rows.values_list("party", "player", "rank", "wins", "points"):
        found[row[0]].append(PartyResult(*row))
    return found


def _members_of(club: Club, seasons: Iterable[Season]) -> dict[int, list[list[int]]]:
    """The groups of each season by its key, with players as they are after merges, without guests and those who are in
    the bin or deleted. One query, if any has groups.
    """
    some = list(seasons)
    if not any(season.groups for season in some):
        return {season.pk: [] for season in some}
    players = {
        player.pk: player for player in Player.objects.filter(club=club).only("merged_into", "guest", "binned_at")
    }
    listed = {key for key, player in players.items() if player.binned_at is None and not player.guest}

    def followed(player: int) -> int:
        while player in players and (into := players[player].merged_into_id) is not None:
            player = into
        return player

    found: dict[int, list[list[int]]] = {}
    for season in some:
        seen: set[int] = set()
        found[season.pk] = []
        for group in season.groups:
            # Of someone who was there twice before a merge the higher group counts.
            now = [player for player in dict.fromkeys(map(followed, group)) if player in listed - seen]
            seen.update(now)
            found[season.pk].append(now)
    return found
