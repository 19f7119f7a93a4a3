"""Sentences about seasons: what counts, the dates, who leads, what was changed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.stats.models import Season, StatisticsChange
from whistclub.stats.reports import Cell, number
from whistclub.stats.seasons.scoring import LETTERS, SeasonSettings, settings_from_json
from whistclub.web.formatting import join_list

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Scoring = Season.Scoring
# The column heading of what counts.
HEADS: dict[str, "_StrPromise"] = {
    Scoring.POINTS: gettext_lazy("Points"),
    Scoring.WINS: gettext_lazy("Games won"),
    Scoring.PLACES: gettext_lazy("Rank points"),
}

MOVES: dict[str, "_StrPromise"] = {"up": gettext_lazy("up"), "down": gettext_lazy("down")}


def amount(value: float | None, *, href: str = "") -> Cell:
    """A number, with one decimal if it has a half."""
    whole = value is None or value == int(value)
    return number(value, 0 if whole else 1, href=href)


def out_of_count(value: float) -> Cell:
    """A party’s value in brackets: it does not count."""
    cell = amount(value)
    return Cell(f"({cell.text})", cell.value)


def explained(season: Season) -> list[str]:
    """How a season is scored, a sentence each."""
    match Scoring(season.scoring):
        case Scoring.POINTS:
            what = _("Each party counts the points of its final standings.")
        case Scoring.WINS:
            what = _("Each party counts the games won; a drawn game is half a win.")
        case Scoring.PLACES:
            what = _(
                "Each party gives rank points: one for attending, one for each player ranked below you,"
                " and half a point for each player tied with you."
            )
    how = [what, how_many(season.best_parties), _("Equal totals share a rank.")]
    if season.groups:
        how.append(_("New players start in the last group."))
    return [*how, going(season.moving)] if season.groups and season.moving else how


def going(count: int) -> str:
    """How many move up and down, and who of equal ones."""
    much = ngettext(
        "At the end of the season the top player of each group moves up one group"
        " and the bottom player moves down one.",
        "At the end of the season the top {n} players of each group move up one group"
        " and the bottom {n} move down one.",
        count,
    )
    ends = _("Nobody moves above Group A or below the last group.")
    equal = _("If totals are equal, more games won decide who moves, then more parties.")
    return f"{much.format(n=count)} {ends} {equal}"


def group_name(letter: str) -> str:
    return _("Group {letter}").format(letter=letter)


def of_group(letter: str, sentence: str) -> str:
    return _("Group {letter}: {sentence}").format(letter=letter, sentence=sentence)


def how_many(best: int | None) -> str:
    if best is None:
        return _("All parties count.")
    return ngettext("Each player’s best party counts.", "Each player’s best {n} parties count.", best).format(n=best)


def span(first: date, last: date) -> str:
    return _("{first} to {last}").format(first=date_format(first, "j M Y"), last=date_format(last, "j M Y"))


def parties(count: int) -> str:
    return ngettext("{n} party", "{n} parties", count).format(n=count)


def with_unit(value: float, scoring: str) -> str:
    """The value with its unit, as “7 points”."""
    text = amount(value).text
    one = value == 1
    match Scoring(scoring):
        case Scoring.POINTS:
            return (_("{n} point") if one else _("{n} points")).format(n=text)
        case Scoring.WINS:
            return (_("{n} win") if one else _("{n} wins")).format(n=text)
    return (_("{n} rank point") if one else _("{n} rank points")).format(n=text)


def leading(season: Season, names: Sequence[str], total: float, ahead: float | None, *, over: bool) -> str:
    """Who leads a season, or won it; `ahead` is the lead over the next player, None if there is none."""
    much = with_unit(total, season.scoring)
    if len(names) > 1:
        many = _("{names} won it together with {much}.") if over else _("{names} lead together with {much}.")
        return many.format(names=join_list(names), much=much)
    if ahead is None:
        alone = _("{name} won it with {much}.") if over else _("{name} leads with {much}.")
        return alone.format(name=names[0], much=much)
    single = (
        _("{name} won it with {much}, {ahead} ahead of the next player.")
        if over
        else _("{name} leads with {much}, {ahead} ahead of the next player.")
    )
    return single.format(name=names[0], much=much, ahead=amount(ahead).text)


def changed(done: StatisticsChange, names: Mapping[int, str]) -> str:
    """A change an organiser made, as a sentence; `names` are those of the club’s players."""
    kind = StatisticsChange.Kind(done.kind)
    match kind:
        case kind.SHOWN | kind.CLOSED:
            return str(kind.label)
        case kind.CHANGED:
            before, after = settings_from_json(done.before), settings_from_json(done.after)
            what = str(kind.label)
            sentence = _("{what}: {before} → {after}").format(
                what=what, before=settings_text(before), after=settings_text(after)
            )
            if before.groups == after.groups:
                return sentence
            moved = _moved(before, after, names)
            if replace(before, groups=()) == replace(after, groups=()):
                return _("{what}: “{name}”, {moved}").format(what=what, name=after.name, moved=moved)
            return f"{sentence}; {moved}"
    return _("{what}: {season}").format(
        what=kind.label, season=settings_text(settings_from_json(done.after or done.before))
    )


def _moved(before: SeasonSettings, after: SeasonSettings, names: Mapping[int, str]) -> str:
    """Who is in another group than before: “to A: Ann and Bob; to none: Carl”."""
    old, new = _letters(before), _letters(after)
    keys = [key for key in old | new if old.get(key) != new.get(key)]
    moves = []
    for letter in (*LETTERS, None):
        who = sorted(names.get(key, _("someone deleted")) for key in keys if new.get(key) == letter)
        if who:
            to = _("to {group}: {names}") if letter else _("to none: {names}")
            moves.append(to.format(group=letter, names=join_list(who)))
    return "; ".join(moves)


def _letters(settings: SeasonSettings) -> dict[int, str]:
    return {player: letter for letter, group in zip(LETTERS, settings.groups, strict=False) for player in group}


def settings_text(settings: SeasonSettings) -> str:
    """The settings of a season in one line."""
    count = how_many(settings.best_parties).rstrip(".")
    parts = [span(settings.first_day, settings.last_day), str(Scoring(settings.scoring).label), count]
    if settings.groups:
        sizes = " + ".join(str(len(group)) for group in settings.groups)
        parts.append(_("groups of {sizes}").format(sizes=sizes))
        if settings.moving:
            parts.append(_("{n} up and down").format(n=settings.moving))
    return f"“{settings.name}”, {', '.join(parts)}"
