"""What the pages of seasons say: what counts, since when and until when, who leads, what was changed."""

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.stats.models import Season, StatisticsChange
from whistclub.stats.names import listed
from whistclub.stats.reports import Cell, number
from whistclub.stats.seasons.scoring import SeasonSettings, settings_from_json

Scoring = Season.Scoring
# What a table of such a season is headed.
HEADS = {
    Scoring.POINTS: gettext_lazy("Points"),
    Scoring.WINS: gettext_lazy("Wins"),
    Scoring.PLACES: gettext_lazy("For places"),
}


def amount(value: float | None, *, href: str = "") -> Cell:
    """A number that may have a half in it."""
    whole = value is None or value == int(value)
    return number(value, 0 if whole else 1, href=href)


def out_of_count(value: float) -> Cell:
    """What a party brought that does not count."""
    cell = amount(value)
    return Cell(f"({cell.text})", cell.value)


def explained(season: Season) -> list[str]:
    """How a season is counted, sentence by sentence."""
    match Scoring(season.scoring):
        case Scoring.POINTS:
            what = _("Each party counts with the points of its final standings.")
        case Scoring.WINS:
            what = _("Each party counts with the games won in its final standings; a drawn game is half a win.")
        case Scoring.PLACES:
            what = _(
                "Each party counts one point for coming, one more for everybody ranked below,"
                " and half a one for everybody of the same rank."
            )
    return [what, how_many(season.best_parties), _("Equal totals share a rank.")]


def how_many(best: int | None) -> str:
    if best is None:
        return _("All parties count.")
    return ngettext("Everybody's best party counts.", "Everybody's best {n} parties count.", best).format(n=best)


def span(first: date, last: date) -> str:
    return _("{first} to {last}").format(first=date_format(first, "j M Y"), last=date_format(last, "j M Y"))


def parties(count: int) -> str:
    return ngettext("{n} party", "{n} parties", count).format(n=count)


def with_unit(value: float, scoring: str) -> str:
    """So much of what counts."""
    text = amount(value).text
    one = value == 1
    match Scoring(scoring):
        case Scoring.POINTS:
            return (_("{n} point") if one else _("{n} points")).format(n=text)
        case Scoring.WINS:
            return (_("{n} win") if one else _("{n} wins")).format(n=text)
    return (_("{n} point for places") if one else _("{n} points for places")).format(n=text)


def leading(season: Season, names: Sequence[str], total: float, ahead: float | None, *, over: bool) -> str:
    """Who leads a season, or led it at the end; `ahead` is how far the next is behind, None where there is none."""
    much = with_unit(total, season.scoring)
    if len(names) > 1:
        many = _("{names} won it together with {much}.") if over else _("{names} lead together with {much}.")
        return many.format(names=listed(names), much=much)
    if ahead is None:
        alone = _("{name} won it with {much}.") if over else _("{name} leads with {much}.")
        return alone.format(name=names[0], much=much)
    single = (
        _("{name} won it with {much}, {ahead} more than the next.")
        if over
        else _("{name} leads with {much}, {ahead} more than the next.")
    )
    return single.format(name=names[0], much=much, ahead=amount(ahead).text)


def changed(done: StatisticsChange) -> str:
    """What an organiser did."""
    kind = StatisticsChange.Kind(done.kind)
    match kind:
        case kind.SHOWN | kind.CLOSED:
            return str(kind.label)
        case kind.CHANGED:
            before, after = told(settings_from_json(done.before)), told(settings_from_json(done.after))
            return _("{what}: {after}; before: {before}").format(what=kind.label, before=before, after=after)
    return _("{what}: {season}").format(what=kind.label, season=told(settings_from_json(done.after or done.before)))


def told(settings: SeasonSettings) -> str:
    """All that a season says, in a line."""
    count = how_many(settings.best_parties).rstrip(".")
    parts = [span(settings.first_day, settings.last_day), str(Scoring(settings.scoring).label), count]
    return f"“{settings.name}”, {', '.join(parts)}"
