"""What someone wants to know first about a player, a sentence each: form, rating, partner, opponent, strength."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from django.db.models import Count, Q
from django.urls import reverse

from whistclub.club.models import Player
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats import measures
from whistclub.stats.confidence import LEAST_COUNT, Interval, wilson_interval
from whistclub.stats.measures import Kind, Measure
from whistclub.stats.models import PlayerStanding
from whistclub.stats.pairs import Record
from whistclub.stats.player.history import streaks, streaks_text
from whistclub.stats.queries import RATED_AFTER, PlayerGameRow, in_rankings, with_enough_games
from whistclub.stats.reports import Cell, number
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import format_number, format_percent, format_range, plural
from whistclub.web.lines import polylines

FORM_GAMES = 10
# From fewer cases nothing can be said, nor how likely it is.
FEW = LEAST_COUNT
# A rating that may be further off than this, either way, still moves a lot.
WIDE_MARGIN = 200
# Points of the line of ratings; it is as wide as a thumb.
LINE_POINTS = 40

LUCK = "could be luck"
TOO_FEW_GAMES = "too few games to tell"
TOO_FEW_HANDS = "too few hands to tell"

STRENGTHS = {
    measures.MADE: "making grands",
    measures.DEFENDED: "setting grands",
    measures.LOWS: "winning low hands",
    measures.SOLOS: "making solos",
    measures.TAKES: "taking the widow",
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A share with its likely range and the club’s, each from 0 to 100; as templates/stats/_interval.html takes it."""

    share: float
    likely: tuple[float, float]
    club_share: float | None


def picture(measure: Measure, counts: Mapping[str, int], club: Mapping[str, int]) -> Picture | None:
    """None for what is no share."""
    mine, likely, others = measure.value(counts), measure.interval(counts), measure.value(club)
    if measure.kind is not Kind.SHARE or mine is None or likely is None:
        return None
    return Picture(100 * mine, (100 * likely[0], 100 * likely[1]), None if others is None else 100 * others)


@dataclass(frozen=True, slots=True)
class Answer:
    """`name` is who or what it is about; `doubt` says in words whether it could be luck, `more` says it in numbers.

    The pictures: `form` the last games, `lines` the rating over time, which `line_text` has in words, `share`.
    """

    key: str
    question: str
    name: str
    text: str
    doubt: str = ""
    more: list[str] = field(default_factory=list)
    links: list[Cell] = field(default_factory=list)
    form: Sequence[PlayerGameRow] = ()
    lines: list[str] = field(default_factory=list)
    line_text: str = ""
    share: Picture | None = None

    @property
    def form_text(self) -> str:
        """The last games for who cannot see the picture, oldest first."""
        return "Last games, newest last" + ": " + ", ".join(part.outcome_text for part in self.form)


@dataclass(frozen=True, slots=True)
class Played:
    """What the answers are made of: games in order of play, their counters, those of the club, records by player.

    `is_filtered`: these are not all games of the player.
    """

    player: Player
    is_filtered: bool
    parts: Sequence[PlayerGameRow]
    counts: Mapping[str, int]
    club: Mapping[str, int]
    partners: Mapping[int, Record]
    opponents: Mapping[int, Record]


def answers(viewer: Viewer, played: Played, standing: PlayerStanding | None, names: Names) -> list[Answer]:
    """One query."""
    found = [_form(viewer, played), _rating(viewer, played, standing)]
    found += [_partner(viewer, played, names), _opponent(viewer, played, names), _strength(viewer, played)]
    return [each for each in found if each is not None]


