"""The story of an evening or a party: who won, the best of its games, milestones; in sentences that lead to the games.

What strangers may read is decided by the viewer, and by how names are read while this runs.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Sum
from django.utils.html import format_html
from django.utils.safestring import SafeString

from whistclub.club.models import Club
from whistclub.stats.milestones import ROUND, Milestone, milestones_on
from whistclub.stats.models import ClubDay, GameFact, PlayerGame, PlayerStanding
from whistclub.stats.queries import PlayedGame, Seated, game_facts, in_rankings, played_game, players_in, seats_of
from whistclub.stats.reports import Cell
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import format_number, join_list, plural

# The places of a party that its story names.
PLACES = 3
# Of more people only the number is said.
MOST_NAMES = 6
SHORTEST_RUN = 5
# A winner who was behind by so many points came back; a win by fewer was close.
FAR = 5


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a party, with all who share it; `keys` are those of the players, for the mark “you”."""

    rank: int
    people: str
    figures: str
    keys: str
    is_shared: bool

    @property
    def line(self) -> str:
        """The place in a line of text; a shared one as in tables of standings."""
        rank = f"{self.rank}=" if self.is_shared else f"{self.rank}."
        return f"{rank} {self.people}: {self.figures}"


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the story; `title` says what it is about, `href` leads to its game.

    A sentence about several people, each with a game of their own, has `linked`: the text with links to their pages.
    """

    title: str
    text: str
    href: str = ""
    linked: SafeString | str = ""

    @property
    def whole(self) -> str:
        """Both in one line of text."""
        return f"{self.title}: {self.text}" if self.title else self.text


@dataclass(frozen=True, slots=True)
class Story:
    """The best of the games, then what players and the club reached in them."""

    highlights: list[Line]
    milestones: list[Line]

    @property
    def lines(self) -> list[Line]:
        return [*self.highlights, *self.milestones]


class Ranked(NamedTuple):
    """A person in a party’s ranking; who shares a rank has equal figures. `key` is "" if they have no public page."""

    rank: int
    name: str
    figures: str
    key: str


def first_places(ranked: Iterable[Ranked]) -> list[Place]:
    shared: dict[int, list[Ranked]] = {}
    for each in ranked:
        if each.rank <= PLACES:
            shared.setdefault(each.rank, []).append(each)
    return [
        Place(
            rank,
            names_text(sorted((each.name for each in same), key=str.casefold)),
            same[0].figures,
            " ".join(each.key for each in same if each.key),
            len(same) > 1,
        )
        for rank, same in sorted(shared.items())
    ]


def story_of(viewer: Viewer, day: date, played: Sequence[PlayedGame], seats: Seated, names: Names) -> Story:
    """The story of these games of an evening; all players in `seats` are known to `names`. Up to 5 queries."""
    codes = {each.fact.code: each for each in played}
    people = players_in(seats)
    reached = [each for each in milestones_on(viewer, day, people) if each.code in codes]
    before = ClubDay.objects.filter(club=viewer.club, day__lt=day).aggregate(
        games=Sum("games", default=0), days=Count("pk")
    )
    if not before["days"]:
        reached = [each for each in reached if not each.is_first]
    milestones = [
        *_of_club(viewer.club, day, before["games"], before["days"], codes),
        *_of_players(reached, names),
        *_winning_run(viewer, day, set(people), names),
    ]
    return Story(highlights(played), milestones)


def story_of_party(club: Club, code: str) -> Story:
    """The story of a finished party, as strangers may read it; empty if the party does not count. Up to 8 queries.

    Milestones are statistics: they are left out where strangers may not read those.
    """
    viewer = Viewer(club, is_organiser=False)
    games = list(game_facts(club).filter(party_code=code).order_by("round_number", "table_number"))
    seats = seats_of(games)
    names = Names(viewer, players_in(seats))
    played = [played_game(game, seats, names) for game in games]
    if games and club.shows_statistics:
        return story_of(viewer, games[0].day, played, seats, names)
    return Story(highlights(played), [])


def highlights(played: Sequence[PlayedGame]) -> list[Line]:
    """The best hand, the biggest comeback, the closest game and the biggest win; of equal ones the first."""
    if not played:
        return []
    found: list[Line] = []
    best = max(played, key=lambda each: each.fact.best_hand)
    if best.fact.best_hand:
        text = plural(
            best.fact.best_hand, "{people} scored {n} point in one hand.", "{people} scored {n} points in one hand."
        ).format(people=best.sides[best.fact.best_side].people, n=best.fact.best_hand)
        href = f"{best.href}#hand-{best.fact.best_hand_number}" if best.href else ""
        found.append(Line("Best hand", text, href))
    back = max(played, key=lambda each: each.fact.comeback)
    if back.fact.comeback >= FAR:
        text = (
            f"{back.won_by} came from {back.fact.comeback} points behind to beat {back.beaten} {back.score_of_winner}."
        )
        found.append(Line("Biggest comeback", text, back.href))
    # A conceded game may be won without a lead: nobody would call that close.
    decided = [each for each in played if each.fact.margin or each.fact.winner is None]
    if len(decided) > 1:
        close = min(decided, key=lambda each: each.fact.margin)
        clear = max(decided, key=lambda each: each.fact.margin)
        if close.fact.margin < FAR:
            found.append(Line("Closest game", _result(close), close.href))
        if close is not clear:
            found.append(Line("Biggest win", _result(clear), clear.href))
    return found


def _result(game: PlayedGame) -> str:
    if game.fact.winner is None:
        return f"{game.everyone} ended {game.score}."
    return f"{game.won_by} beat {game.beaten} {game.score_of_winner}."


def names_text(names: Sequence[str]) -> str:
    """A list of people; of a long one, how many more there are."""
    if len(names) <= MOST_NAMES:
        return join_list(names)
    more = len(names) - MOST_NAMES + 1
    return "{names} and {n} more".format(names=", ".join(names[: MOST_NAMES - 1]), n=more)


def _of_players(reached: Sequence[Milestone], names: Names) -> Iterator[Line]:
    """One sentence for each milestone, with all who reached it; the biggest numbers first."""
    groups: dict[tuple[str, int], list[Milestone]] = {}
    for each in reached:
        groups.setdefault((each.kind.counter, each.number), []).append(each)
    for same in sorted(groups.values(), key=lambda group: -group[0].number):
        text = same[0].sentence(names_text([names.text(each.player) for each in same]))
        if len(same) == 1:
            yield Line("", text, same[0].href)
            continue
        places = same[0].sentence(names_text([f"{{{place}}}" for place in range(len(same))]))
        yield Line("", text, linked=format_html(places, *(_link(names.cell(each.player)) for each in same)))


def _link(cell: Cell) -> str:
    return format_html('<a href="{}">{}</a>', cell.href, cell.text) if cell.href else cell.text


def _of_club(club: Club, day: date, games: int, evenings: int, among: Mapping[str, PlayedGame]) -> Iterator[Line]:
    """The club’s first evening, its 50th, and its 1,000th game; so many were before. `among` are games by code."""
    if not evenings:
        yield Line("", "It was the club’s first evening.")
    elif evenings + 1 in ROUND:
        yield Line("", f"It was the club’s {format_number(evenings + 1)}th evening.")
    codes = GameFact.objects.filter(club=club, day=day).order_by("started_at", "game").values_list("code", flat=True)
    for number, code in enumerate(codes, start=games + 1):
        game = among.get(code)
        if number in ROUND and game is not None:
            text = (
                f"{names_text([side.people for side in game.sides])} played the club’s {format_number(number)}th game."
            )
            yield Line("", text, game.href)


def _winning_run(viewer: Viewer, day: date, people: Container[int], names: Names) -> Iterator[Line]:
    """The longest run of games won in the club, if it became that long on this evening and is nobody else’s."""
    standings = in_rankings(viewer, PlayerStanding.objects.filter(club=viewer.club)).order_by("-best_streak", "player")
    (player, longest), *others = [*standings.values_list("player", "best_streak")[:2], (0, 0)]
    if player not in people or longest < SHORTEST_RUN or others[0][1] == longest:
        return
    run = 0
    games = PlayerGame.objects.filter(player=player).order_by("started_at", "game")
    for won, when in games.values_list("won", "day"):
        run = run + 1 if won else 0
        if run == longest:
            if when == day:
                text = "{name} won {n} games in a row, the longest run in the club."
                yield Line("", text.format(name=names.text(player), n=longest))
            return
