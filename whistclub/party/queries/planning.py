"""What movements would make of an evening: for organisers who are choosing one."""

from dataclasses import dataclass

from whistclub.engine.movement.catalogue import MOVEMENTS, recommended
from whistclub.engine.movement.plan import Plan, plan
from whistclub.engine.problems import InvalidInput
from whistclub.party import wordings


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement as it is offered."""

    key: str
    name: str
    when: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """A movement with what it would do; `plan` is None where it cannot seat so many."""

    choice: Choice
    plan: Plan | None


@dataclass(frozen=True, slots=True)
class Evening:
    people: int
    rounds: int
    outlooks: list[Outlook]
    advised: str
    advice: str


def movements() -> list[Choice]:
    return [Choice(key, str(name), str(when)) for key, (name, when) in wordings.MOVEMENTS.items()]


def evening(people: int, rounds: int) -> Evening:
    """Every movement played out once with made-up results, the same each time."""
    key, why = recommended(people, rounds)
    outlooks = [Outlook(choice, _plan(choice.key, people, rounds)) for choice in movements()]
    return Evening(people, rounds, outlooks, key, str(wordings.ADVICE[why]))


def advice(people: int, rounds: int | None, *, pairs: bool) -> tuple[str, str]:
    """The movement that suits tonight, and why."""
    key, why = recommended(people, rounds, pairs=pairs)
    return key, str(wordings.ADVICE[why])


def _plan(key: str, people: int, rounds: int) -> Plan | None:
    try:
        return plan(MOVEMENTS[key], people, rounds, seed=1)
    except InvalidInput:
        return None