def _form(viewer: Viewer, played: Played) -> Answer:
    last = played.parts[-FORM_GAMES:]
    won, games = sum(part.score for part in last), len(last)
    text = "Won {won} of the last {n} games"
    if games < FORM_GAMES:
        text = plural(games, "Won {won} of {n} game", "Won {won} of {n} games")
    more = [streaks_text(streaks(played.parts))]
    doubt = ""
    if games < FEW:
        doubt = str(TOO_FEW_GAMES)
    elif len(played.parts) >= games + FEW:
        usual, likely = measures.WON.value(played.counts) or 0, _likely(won, games)
        doubt = "about as usual" if _holds(likely, usual) else ""
        doubt = doubt or ("better than usual" if won / games > usual else "worse than usual")
        shape = "Usually {usual}. Over {n} games, luck alone can put it anywhere from {low} to {high}."
        more.append(shape.format(usual=_percent(usual), n=games, **_ends(_likely(usual * games, games))))
    href = reverse("stats:games", args=[viewer.club.slug, played.player.pk])
    links = [Cell("All games", href=href)]
    return Answer("form", "Lately", "", text.format(won=_wins(won), n=games), doubt, more, links, form=last)


def _rating(viewer: Viewer, played: Played, standing: PlayerStanding | None) -> Answer | None:
    """The rating of today, whatever the filter; its line only where it is that of all games."""
    if standing is None or standing.mu is None:
        return None
    rating, margin = displayed_rating(standing.mu), displayed_margin(standing.sigma or 0)
    more = [
        f"Likely range {format_range(rating - margin, rating + margin)}; each game narrows it.",
        "Everyone starts at 1,000; beating strong players counts more.",
    ]
    players = reverse("stats:players", args=[viewer.club.slug])
    links = [Cell("All players", href=players), Cell("How ratings work", href=f"{players}#rating-explained")]
    text, doubt = _rank(viewer, standing, margin)
    if played.is_filtered:
        text = f"{text}. The rating always counts all games, whatever the filter."
    shown = [displayed_rating(part.mu) for part in played.parts if part.mu is not None][-LINE_POINTS:]
    answer = Answer("rating", "Rating", format_number(rating), text, doubt, more, links)
    if played.is_filtered or len(shown) < 2:
        return answer
    first, best, last = map(format_number, (shown[0], max(shown), shown[-1]))
    words = f"The last {len(shown)} games: from {first} to {last}, at most {best}."
    return replace(answer, lines=polylines([shown]), line_text=words)


def _rank(viewer: Viewer, standing: PlayerStanding, margin: int) -> tuple[str, str]:
    """The rank among all players in words, and the doubt about it. At most one query."""
    if standing.games < RATED_AFTER:
        return f"no rank yet: that takes {RATED_AFTER} games", str(TOO_FEW_GAMES)
    ranked = with_enough_games(in_rankings(viewer, PlayerStanding.objects.filter(club=viewer.club)), RATED_AFTER)
    found = ranked.aggregate(everyone=Count("pk"), better=Count("pk", filter=Q(mu__gt=standing.mu)))
    text = "rank {rank} of {n}".format(rank=found["better"] + 1, n=format_number(found["everyone"]))
    return text, "may still change" if margin > WIDE_MARGIN else ""


def _partner(viewer: Viewer, played: Played, names: Names) -> Answer | None:
    """The partner with whom the most can be said to be won: by the lower end of the likely range."""
    found = {key: record for key, record in played.partners.items() if record.score and not names.is_secret(key)}
    if not found:
        return None
    best = max(found, key=lambda key: (found[key].likely[0], found[key].games, -key))
    text = plural(found[best].games, "{wins} in {n} game together", "{wins} in {n} games together")
    return _of_two(viewer, played, best, found[best], names, ("partner", "Best partner", text))


def _opponent(viewer: Viewer, played: Played, names: Names) -> Answer | None:
    """The opponent against whom the least can be said to be won: by the upper end of the likely range."""
    found = {
        key: record
        for key, record in played.opponents.items()
        if record.score < record.games and not names.is_secret(key)
    }
    if not found:
        return None
    worst = min(found, key=lambda key: (found[key].likely[1], -found[key].games, key))
    text = plural(found[worst].games, "{wins} in {n} game against them", "{wins} in {n} games against them")
    return _of_two(viewer, played, worst, found[worst], names, ("opponent", "Toughest opponent", text))


