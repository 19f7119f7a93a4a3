"""A blank score sheet for any rules: its columns and lines, and the score table in short for its foot."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.options import LimitTie, RuleOptions, TableFormat, Trump
from whistclub.rules.score_tables import Points, Tables, tables

# Most lines that leave room for handwriting on one page, and fewest lines of a sheet.
MOST_LINES = 28
FEWEST_LINES = 16
USUAL_LINES = 24


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of the score table: the points for 0 to 13 tricks."""

    label: str
    points: Sequence[Points]


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """`sides` are the signs of those who score, `names` how many names each of them needs.

    `who` heads the column for who granded. `own_tricks`: each side has its own column of tricks, as with three players.
    """

    sides: Sequence[str]
    names: range
    who: str
    has_trump: bool
    own_tricks: bool
    lines: range
    scores: Sequence[ScoreRow]
    solos: Sequence[str]

    @property
    def trick_numbers(self) -> range:
        return range(len(self.scores[0].points))


def blank_sheet(rules: RuleOptions) -> BlankSheet:
    pairs, widow = rules.form is TableFormat.FOUR_IN_PAIRS, rules.form is TableFormat.THREE_WITH_WIDOW
    found = tables(rules)
    return BlankSheet(
        sides=("●", "◆", "▲")[: rules.form.sides],
        names=range(2 if pairs else 1),
        who=_who(rules),
        has_trump=rules.trump is Trump.LED,
        own_tricks=widow,
        lines=range(1, _lines(rules) + 1),
        scores=_scores(found),
        solos=[f"{row.name}: {row.what} – {row.star}" for row in found.solos],
    )


def _who(rules: RuleOptions) -> str:
    match rules.form:
        case TableFormat.THREE_WITH_WIDOW:
            return _("First to take the widow")
        case TableFormat.FOUR_IN_PAIRS if rules.solos:
            return _("Granded, low, or solo")
        case _:
            return _("Granded, or low")


def _lines(rules: RuleOptions) -> int:
    if rules.max_hands is None or not rules.has_hand_limit:
        return USUAL_LINES
    # A tie at the end is played on: two more lines are nearly always enough.
    spare = 2 if rules.limit_tie is LimitTie.EXTRA else 0
    return min(max(rules.max_hands + spare, FEWEST_LINES), MOST_LINES)


def _scores(found: Tables) -> list[ScoreRow]:
    if found.widow:
        return [
            ScoreRow(_("First to take the widow"), [row.taker for row in found.widow]),
            ScoreRow(_("Others"), [row.other for row in found.widow]),
        ]
    return [
        ScoreRow(_("High: the side that granded"), [row.own for row in found.high]),
        ScoreRow(_("High: the other side"), [row.other for row in found.high]),
        ScoreRow(_("Low: a side with these tricks"), [row.own for row in found.low]),
        ScoreRow(_("Low: the other side"), [row.other for row in found.low]),
    ]
