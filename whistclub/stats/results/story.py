"""The story of an evening or a party: who won, the best of its games, milestones; in sentences that lead to the games.

What strangers may read is decided by the viewer, and by how names are read while this runs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from whistclub.club.models import Club
from whistclub.stats.milestones import Milestone, milestones_on
from whistclub.stats.models import GameFact
from whistclub.stats.played import PlayedGame, Seated, played_game, players_in, seats_of
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import join_list, plural

# The places of a party that its story names.
PLACES = 3
# Of more people only the number is said.
MOST_NAMES = 6
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
    """A sentence of the story; `title` says what it is about, `href` leads to its game."""

    title: str
    text: str
    href: str = ""

    @property
    def whole(self) -> str:
        """Both in one line of text."""
        return f"{self.title}: {self.text}" if self.title else self.text


@dataclass(frozen=True, slots=True)
class Story:
    """The best of the games, then what players reached in them."""

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
    """The story of these games of an evening; all players in `seats` are known to `names`. Up to 4 queries."""
    codes = {each.fact.code: each for each in played}
    people = players_in(seats)
    reached = [each for each in milestones_on(viewer, day, people) if each.code in codes]
    if not GameFact.objects.filter(club=viewer.club, day__lt=day).exists():
        first = Line("", "It was the club’s first evening.")
        return Story(highlights(played), [first, *_of_players([each for each in reached if not each.is_first], names)])
    return Story(highlights(played), list(_of_players(reached, names)))


def story_of_party(club: Club, code: str) -> Story:
    """The story of a finished party, as strangers may read it; empty if the party does not count. Up to 8 queries.

    Milestones are statistics: they are left out where strangers may not read those.
    """
    viewer = Viewer(club, is_organiser=False)
    games = list(GameFact.objects.filter(club=club, party_code=code).order_by("round_number", "table_number"))
    seats = seats_of(games)
    names = Names(viewer, players_in(seats))
    played = [played_game(game, seats, names) for game in games]
    if games and club.shows_statistics:
        return story_of(viewer, games[0].day, played, seats, names)
    return Story(highlights(played), [])


def highlights(played: Sequence[PlayedGame]) -> list[Line]:
    """The best hand, the biggest comeback, the closest game and the biggest win; of equal ones the first.

    Of games by the rules played most: points of others are of another size.
    """
    if not played:
        return []
    [(rules, _games)] = Counter(each.fact.rules for each in played).most_common(1)
    played = [each for each in played if each.fact.rules == rules]
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
        yield Line("", text, same[0].href if len(same) == 1 else "")
