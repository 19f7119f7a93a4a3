"""Sentences about hands, games and input errors: engine values in, translated text out."""

from collections.abc import Sequence
from dataclasses import dataclass

from whistclub.engine.hand import Contract
from whistclub.engine.options import Colour, RuleOptions, TableFormat
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.scoring import Outcome
from whistclub.play.text.shapes import SHAPES, SHAPES_OF_CORRECTIONS
from whistclub.rules.problems import problem_sentence
from whistclub.web.formatting import format_money, format_number, format_score, format_signed, join_side, plural


@dataclass(frozen=True, slots=True)
class SideNames:
    """What a page calls one side: in a score, as a subject, as an object, and by its people.

    `is_viewer`: the page is drawn for this side. `is_single`: verbs are in the singular ("Ann takes").
    """

    short: str
    subject: str
    object: str
    people: str
    is_viewer: bool = False
    is_single: bool = False

    @classmethod
    def us(cls, people: str) -> "SideNames":
        return cls(
            "Us",
            "We",
            "us",
            people,
            is_viewer=True,
        )

    @classmethod
    def them(cls, people: str) -> "SideNames":
        return cls(
            "Them",
            "They",
            "them",
            people,
        )

    @classmethod
    def you(cls, people: str) -> "SideNames":
        """The viewer, where each player is a side."""
        return cls("You", "You", "you", people, is_viewer=True)

    @classmethod
    def single(cls, name: str, short: str) -> "SideNames":
        """Another player, where each player is a side."""
        return cls(short, short, short, name, is_single=True)

    @classmethod
    def neutral(cls, people: str, short: str = "") -> "SideNames":
        """A pair, for a viewer who does not sit at the table; `short` where there is little room."""
        short = short or people
        return cls(short, short, short, people)


def table_format(form: TableFormat) -> str:
    """Who plays."""
    match form:
        case TableFormat.FOUR_IN_PAIRS:
            return "4 in pairs"
        case TableFormat.THREE_WITH_WIDOW:
            return "3 with a widow"
        case TableFormat.TWO_PLAYERS:
            return "2 players"


def total_and_stars(total: int, stars: int) -> str:
    """A total in a list, with its stars: "★★ 12"."""
    return f"{'★' * stars} {format_number(total)}" if stars else format_number(total)


def low_bid(rules: RuleOptions) -> str:
    """What lies on the table when nobody granded: every bid card has the colour that means low."""
    if rules.form is TableFormat.TWO_PLAYERS:
        return "Both bid low"
    return "All black: low" if rules.high_colour is Colour.RED else "All red: low"


def bid(contract: Contract, declarer: str, rules: RuleOptions) -> str:
    """Who granded; `declarer` is a name, empty where there is none."""
    match contract:
        case Contract.LOW:
            return low_bid(rules)
        case Contract.SOLA_NOLA:
            return f"{declarer}: Sola Nola"
        case Contract.GRAND_DIX:
            return f"{declarer}: Grand Dix"
        case Contract.WIDOW:
            return f"{declarer} took the widow" if declarer else "Nobody took the widow"
        case Contract.HIGH:
            if rules.form is TableFormat.TWO_PLAYERS:
                return f"{declarer} bid high"
            return f"{declarer} granded"


def solo_name(contract: Contract) -> str:
    return "Sola Nola" if contract is Contract.SOLA_NOLA else "Grand Dix"


def outcome(result: Outcome, sides: Sequence[SideNames]) -> str:
    """The tricks: "made 9", "failed with 5 tricks"; in a low hand and with a widow those of each side."""
    if result.contract.is_solo:
        return "made" if result.made else "failed"
    if result.side is None or result.contract is Contract.WIDOW:
        return SHAPES["list"].join(
            SHAPES["side_tricks"].format(side=sides[side].short, tricks=result.tricks[side])
            for side in viewer_first(sides)
        )
    taken = result.tricks[result.side]
    if result.made:
        return f"made {taken}"
    return plural(taken, "failed with {n} trick", "failed with {n} tricks").format(n=taken)


def result_kind(result: Outcome) -> str:
    """The CSS class that colours a result."""
    if result.made is None:
        return "low" if result.contract is Contract.LOW else ""
    return "made" if result.made else "failed"


def gains(result: Outcome, sides: Sequence[SideNames]) -> str:
    """Who scored what: "Us +3", "a star for Us"."""
    winners = [side for side in viewer_first(sides) if result.stars[side]]
    stars = [SHAPES["star_for"].format(side=sides[side].short) for side in winners]
    return points_by_side(result.points, sides, stars) or str(SHAPES["no_points"])


def points_by_side(points: Sequence[int], sides: Sequence[SideNames], more: Sequence[str] = ()) -> str:
    """ "Us +3, Them −1"; sides without points are left out."""
    scored = [
        SHAPES["side_points"].format(side=sides[side].short, points=format_signed(points[side]))
        for side in viewer_first(sides)
        if points[side]
    ]
    return SHAPES["list"].join([*scored, *more])


