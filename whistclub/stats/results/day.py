"""The page of one evening: its winners, its story, who won how much, all games; and a text to send."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from whistclub.club.models import Club
from whistclub.club.names import shows_initials
from whistclub.stats.evening import is_long_past
from whistclub.stats.models import GameFact, PartyFact, PartyRank, PlayerGame
from whistclub.stats.played import PlayedGame, games_table, played_game, players_in, seats_of
from whistclub.stats.queries import Evening, PlayerEvening, player_evenings, ranks_if_one_party
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, number, rank_text
from whistclub.stats.results.page import figures_text, totals_text
from whistclub.stats.results.story import Place, Ranked, Story, first_places, names_text, story_of
from whistclub.stats.viewer import Names, Viewer, day_title, party_address
from whistclub.web.formatting import format_number, format_signed, number_of, plural

# Lines of the story in a text to send, besides the winners.
LINES_SENT = 5
FEWEST_GAMES = 2


@dataclass(frozen=True, slots=True)
class Party:
    """Games of one party and its first places; `name` is empty for games outside parties."""

    name: str
    href: str
    games: list[PlayedGame]
    places: list[Place] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Person:
    """One player’s evening. `key` is that of the player; `rank` is empty unless the evening was one party."""

    key: str
    name: Cell
    evening: PlayerEvening
    is_guest: bool
    rank: str

    @property
    def won(self) -> str:
        return f"{self.evening.won} of {self.evening.games}"

    @property
    def difference(self) -> str:
        return format_signed(self.evening.difference)

    @property
    def points(self) -> str:
        return format_number(self.evening.points)

    @property
    def result(self) -> str:
        """ "Ann won 3 of 4 games and scored 12 points more than the opponents." """
        won = f"{self.name.text} won {self.won} {plural(self.evening.games, 'game', 'games')}"
        ahead = self.evening.difference
        if ahead == 0:
            return f"{won}."
        points = number_of(abs(ahead), "point", "points")
        return f"{won} and scored {points} {'more' if ahead > 0 else 'fewer'} than the opponents."


@dataclass(slots=True, kw_only=True)
class DayPage(Page):
    """`best`: who won most games of an evening without a party; several if all is equal.

    `winners`: a sentence for each party; without one, of the best. `chosen`: whose result the address asks for.
    """

    club: Club
    day: date
    totals: str
    parties: list[Party]
    persons: list[Person]
    best: list[Person]
    winners: list[str]
    story: Story
    chosen: Person | None
    earlier: date | None
    later: date | None

    @property
    def games(self) -> list[PlayedGame]:
        return [game for party in self.parties for game in party.games]

    @property
    def text(self) -> str:
        """The evening in a few lines, to send; the address comes below it."""
        lines = [each.whole for each in self.story.lines][:LINES_SENT]
        return "\n".join([f"{self.club.name}, {self.title}", *self.winners[: 7 - len(lines)], *lines])

    @property
    def result_texts(self) -> dict[str, str]:
        """Everyone’s result in a sentence, to send."""
        return {each.key: f"{self.club.name}, {self.title}: {each.result}" for each in self.persons}


def day_page(viewer: Viewer, day: date, chosen: str = "") -> DayPage | None:
    """The page of an evening; None for a day without games. `chosen` is the key of a player."""
    facts = GameFact.objects.filter(club=viewer.club)
    games = list(facts.filter(day=day).order_by("started_at", "game"))
    if not games:
        return None
    earlier = facts.filter(day__lt=day).order_by("-day").values_list("day", flat=True).first()
    codes = {game.party_code for game in games}
    parties = {each.code: each for each in PartyFact.objects.filter(club=viewer.club, code__in=codes)}
    is_over = codes <= {"", *parties} or is_long_past(day)
    seats = seats_of(games)
    ranks = list(PartyRank.objects.filter(party__in=parties.values()))
    ranked = ranks_if_one_party(codes, ranks)
    names = Names(viewer, [*players_in(seats), *(each.player_id for each in ranks)])
    evening = Evening(day, len(games), sum(game.hands for game in games), len(set(players_in(seats))))
    played = {game.pk: played_game(game, seats, names) for game in games}
    of_players = player_evenings(PlayerGame.objects.filter(club=viewer.club), day)
    people = [each for each in of_players if not names.is_secret(each.player)]
    places = {player: place for place, player in enumerate(ranked)}
    people.sort(key=lambda each: (places.get(each.player, len(places)), each.order, names.text(each.player)))
    persons = [
        Person(
            str(each.player),
            names.cell(each.player),
            each,
            names.is_guest(each.player),
            rank_text(ranked[each.player].rank, shared=ranked[each.player].shared) if each.player in ranked else "",
        )
        for each in people
    ]
    mine = next((each for each in persons if each.key == chosen), None)
    of_parties = _by_party(games, played, parties, ranks, names)
    shown = [game for party in of_parties for game in party.games]
    is_won = any(party.places for party in of_parties)
    best = _best(persons) if is_over and not is_won and len(games) >= FEWEST_GAMES else []
    totals, winners = totals_text(evening, is_over=is_over), _winners(of_parties, best)
    return DayPage(
        day_title(day),
        [games_table(shown), _people(persons)],
        summary=mine.result if mine else " ".join(winners or [totals]),
        club=viewer.club,
        day=day,
        totals=totals,
        parties=of_parties,
        persons=persons,
        best=best,
        winners=winners,
        story=story_of(viewer.club, day, list(played.values()), seats, names, is_first=earlier is None),
        chosen=mine,
        earlier=earlier,
        later=facts.filter(day__gt=day).order_by("day").values_list("day", flat=True).first(),
    )


def _best(persons: Sequence[Person]) -> list[Person]:
    ranked = [each for each in persons if not each.is_guest]
    return [each for each in ranked if each.evening.order == ranked[0].evening.order]


def _winners(parties: Sequence[Party], best: Sequence[Person]) -> list[str]:
    if len(best) == 1:
        return [best[0].result]
    if best:
        people, first = names_text([each.name.text for each in best]), best[0].evening
        return [f"{people} won the most: {first.won} of {first.games} games each."]
    won = [(party.name, party.places[0]) for party in parties if party.places]
    return [f"{first.people} won “{name}” with {first.figures}." for name, first in won]


def _people(persons: Sequence[Person]) -> ReportTable:
    head = ["Player", "Games", "Won", "Difference", "Points", "Drawn"]
    rows = [
        [
            each.name,
            number(each.evening.games),
            number(each.evening.won),
            number(each.evening.difference, sign=True),
            number(each.evening.points),
            number(each.evening.drawn),
        ]
        for each in persons
    ]
    ranks = [each.rank for each in persons]
    return ReportTable("people", "Players", head, rows, "All players are hidden.", ranks=ranks if any(ranks) else ())


def _by_party(
    games: Sequence[GameFact],
    played: dict[int, PlayedGame],
    facts: dict[str, PartyFact],
    ranks: Sequence[PartyRank],
    names: Names,
) -> list[Party]:
    """The games of each party by round and table, then those outside parties in order of play."""
    parties = []
    for code in sorted({game.party_code for game in games}, key=lambda code: (not code, code)):
        mine = [played[game.pk] for game in games if game.party_code == code]
        mine.sort(key=lambda each: (each.fact.round_number or 0, each.fact.table_number or 0, each.fact.started_at))
        if not code:
            parties.append(Party("", "", mine))
            continue
        fact = facts.get(code)
        # Initials link no party that is not finished, and so still has names.
        href = party_address(code, mine[0].fact.day) if fact or not shows_initials() else ""
        places = _places([each for each in ranks if fact and each.party_id == fact.pk], names)
        parties.append(Party(fact.name if fact else "Party not finished", href, mine, places))
    return parties


def _places(ranks: Sequence[PartyRank], names: Names) -> list[Place]:
    found = [
        Ranked(
            each.rank,
            names.text(each.player_id),
            figures_text(each),
            "" if names.is_secret(each.player_id) else str(each.player_id),
        )
        for each in ranks
    ]
    return first_places(found)