def _of_two(
    viewer: Viewer, played: Played, other: int, record: Record, names: Names, words: tuple[str, str, str]
) -> Answer:
    """`words`: the key of the answer, its question, its sentence."""
    usual = measures.WON.value(played.counts) or 0
    doubt = ""
    if record.games < FEW:
        doubt = str(TOO_FEW_GAMES)
    elif _holds(record.likely, usual):
        doubt = str(LUCK)
    shape = "That is {share} of {n} games; likely range {likely}. Usually {usual}."
    if record.games < FEW:
        shape = plural(
            record.games,
            "That is {share} of {n} game. Usually {usual}.",
            "That is {share} of {n} games. Usually {usual}.",
        )
    more = [
        shape.format(
            share=format_percent(record.score, record.games),
            n=format_number(record.games),
            usual=_percent(usual),
            likely=_range(record.likely),
        )
    ]
    slug, me = viewer.club.slug, str(played.player.pk)
    games = plural(record.games, "Their {n} game", "Their {n} games").format(n=format_number(record.games))
    both = Cell(games, href=reverse("stats:versus", args=[slug, me, other]))
    key, question, text = words
    links = [both, names.cell(other)]
    wins = plural(1 if record.score == 1 else 2, "{won} win", "{won} wins").format(won=_wins(record.score))
    text = text.format(wins=wins, n=format_number(record.games))
    return Answer(key, question, names.text(other), text, doubt, more, links)


def _strength(viewer: Viewer, played: Played) -> Answer | None:
    """What the player does better than the club, or least worse, measured in what luck would do."""
    tried = [each for each in STRENGTHS if played.counts[each.denominator]]
    enough = [each for each in tried if played.counts[each.denominator] >= FEW] or tried
    if not enough:
        return None
    best = max(enough, key=lambda each: _deviations(each, played))
    sample, likely = played.counts[best.denominator], best.interval(played.counts) or (0.0, 1.0)
    mine, club = best.value(played.counts) or 0, best.value(played.club) or 0
    stands_out = mine > club and _percent(mine) != _percent(club)
    doubt = str(LUCK) if _holds(likely, club) else ""
    if sample < FEW:
        doubt = str(TOO_FEW_HANDS)
    elif not stands_out:
        doubt = "the same as the club" if _percent(mine) == _percent(club) else "below the club average"
    text = f"{_percent(mine)} (club {_percent(club)})"
    shape = "{sample} hands." if sample < FEW else "{sample} hands; likely range {likely}."
    more = [
        shape.format(sample=best.sample_text(played.counts), likely=_range(likely)),
        *(_compared(each, played) for each in enough if each is not best),
    ]
    links = []
    if best.hand_counter is not None:
        args = [viewer.club.slug, played.player.pk, best.hand_counter.counter]
        links = [Cell("The hands", href=reverse("play:player_hands", args=args))]
    shown = picture(best, played.counts, played.club)
    question = "Best at" if stands_out else "Nothing stands out yet"
    return Answer("strength", question, str(STRENGTHS[best]), text, doubt, more, links, share=shown)


def _compared(measure: Measure, played: Played) -> str:
    mine, usual = (_percent(measure.value(counts) or 0) for counts in (played.counts, played.club))
    text = f"{STRENGTHS[measure]}: {mine}, club average {usual}."
    return text[:1].upper() + text[1:]


def _deviations(measure: Measure, played: Played) -> float:
    """How far above the club, in standard deviations of a player who is like the club."""
    mine, club = measure.value(played.counts) or 0, measure.value(played.club) or 0
    spread = sqrt(max(club * (1 - club), 0.01) / played.counts[measure.denominator])
    return (mine - club) / spread


def _likely(part: float, whole: int) -> Interval:
    return wilson_interval(part, whole) or (0.0, 1.0)


def _holds(interval: Interval, value: float) -> bool:
    return interval[0] <= value <= interval[1]


def _ends(interval: Interval) -> dict[str, str]:
    return {"low": _percent(interval[0]), "high": _percent(interval[1])}


def _range(interval: Interval) -> str:
    return f"{format_range(100 * interval[0], 100 * interval[1])}%"


def _percent(share: float) -> str:
    return format_percent(share, 1)


def _wins(score: float) -> str:
    """A drawn game is half a win."""
    return number(score, 0 if score == int(score) else 1).text
