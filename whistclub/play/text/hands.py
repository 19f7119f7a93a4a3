"""What people say about hands, games and faults. Values of the engine in, translated sentences out."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from whistclub.engine.hand import Contract
from whistclub.engine.options import Colour, RuleOptions, TableFormat
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.scoring import Outcome
from whistclub.rules.words import signed


@dataclass(frozen=True, slots=True)
class SideNames:
    """How a page calls one side: in a score, as the subject of "won the game", and its people."""

    short: str
    subject: str
    people: str
    is_near: bool = False


def ours(people: str) -> SideNames:
    return SideNames(pgettext("side", "Us"), pgettext("side", "We"), people, is_near=True)


def theirs(people: str) -> SideNames:
    return SideNames(pgettext("side", "Them"), pgettext("side", "They"), people)


def alone(name: str, short: str) -> SideNames:
    """One who plays for himself."""
    return SideNames(short, short, name)


def yourself(people: str) -> SideNames:
    """Who looks at the page, where everybody plays for himself."""
    return SideNames(pgettext("side", "You"), pgettext("side", "You"), people, is_near=True)


def named(people: str) -> SideNames:
    return SideNames(people, people, people)


def table_of(form: TableFormat) -> str:
    """Who sits at the table."""
    match form:
        case TableFormat.FOUR_IN_PAIRS:
            return _("4 in pairs")
        case TableFormat.THREE_WITH_WIDOW:
            return _("3 with a widow")
        case TableFormat.TWO_PLAYERS:
            return _("2 players")


def join_names(names: Sequence[str]) -> str:
    """The people of one side in one breath."""
    return _(" & ").join(names)


def number(points: int) -> str:
    """A total, with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def total_and_stars(points: int, stars: int) -> str:
    """A total in a list, with its stars: "12 ★★"."""
    return f"{'★' * stars} {number(points)}" if stars else number(points)


def low_bid(rules: RuleOptions) -> str:
    """What lies on the table when nobody granded: everybody's card has the colour that is not high."""
    if rules.form is TableFormat.TWO_PLAYERS:
        return _("Both bid low")
    return _("All black: low") if rules.high_colour is Colour.RED else _("All red: low")


def bid(contract: Contract, declarer: str, rules: RuleOptions) -> str:
    """Who granded, or nobody; `declarer` is a name."""
    match contract:
        case Contract.LOW:
            return low_bid(rules)
        case Contract.SOLA_NOLA:
            return _("{name}: Sola Nola").format(name=declarer)
        case Contract.GRAND_DIX:
            return _("{name}: Grand Dix").format(name=declarer)
        case Contract.WIDOW:
            return _("{name} took the widow").format(name=declarer) if declarer else _("Nobody took the widow")
        case Contract.HIGH:
            if rules.form is TableFormat.TWO_PLAYERS:
                return _("{name} bid high").format(name=declarer)
            return _("{name} granded").format(name=declarer)


def solo(contract: Contract) -> str:
    """A solo's name by itself."""
    return _("Sola Nola") if contract is Contract.SOLA_NOLA else _("Grand Dix")


def outcome(result: Outcome, sides: Sequence[SideNames]) -> str:
    """What was made of it: "made 9", "failed with 5", the tricks of both sides in a low hand."""
    if result.contract.is_solo:
        return _("made") if result.made else _("failed")
    if result.side is None or result.contract is Contract.WIDOW:
        return _(", ").join(
            _("{side} {tricks}").format(side=sides[side].short, tricks=result.tricks[side]) for side in from_near(sides)
        )
    taken = result.tricks[result.side]
    if result.made:
        return _("made {tricks}").format(tricks=taken)
    return _("failed with {tricks}").format(tricks=taken)


def mark(result: Outcome) -> str:
    """How a result is marked where it is drawn."""
    if result.made is None:
        return "low" if result.contract is Contract.LOW else ""
    return "made" if result.made else "failed"


def gains(result: Outcome, sides: Sequence[SideNames]) -> str:
    """Who scored what by it: "Us +3"."""
    order = from_near(sides)
    said = [_("{side} +1 star").format(side=sides[side].short) for side in order if result.stars[side]]
    return points_by_side(result.points, sides, said) or _("no points")


def points_by_side(points: Sequence[int], sides: Sequence[SideNames], more: Sequence[str] = ()) -> str:
    """Who gets or loses how many: "Us +3, Them −1"; nobody is named who does not."""
    said = [
        _("{side} {points}").format(side=sides[side].short, points=signed(points[side]))
        for side in from_near(sides)
        if points[side]
    ]
    return _(", ").join([*said, *more])


def from_near(sides: Sequence[SideNames]) -> list[int]:
    """The sides clockwise from the one this page is for, as the score boxes stand."""
    near = next((side for side, names in enumerate(sides) if names.is_near), 0)
    return [(near + step) % len(sides) for step in range(len(sides))]


def hand(result: Outcome, declarer: str, sides: Sequence[SideNames], rules: RuleOptions) -> str:
    """A whole hand in one sentence: "Ann granded, made 9: Us +3."."""
    each_counted = result.contract in (Contract.LOW, Contract.WIDOW)
    shape = _("{bid}, tricks {outcome}: {gains}.") if each_counted else _("{bid}, {outcome}: {gains}.")
    return shape.format(
        bid=bid(result.contract, declarer, rules), outcome=outcome(result, sides), gains=gains(result, sides)
    )


def score(totals: Sequence[int], sides: Sequence[SideNames], stars: Sequence[int] = ()) -> str:
    """ "Us 9, Them 6", with their stars where there are any: "Us 9 ★"."""
    return _(", ").join(
        _("{side} {total}").format(side=side.short, total=f"{number(total)} {'★' * has}".rstrip())
        for side, total, has in zip(sides, totals, stars or (0,) * len(sides), strict=True)
    )


