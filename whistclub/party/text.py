"""What a party says to people: results, seatings, rounds, money."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.movement.protocol import Seating
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.party.models import Round
from whistclub.party.state import SIDES, PartyState, RoundState, TableState
from whistclub.play.text.hands import join_names, score_text


def how(kind: str, seed: int) -> str:
    """What a seating was made by."""
    if kind == Round.How.DRAW:
        return _("drawn by lot (seed {seed})").format(seed=seed)
    return str(Round.How(kind).label)


def seating(night: PartyState, made: Seating) -> str:
    """A whole seating in one text, for the log."""
    names = {entrant.number: entrant.player.name for entrant in night.entrants.values()}
    lines = [
        _("{table}: {one} – {other}").format(
            table=number,
            one=join_names([names[person] for person in table.sides[0]]),
            other=join_names([names[person] for person in table.sides[1]]),
        )
        for number, table in enumerate(made.tables, start=1)
    ]
    if made.bench:
        lines.append(_("sit out: {names}").format(names=", ".join(names[person] for person in made.bench)))
    return "\n".join(lines)


def where(stage: RoundState, names: Sequence[str], entrants: Sequence[int]) -> str:
    """Where some people are in a round, for the log."""
    return ", ".join(f"{name}: {place_name(stage, entrant)}" for name, entrant in zip(names, entrants, strict=True))


def place_name(stage: RoundState, entrant: int) -> str:
    """A person's table and partner, or that he sits out."""
    place = stage.place_of(entrant)
    if place is None or place.table is None:
        return _("sits out")
    board = stage.board(place.table)
    partner = board.places.get((place.position + 2) % 4) if board else None
    if partner is None:
        return _("table {number}").format(number=place.table)
    return _("table {number} with {partner}").format(number=place.table, partner=partner.entrant.player.name)


def people(board: TableState, side: int) -> str:
    """The names of one side of a table."""
    return join_names([board.places[chair].entrant.player.name for chair in SIDES[side] if chair in board.places])


def result(board: TableState) -> str:
    """How a table stands: "Ann and Bob 13–7 Cy and Dee"."""
    if board.table.void:
        return _("{one} and {other}: counts as drawn").format(one=people(board, 0), other=people(board, 1))
    if board.table.walkover_to is not None:
        return _("{winners} win by default").format(winners=people(board, board.table.walkover_to))
    totals = board.game.totals if board.game else [0, 0]
    said = _("{one} {score} {other}").format(one=people(board, 0), score=score_text(totals), other=people(board, 1))
    if not board.is_in:
        return _("{score}, not over").format(score=said)
    if board.winner is None and board.table.moving_winner is not None:
        return _("{score}; {people} cut higher and move as the winners").format(
            score=said, people=people(board, board.table.moving_winner)
        )
    return said


def hands_lost(stage: RoundState) -> list[str]:
    """What undoing a round would throw away, a sentence for each table that has something."""
    lost = []
    for board in stage.boards:
        if board.game and board.game.paper_result is not None:
            lost.append(_("Table {n}: the result {score}.").format(n=board.number, score=score_text(board.game.totals)))
        elif board.game and board.game.hands_scored:
            lost.append(
                ngettext("Table {n}: {hands} hand.", "Table {n}: {hands} hands.", board.game.hands_scored).format(
                    n=board.number, hands=board.game.hands_scored
                )
            )
    return lost


def amount(value: Fraction | int) -> str:
    """A number that may have a half or a third: 3½, 2⅓, −4."""
    whole = int(value)
    rest = abs(Fraction(value) - whole)
    if rest == 0:
        return str(whole).replace("-", "−")
    sign = "−" if value < 0 else ""
    fractions = {
        Fraction(1, 2): "½",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
    }
    if rest in fractions:
        return f"{sign}{abs(whole) or ''}{fractions[rest]}"
    return f"{float(value):.2f}".replace("-", "−")


def why_not(problem: Problem, people: int) -> str:
    """Why a movement cannot seat so many people for so many rounds."""
    sentences = {
        ProblemCode.ODD_PEOPLE: _("Pairs need an even number of people."),
        # Tournaments there are for 4n and 4n + 1 people (RULES.md §2.6).
        ProblemCode.NO_DESIGN: _(
            "There is no such tournament for {people} people; there are some for {fewer} and {more}."
        ),
        ProblemCode.TOO_MANY_ROUNDS: _("It has {maximum} rounds at most."),
        ProblemCode.TOO_FEW_PEOPLE: _("It needs {minimum} people at least."),
        ProblemCode.TOO_FEW_PAIRS: _("It needs two pairs at least."),
        ProblemCode.TOO_FEW_TABLES: _("At least one table must be set up."),
        ProblemCode.WINNERS_MISSING: _("Some tables of the last round have no result yet."),
    }
    return sentences[problem.code].format(
        minimum=problem.minimum,
        maximum=problem.maximum,
        people=people,
        fewer=people - people % 4 + 1,
        more=people - people % 4 + 4,
    )
