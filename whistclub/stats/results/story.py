"""The story of an evening or a party: who won, the best of its games, milestones; in sentences that lead to the games.

What strangers may read is decided by the viewer, and by how names are read while this runs.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, QuerySet, Sum

from whistclub.club.models import Club
from whistclub.stats.filters import rules_title
from whistclub.stats.models import PlayerGame
from whistclub.stats.played import PlayedGame, Seated, players_in
from whistclub.stats.viewer import Names, game_address
from whistclub.web.formatting import format_number, join_list, number_of

# The places of a party that its story names.
PLACES = 3
# Of more people only the number is said.
MOST_NAMES = 6
# A winner who was behind by so many points came back; a win by fewer was close.
FAR = 5
ROUND = (10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000)
EVENINGS, GRANDS = "evenings", "grands_made"


class Kind(NamedTuple):
    """A counter whose round numbers are milestones, from `least` on; its first one too if there is a sentence for it.

    In the sentences {n} is the number and {names} who reached it.
    """

    counter: str
    least: int
    sentence: str
    first: str = ""

    def passed(self, before: int, now: int) -> list[int]:
        """The milestones from one number to another."""
        found = range(before + 1, now + 1)
        return [each for each in found if (each >= self.least and each in ROUND) or (each == 1 and self.first)]


# All round numbers end in “th”.
KINDS = (
    Kind(EVENINGS, 10, "It was the {n}th evening for {names}.", "{names} played here for the first time."),
    Kind("games", 10, "{names} played their {n}th game."),
    Kind("won", 50, "{names} won their {n}th game.", "{names} won a game for the first time."),
    Kind(GRANDS, 50, "{names} made their {n}th grand.", "{names} made a grand for the first time."),
)
COUNTED = ("games", "won", GRANDS)


class Milestone(NamedTuple):
    """What a player reached, and in which game."""

    player: int
    kind: Kind
    number: int
    day: date
    code: str

    def sentence(self, names: str) -> str:
        """Of one or more players."""
        text = self.kind.first if self.is_first else self.kind.sentence
        return text.format(n=format_number(self.number), names=names).replace("..", ".")  # initials end with one

    @property
    def is_first(self) -> bool:
        return self.number == 1

    @property
    def href(self) -> str:
        return game_address(self.code, self.day)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a party, with all who share it; `keys` are those of the players, for the mark “you”."""

    rank: int
    people: str
    figures: str
    keys: str


@dataclass(frozen=True, slots=True)
class StoryLine:
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

    highlights: list[StoryLine]
    milestones: list[StoryLine]

    @property
    def lines(self) -> list[StoryLine]:
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
        )
        for rank, same in sorted(shared.items())
    ]


def story_of(
    club: Club, day: date, played: Sequence[PlayedGame], seats: Seated, names: Names, *, is_first: bool
) -> Story:
    """The story of these games of an evening; all players in `seats` are known to `names`.

    `is_first`: there was no evening before.
    """
    codes = {each.fact.code: each for each in played}
    people = [each for each in players_in(seats) if not (names.is_guest(each) or names.is_secret(each))]
    reached = [each for each in milestones_on(club, day, people) if each.code in codes]
    if is_first:
        first = StoryLine("", "It was the club’s first evening.")
        return Story(highlights(played), [first, *_of_players([each for each in reached if not each.is_first], names)])
    return Story(highlights(played), list(_of_players(reached, names)))