def score_text(totals: Sequence[int]) -> str:
    """A score without names, as it stands in the book: "9–6"."""
    # A dash beside a minus cannot be read.
    between = " : " if min(totals, default=0) < 0 else "–"
    return between.join(number(total) for total in totals)


def bid_and_lead(said: str, leader: str) -> str:
    return _("{bid}. {leader} leads to the first trick.").format(bid=said, leader=leader)


def counted(first: SideNames, other: SideNames) -> str:
    """Above the fourteen numbers: whose tricks are the large ones."""
    return _("Tricks: {side} (small: {other})").format(side=first.short, other=other.short)


def against(pair: Sequence[str], others: Sequence[str]) -> str:
    return _("{pair} against {others}").format(pair=join_names(pair), others=join_names(others))


def all_against_all(names: Sequence[str]) -> str:
    """People who play each for himself: "Ann, Bob and Carl"."""
    *others, last = names
    return _("{others} and {last}").format(others=_(", ").join(others), last=last)


def verdict(winner: int | None, totals: Sequence[int], sides: Sequence[SideNames]) -> str:
    """How a finished game ended; `winner` is a side, None for a draw."""
    if winner is None:
        return _("A draw, {score}.").format(score=score(totals, sides))
    others = [total for side, total in enumerate(totals) if side != winner]
    return _("{side} won the game, {own} to {others}.").format(
        side=sides[winner].subject, own=number(totals[winner]), others=_(" and ").join(map(number, others))
    )


def conceded(side: SideNames) -> str:
    return _("{side} gave up.").format(side=side.subject)


def entered(number: int, sentence: str) -> str:
    """A line of the history: "Hand 5: Ann granded, made 9: Us +3."."""
    return _("Hand {number}: {sentence}").format(number=number, sentence=sentence)


def event(what: str, detail: str) -> str:
    """A line of the history about the game itself: "Result typed from paper: 13 : 7"."""
    return _("{what}: {detail}").format(what=what, detail=detail) if detail else what


def corrected(number: int, sentence: str) -> str:
    return _("Hand {number} corrected: {sentence}").format(number=number, sentence=sentence)


def removed(number: int) -> str:
    return _("Hand {number} taken out").format(number=number)


def phone_of(name: str) -> str:
    """Whose phone an entry came from; `name` is empty when its owner does not sit at the table."""
    return _("{name}’s phone").format(name=name) if name else _("score pad")


def money(cents: int, currency: str) -> str:
    """$0.45; amounts are play money, so no locale's rules for banks."""
    return f"{currency}{cents // 100}.{cents % 100:02}"


def settlement(amounts: Sequence[int], stars: int, sides: Sequence[SideNames], form: TableFormat, currency: str) -> str:
    """Who pays whom, and why; empty where nothing is owed. `amounts` are cents by side, `stars` the winners'."""
    winner = max(range(len(amounts)), key=lambda side: amounts[side])
    if amounts[winner] <= 0:
        return ""
    losers = [side for index, side in enumerate(sides) if index != winner]
    if len(losers) > 1:
        shape = _("{payers} each pay {receivers} {amount}")
    else:
        in_pairs = form is TableFormat.FOUR_IN_PAIRS
        shape = _("{payers} pay {receivers} {amount}") if in_pairs else _("{payers} pays {receivers} {amount}")
    owed = shape.format(
        payers=join_names([side.people for side in losers]),
        receivers=sides[winner].people,
        amount=money(amounts[winner] // len(losers), currency),
    )
    if not stars:
        return _("{owed}.").format(owed=owed)
    reason = ngettext("the game and {stars} star", "the game and {stars} stars", stars).format(stars=stars)
    return _("{owed}: {reason}.").format(owed=owed, reason=reason)


def problem_sentences(problems: Sequence[Problem], rules: RuleOptions) -> list[str]:
    """Each fault the engine found in a hand, as a sentence that says what to do."""
    return [_problem(problem, rules) for problem in problems]


def _problem(problem: Problem, rules: RuleOptions) -> str:
    match problem.code:
        case ProblemCode.DECLARER_NEEDED:
            ask = (
                _("Say who bid high, or tap “{low}”.")
                if rules.form is TableFormat.TWO_PLAYERS
                else _("Say who granded, or tap “{low}”.")
            )
            return ask.format(low=low_bid(rules))
        case ProblemCode.DECLARER_NOT_ALLOWED:
            return _("In a low hand nobody has granded.")
        case ProblemCode.UNKNOWN_SEAT:
            return _("Nobody sits on that seat at this table.")
        case ProblemCode.CONTRACT_NOT_IN_RULES:
            return _("That bid does not exist in the rules of this game.")
        case ProblemCode.WRONG_NUMBER_OF_COUNTS:
            return _("The tricks of every side are needed.")
        case ProblemCode.TRICKS_OUT_OF_RANGE:
            return _("A side takes from {least} to {most} tricks.").format(least=problem.minimum, most=problem.maximum)
        case ProblemCode.TRICKS_DO_NOT_ADD_UP:
            return _("The tricks add up to {sum}, but a hand has {all}.").format(
                sum=problem.found, all=problem.expected
            )
        case ProblemCode.TRUMP_NOT_LED:
            return _("In this hand no trump is led.")
        case ProblemCode.NOT_OVERRULED:
            return _("That bid cannot have been overruled by this one.")
        case ProblemCode.REVOKE_IN_SOLO:
            return _("A revoke in a solo: say made or failed, as you agree, and no revoke.")
        case ProblemCode.REVOKE_AGAINST_ITSELF | ProblemCode.UNKNOWN_SIDE:
            return _("Say which side revoked, or got the rest: it is not at this table.")
    raise ValueError(problem.code)
