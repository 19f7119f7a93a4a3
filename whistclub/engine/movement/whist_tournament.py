"""The whist tournament: everybody partners everybody once and opposes everybody twice (RULES.md §2.6)."""

from collections.abc import Sequence

from whistclub.engine.movement.designs import rounds_of
from whistclub.engine.movement.everyone_meets import MEETS, design_seating
from whistclub.engine.movement.protocol import Movement, PlayedRound, Seating, SeatingInput
from whistclub.engine.problems import Problem, ProblemCode


class WhistTournament(Movement):
    """The movement.

    The design holds only as long as everybody stays and sits as it says; after that the evening goes on as "everyone
    meets", which follows on from any history.
    """

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        existing = rounds_of(people)
        if too_few := super().problem(people, rounds):
            return too_few
        if not existing:
            return Problem(ProblemCode.NO_DESIGN, "people", found=people)
        if rounds is not None and rounds > existing:
            return Problem(ProblemCode.TOO_MANY_ROUNDS, "rounds", found=rounds, maximum=existing)
        return None

    def complete_after(self, people: int) -> int | None:
        return rounds_of(people)

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        # The first round is a draw either way: the design's numbers are read from it.
        by_design = design_seating(field, history) if history else None
        return by_design or MEETS.seat(field, history)


WHIST = WhistTournament("whist")
