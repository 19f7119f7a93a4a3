"""What someone wants to know first about a player, a sentence each: form, rating, partner, opponent, strength."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from django.urls import reverse

from whistclub.club.models import Player
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats import measures
from whistclub.stats.filters import Filters
from whistclub.stats.measures import ENOUGH, Interval, Measure, wilson_interval
from whistclub.stats.pairs import Record
from whistclub.stats.queries import PlayerGameRow, Rated
from whistclub.stats.reports import Cell, format_percent
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import format_number, number_of
from whistclub.web.lines import polylines

FORM_GAMES = 10
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
class Answer:
    """`name` is who or what it is about; `badge` says how much to believe it, or how it compares.

    The pictures: `form`, the last games, and `lines`, the rating over time, which `line_text` has in words.
    """

    key: str
    question: str
    name: str
    text: str
    badge: str = ""
    links: list[Cell] = field(default_factory=list)
    form: Sequence[PlayerGameRow] = ()
    lines: list[str] = field(default_factory=list)
    line_text: str = ""

    @property
    def form_text(self) -> str:
        """The last games for who cannot see the picture, oldest first."""
        return "Last games, newest last: " + ", ".join(game.outcome for game in self.form)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the answers are made of: the player’s counters, the club’s, and the records with others by their keys.

    All but `ranked` are of the games `chosen`. `last` are the last games, the newest last. `ranked` are the ratings of
    all who have a rank.
    """

    player: Player
    chosen: Filters
    last: Sequence[PlayerGameRow]
    counts: Mapping[str, int]
    club_counts: Mapping[str, int]
    partners: Mapping[int, Record]
    opponents: Mapping[int, Record]
    ranked: Sequence[float]


def answers(viewer: Viewer, figures: Figures, rating: Rated, names: Names) -> list[Answer]:
    found: list[Answer | None] = [_form(viewer, figures), _rating(viewer, figures, rating)]
    found += [_partner(viewer, figures, names), _opponent(viewer, figures, names), _strength(viewer, figures)]
    return [each for each in found if each is not None]


def _form(viewer: Viewer, figures: Figures) -> Answer:
    last = figures.last[-FORM_GAMES:]
    wins, games = sum(game.wins for game in last), len(last)
    of = number_of(games, "game", "games") if games < FORM_GAMES else f"the last {games} games"
    usual = measures.WON.value(figures.counts) or 0
    if games < ENOUGH:
        badge = TOO_FEW_GAMES
    elif figures.counts["games"] < games + ENOUGH:
        badge = ""  # too few other games to compare with
    elif _holds(wilson_interval(wins, games), usual):
        badge = "about as usual"
    else:
        badge = "better than usual" if wins / games > usual else "worse than usual"
    games_page = reverse("stats:games", args=[viewer.club.slug, figures.player.pk]) + figures.chosen.query
    links = [Cell("All games", href=games_page)]
    text = f"Won {sum(game.won for game in last)} of {of}{_drawn(sum(game.drawn for game in last))}"
    return Answer("form", "Lately", "", text, badge, links, form=last)


def _rating(viewer: Viewer, figures: Figures, own: Rated) -> Answer:
    """The rating of today, whatever the filter; its line only without a filter."""
    margin = displayed_margin(own.sigma)
    badge = "may still change" if margin > WIDE_MARGIN else ""
    if figures.player.guest:
        text = f"± {margin}, no rank: guests have none"
    elif own.has_enough_games:
        rank = 1 + sum(mu > own.mu for mu in figures.ranked)
        text = f"± {margin}, rank {format_number(rank)} of {format_number(len(figures.ranked))}"
    else:
        text, badge = f"± {margin}, no rank yet: that takes {ENOUGH} games", TOO_FEW_GAMES
    shown = [displayed_rating(game.mu) for game in figures.last[-LINE_POINTS:]]
    lines, words = [], ""
    if figures.chosen.is_filtered:
        text = f"{text}. The rating always counts all games, whatever the filter."
    elif len(shown) > 1:
        first, best, last = map(format_number, (shown[0], max(shown), shown[-1]))
        lines, words = polylines([shown]), f"The last {len(shown)} games: from {first} to {last}, at most {best}."
    links = [Cell("All players", href=reverse("stats:players", args=[viewer.club.slug]))]
    now = format_number(displayed_rating(own.mu))
    return Answer("rating", "Rating", now, text, badge, links, lines=lines, line_text=words)