def highlights(played: Sequence[PlayedGame]) -> list[StoryLine]:
    """The best hand, the biggest comeback, the closest game and the biggest win; of equal ones the first.

    Of games by the rules played most, which are named then: points of others are of another size.
    """
    if not played:
        return []
    by_rules = Counter(each.fact.rules for each in played)
    [(rules, _games)] = by_rules.most_common(1)
    of = f" ({rules_title(rules)})" if len(by_rules) > 1 else ""
    played = [each for each in played if each.fact.rules == rules]
    found: list[StoryLine] = []
    best = max(played, key=lambda each: each.fact.best_hand)
    if best.fact.best_hand:
        people, points = best.sides[best.fact.best_side].people, number_of(best.fact.best_hand, "point", "points")
        href = f"{best.href}#hand-{best.fact.best_hand_number}" if best.href else ""
        found.append(StoryLine(f"Best hand{of}", f"{people} scored {points} in one hand.", href))
    back = max(played, key=lambda each: each.fact.comeback)
    if back.fact.comeback >= FAR:
        text = (
            f"{back.won_by} came from {back.fact.comeback} points behind to beat {back.beaten} {back.score_of_winner}."
        )
        found.append(StoryLine(f"Biggest comeback{of}", text, back.href))
    # A conceded game may be won without a lead: nobody would call that close.
    decided = [each for each in played if each.fact.margin or each.fact.winner is None]
    if len(decided) > 1:
        close = min(decided, key=lambda each: each.fact.margin)
        clear = max(decided, key=lambda each: each.fact.margin)
        if close.fact.margin < FAR:
            found.append(StoryLine(f"Closest game{of}", _result(close), close.href))
        if close is not clear:
            found.append(StoryLine(f"Biggest win{of}", _result(clear), clear.href))
    return found


def _result(game: PlayedGame) -> str:
    if game.fact.winner is None:
        return f"{game.everyone} ended {game.score}."
    return f"{game.won_by} beat {game.beaten} {game.score_of_winner}."


def names_text(names: Sequence[str]) -> str:
    """A list of people; of a long one, how many more there are."""
    if len(names) <= MOST_NAMES:
        return join_list(names)
    return f"{', '.join(names[: MOST_NAMES - 1])} and {len(names) - MOST_NAMES + 1} more"


def _of_players(reached: Sequence[Milestone], names: Names) -> Iterator[StoryLine]:
    """One sentence for each milestone, with all who reached it; the biggest numbers first."""
    groups: dict[tuple[str, int], list[Milestone]] = {}
    for each in reached:
        groups.setdefault((each.kind.counter, each.number), []).append(each)
    for same in sorted(groups.values(), key=lambda group: -group[0].number):
        text = same[0].sentence(names_text([names.text(each.player) for each in same]))
        yield StoryLine("", text, same[0].href if len(same) == 1 else "")


def milestones_on(club: Club, day: date, players: Iterable[int]) -> list[Milestone]:
    """What these players reached on an evening, in order of play. Three queries.

    A player who came for the first time has no other first. Nobody has a first grand who has played a game without
    hands: they may have made one there.
    """
    mine = PlayerGame.objects.filter(club=club, player__in=set(players))
    counted = Count("day", distinct=True), *map(Sum, COUNTED)
    earlier = mine.filter(day__lt=day).values_list("player").annotate(*counted)
    before = {player: dict(zip((EVENINGS, *COUNTED), counts, strict=True)) for player, *counts in earlier}
    found = list(_reached(mine.filter(day=day), before))
    first_grands = {each.player for each in found if each.is_first and each.kind.counter == GRANDS}
    bare = set(mine.filter(player__in=first_grands, day__lte=day, hands=0).values_list("player_id", flat=True))
    return [
        each
        for each in found
        if not each.is_first
        or each.kind.counter == EVENINGS
        or (each.player in before and (each.kind.counter != GRANDS or each.player not in bare))
    ]


def _reached(rows: QuerySet[PlayerGame], before: Mapping[int, Mapping[str, int]]) -> Iterator[Milestone]:
    """The milestones of these games, in order of play, for players who had these counters before them."""
    counts: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys([EVENINGS, *COUNTED], 0))
    counts.update({player: dict(known) for player, known in before.items()})
    last: dict[int, date] = {}
    read = rows.order_by("started_at", "game", "seat").values_list("player", "day", "fact__code", *COUNTED)
    for player, day, code, *added in read:
        now = counts[player]
        new = dict(zip(COUNTED, added, strict=True)) | {EVENINGS: int(last.get(player) != day)}
        last[player] = day
        for kind in KINDS:
            known = now[kind.counter]
            now[kind.counter] = known + new[kind.counter]
            for number in kind.passed(known, now[kind.counter]):
                yield Milestone(player, kind, number, day, code)
