"""Compare the movements for an evening, for organisers who are choosing one."""

from dataclasses import dataclass
from functools import lru_cache

from whistclub.engine.movement.catalogue import MOVEMENTS, recommended
from whistclub.engine.movement.plan import Plan, plan
from whistclub.engine.problems import InvalidInput
from whistclub.party import movements as texts


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement as it is offered; `asks_top`: the partners at its top table are a choice."""

    key: str
    name: str
    when: str
    fixed_pairs: bool
    asks_top: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """A movement with its plan, or why it does not work."""

    choice: Choice
    plan: Plan | None
    why_not: str


@dataclass(frozen=True, slots=True)
class Evening:
    people: int
    rounds: int
    outlooks: list[Outlook]
    advised: str
    advice: str


def movements() -> list[Choice]:
    return [
        Choice(key, str(name), str(when), MOVEMENTS[key].fixed_pairs, "top" in MOVEMENTS[key].policy_fields)
        for key, (name, when) in texts.MOVEMENTS.items()
    ]


def evening(people: int, rounds: int) -> Evening:
    """Every movement simulated once with made-up results, the same each time."""
    key, why = recommended(people, rounds)
    outlooks = [_outlook(choice, people, rounds) for choice in movements()]
    return Evening(people, rounds, outlooks, key, str(texts.ADVICE[why]))


def advice(people: int, rounds: int | None, *, pairs: bool) -> tuple[str, str]:
    """The movement that suits tonight, and why."""
    key, why = recommended(people, rounds, pairs=pairs)
    return key, str(texts.ADVICE[why])


# Organisers try one number, then another, then the first again; the answer is always the same.
@lru_cache(maxsize=128)
def _plan(key: str, people: int, rounds: int) -> Plan:
    return plan(MOVEMENTS[key], people, rounds, seed=1)


def _outlook(choice: Choice, people: int, rounds: int) -> Outlook:
    try:
        return Outlook(choice, _plan(choice.key, people, rounds), "")
    except InvalidInput as error:
        return Outlook(choice, None, texts.problem_text(error.problems[0], people))