def _partner(viewer: Viewer, figures: Figures, names: Names) -> Answer | None:
    """The best partner, by the lower end of the likely range: with few games it is low."""
    found = {key: record for key, record in figures.partners.items() if record.wins and not names.is_secret(key)}
    if not found:
        return None
    best = max(found, key=lambda key: (found[key].likely[0], found[key].games, -key))
    return _of_two(viewer, figures, best, found[best], names, ("partner", "Best partner", "together"))


def _opponent(viewer: Viewer, figures: Figures, names: Names) -> Answer | None:
    """The toughest opponent, by the upper end of the likely range: with few games it is high."""
    found = {
        key: record
        for key, record in figures.opponents.items()
        if record.wins < record.games and not names.is_secret(key)
    }
    if not found:
        return None
    worst = min(found, key=lambda key: (found[key].likely[1], -found[key].games, key))
    return _of_two(viewer, figures, worst, found[worst], names, ("opponent", "Toughest opponent", "against them"))


def _of_two(
    viewer: Viewer, figures: Figures, other: int, record: Record, names: Names, words: tuple[str, str, str]
) -> Answer:
    """`words`: the key of the answer, its question, how they played."""
    badge = LUCK if _holds(record.likely, measures.WON.value(figures.counts) or 0) else ""
    if record.games < ENOUGH:
        badge = TOO_FEW_GAMES
    key, question, how = words
    won = number_of(record.won, "win", "wins")
    games = number_of(record.games, "game", "games")
    both = reverse("stats:versus", args=[viewer.club.slug, figures.player.pk, other]) + figures.chosen.query
    links = [Cell(f"Their {games}", href=both), names.cell(other)]
    return Answer(key, question, names.text(other), f"{won} in {games} {how}{_drawn(record.drawn)}", badge, links)


def _strength(viewer: Viewer, figures: Figures) -> Answer | None:
    """The strength in which the player is furthest above the club, or least below it, by `_deviations`."""
    tried = [each for each in STRENGTHS if figures.counts[each.denominator]]
    enough = [each for each in tried if figures.counts[each.denominator] >= ENOUGH] or tried
    if not enough:
        return None
    best = max(enough, key=lambda each: _deviations(each, figures))
    mine, club = best.value(figures.counts) or 0, best.value(figures.club_counts) or 0
    mine_text, club_text = format_percent(mine, 1), format_percent(club, 1)
    stands_out = mine > club and mine_text != club_text
    if figures.counts[best.denominator] < ENOUGH:
        badge = TOO_FEW_HANDS
    elif stands_out:
        badge = LUCK if _holds(best.interval(figures.counts), club) else ""
    else:
        badge = "the same as the club" if mine_text == club_text else "below the club average"
    # Strengths are shares of hands: the hands behind one are those of its numerator.
    hands = reverse("play:player_hands", args=[viewer.club.slug, figures.player.pk, best.numerator])
    hands += figures.chosen.query
    return Answer(
        "strength",
        "Best at" if stands_out else "Nothing stands out yet",
        STRENGTHS[best],
        f"{mine_text} (club {club_text})",
        badge,
        [Cell("The hands", href=hands)],
    )


def _deviations(measure: Measure, figures: Figures) -> float:
    """How far above the club, in standard deviations of a player who is like the club."""
    mine, club = measure.value(figures.counts) or 0, measure.value(figures.club_counts) or 0
    # At least 0.01: where all of a club always or never succeed, the share alone has no spread.
    spread = sqrt(max(club * (1 - club), 0.01) / figures.counts[measure.denominator])
    return (mine - club) / spread


def _holds(interval: Interval | None, value: float) -> bool:
    return interval is None or interval[0] <= value <= interval[1]


def _drawn(games: int) -> str:
    return f", {games} drawn" if games else ""