def viewer_first(sides: Sequence[SideNames]) -> list[int]:
    """The sides clockwise from the viewer's, in the order of the score boxes."""
    first = next((side for side, names in enumerate(sides) if names.is_viewer), 0)
    return [(first + step) % len(sides) for step in range(len(sides))]


def hand(result: Outcome, declarer: str, sides: Sequence[SideNames], rules: RuleOptions) -> str:
    """A whole hand in one sentence: "Ann granded, made 9: Us +3."."""
    return SHAPES[hand_shape(result.contract)].format(
        bid=bid(result.contract, declarer, rules), outcome=outcome(result, sides), gains=gains(result, sides)
    )


def hand_shape(contract: Contract) -> str:
    """The name of the shape of such a sentence: in a low hand and with a widow the tricks of each side are listed."""
    return "hand_tricks" if contract in (Contract.LOW, Contract.WIDOW) else "hand"


def score(totals: Sequence[int], sides: Sequence[SideNames], stars: Sequence[int] = ()) -> str:
    """ "Us 9, Them 6", with stars where there are any: "Us 9 ★"."""
    return SHAPES["list"].join(
        SHAPES["side_total"].format(side=side.short, total=f"{format_number(total)} {'★' * has}".rstrip())
        for side, total, has in zip(sides, totals, stars or (0,) * len(sides), strict=True)
    )


def how_many_tricks(side: SideNames) -> str:
    """Above the trick buttons, until one is tapped."""
    return f"{side.short}: how many tricks?"


def against(pair: Sequence[str], others: Sequence[str]) -> str:
    return f"{join_side(pair)} against {join_side(others)}"


def hand_heading(number: int, limit: int | None, *, is_extra: bool) -> str:
    """Which hand is being played: "Hand 3 of 8"; extra hands come after the limit of a tied game."""
    if is_extra:
        return SHAPES["heading_extra"].format(number=number)
    if limit is None:
        return SHAPES["heading"].format(number=number)
    return SHAPES["heading_of"].format(number=number, limit=limit)


def verdict(winner: int | None, totals: Sequence[int], sides: Sequence[SideNames]) -> str:
    """How a finished game ended; `winner` is a side, None for a draw."""
    if winner is None:
        return SHAPES["draw"].format(score=score(totals, sides))
    ordered = [totals[winner], *(total for side, total in enumerate(totals) if side != winner)]
    return SHAPES["won"].format(side=sides[winner].subject, score=format_score(ordered))


def conceded(side: SideNames) -> str:
    return f"{side.subject} conceded."


def numbered(number: int, sentence: str) -> str:
    """A hand with its number: "Hand 5: Ann granded, made 9: Us +3."."""
    return SHAPES["numbered"].format(number=number, sentence=sentence)


def corrected(number: int, sentence: str) -> str:
    return SHAPES_OF_CORRECTIONS["corrected"].format(number=number, sentence=sentence)


def removed(number: int) -> str:
    return f"Hand {number} removed"


def phone_of(name: str) -> str:
    """Whose phone sent an entry; `name` is empty when its owner does not play at the table."""
    return f"{name}’s phone" if name else "score pad"


def settlement(amounts: Sequence[int], stars: int, sides: Sequence[SideNames], form: TableFormat, currency: str) -> str:
    """Who pays whom, and why; empty where nothing is owed. `amounts` are cents by side, `stars` the winners'."""
    winner = max(range(len(amounts)), key=lambda side: amounts[side])
    if amounts[winner] <= 0:
        return ""
    losers = [side for index, side in enumerate(sides) if index != winner]
    if form is TableFormat.FOUR_IN_PAIRS:
        # Each loser pays one of the winners: to name both would leave open whether each gets the amount.
        shape = "{payers} each pay {amount}"
    elif len(losers) > 1:
        shape = "{payers} each pay {receivers} {amount}"
    else:
        shape = "{payers} pays {receivers} {amount}"
    owed = shape.format(
        payers=join_side(side.people for side in losers),
        receivers=sides[winner].people,
        amount=format_money(amounts[winner] // len(losers), currency),
    )
    if not stars:
        return f"{owed}."
    reason = plural(stars, "the game and {stars} star", "the game and {stars} stars").format(stars=stars)
    return f"{owed}: {reason}."


def problem_sentences(problems: Sequence[Problem], rules: RuleOptions) -> list[str]:
    """Each validation error of a hand, as a sentence that says what to do."""
    return [_problem(problem, rules) for problem in problems]


def _problem(problem: Problem, rules: RuleOptions) -> str:
    """The sentence of the rules, but for one that names what lies on this table."""
    if problem.code is not ProblemCode.DECLARER_NEEDED:
        return problem_sentence(problem)
    if rules.form is TableFormat.TWO_PLAYERS:
        shape = "Choose who bid high, or “{low}”."
    else:
        shape = "Choose who granded, or “{low}”."
    return shape.format(low=low_bid(rules))
