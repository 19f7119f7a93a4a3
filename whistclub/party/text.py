"""What a party says to people: results, seatings, rounds, money."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.movement.protocol import Seating
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.party.models import Round
from whistclub.party.state import SIDES, PartyState, RoundState, TableState
from whistclub.web.formatting import format_score, join_side


def seating_method_text(kind: str, seed: int) -> str:
    """What a seating was made by."""
    if kind == Round.SeatingMethod.DRAW:
        return _("drawn by lot (seed {seed})").format(seed=seed)
    return str(Round.SeatingMethod(kind).label)


def seating_text(state: PartyState, made: Seating) -> str:
    """A whole seating in one text, for the log."""
    names = {entrant.number: entrant.player.name for entrant in state.entrants.values()}
    lines = [
        _("{table}: {one} – {other}").format(
            table=number,
            one=join_side(names[person] for person in table.sides[0]),
            other=join_side(names[person] for person in table.sides[1]),
        )
        for number, table in enumerate(made.tables, start=1)
    ]
    if made.sitting_out:
        lines.append(_("sit out: {names}").format(names=", ".join(names[person] for person in made.sitting_out)))
    return "\n".join(lines)


def seats_text(round_state: RoundState, names: Sequence[str], entrants: Sequence[int]) -> str:
    """Where some people are in a round, for the log."""
    return ", ".join(
        f"{name}: {seat_text(round_state, entrant)}" for name, entrant in zip(names, entrants, strict=True)
    )


def seat_text(round_state: RoundState, entrant: int) -> str:
    """A person's table and partner, or that he sits out."""
    assignment = round_state.assignment_of(entrant)
    if assignment is None or assignment.table is None:
        return _("sits out")
    table_state = round_state.table(assignment.table)
    partner = table_state.assignments.get((assignment.position + 2) % 4) if table_state else None
    if partner is None:
        return _("table {number}").format(number=assignment.table)
    return _("table {number} with {partner}").format(number=assignment.table, partner=partner.entrant.player.name)


def side_names(table_state: TableState, side: int) -> str:
    """The names of one side of a table."""
    return join_side(
        [
            table_state.assignments[chair].entrant.player.name
            for chair in SIDES[side]
            if chair in table_state.assignments
        ]
    )


def result_text(table_state: TableState) -> str:
    """How a table stands: "Ann and Bob 13–7 Cy and Dee"."""
    if table_state.table.ruled_draw:
        return _("{one} and {other}: counts as drawn").format(
            one=side_names(table_state, 0), other=side_names(table_state, 1)
        )
    if table_state.table.walkover_to is not None:
        return _("{winners} win by default").format(winners=side_names(table_state, table_state.table.walkover_to))
    totals = table_state.game.totals if table_state.game else [0, 0]
    said = _("{one} {score} {other}").format(
        one=side_names(table_state, 0), score=format_score(totals), other=side_names(table_state, 1)
    )
    if not table_state.is_in:
        return _("{score}, not over").format(score=said)
    if table_state.winner is None and table_state.table.moving_winner is not None:
        return _("{score}; {people} cut higher and move as the winners").format(
            score=said, people=side_names(table_state, table_state.table.moving_winner)
        )
    return said


def lost_by_undo(round_state: RoundState) -> list[str]:
    """What undoing a round would throw away, a sentence for each table that has something."""
    lost = []
    for table_state in round_state.tables:
        if table_state.game and table_state.game.paper_result is not None:
            lost.append(
                _("Table {n}: the result {score}.").format(
                    n=table_state.number, score=format_score(table_state.game.totals)
                )
            )
        elif table_state.game and table_state.game.hands_scored:
            lost.append(
                ngettext("Table {n}: {hands} hand.", "Table {n}: {hands} hands.", table_state.game.hands_scored).format(
                    n=table_state.number, hands=table_state.game.hands_scored
                )
            )
    return lost


def movement_problem_text(problem: Problem, people: int) -> str:
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
