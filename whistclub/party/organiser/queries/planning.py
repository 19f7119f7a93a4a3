"""Which movements suit an evening: as set-up offers them, and after check-in."""

from dataclasses import dataclass

from whistclub.engine.movement.catalogue import DEFAULT_MOVEMENT, MOVEMENTS, recommended
from whistclub.engine.movement.protocol import SEATS
from whistclub.party import movements as texts
from whistclub.party.models import Party
from whistclub.party.state import PartyState


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement as it is offered. `asks`: the fields of its policy that are a choice in the settings.

    `why_not`: why it does not work for the number of people and rounds; `advice`: why it is the recommended one.
    `leaves`: what it leaves undone with them, as sentences.
    """

    key: str
    name: str
    when: str
    fixed_pairs: bool
    asks: str
    why_not: str = ""
    advice: str = ""
    leaves: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """The movements of set-up: the recommended one and the chosen one first, the others behind a door."""

    first: list[Choice]
    partners_change: list[Choice]
    fixed_pairs: list[Choice]
    chosen: str


@dataclass(frozen=True, slots=True)
class Fit:
    """Before the first round: what the number of people present says about the movement of the party.

    `why_not`: why it cannot seat them; `better`: the recommended movement, None where that is the chosen one.
    """

    name: str
    why_not: str
    better: Choice | None


def movement_choices(people: int | None = None, rounds: int | None = None, *, pairs: bool = False) -> list[Choice]:
    """All movements for an evening whose people and rounds are known or not; `pairs`: people come as pairs."""
    best, why = recommended(people, rounds, pairs=pairs) if people and people >= SEATS else ("", None)
    return [
        Choice(
            key,
            str(name),
            str(when),
            MOVEMENTS[key].fixed_pairs,
            " ".join(sorted(MOVEMENTS[key].policy_fields)),
            why_not=texts.why_not(key, people, rounds) if people else "",
            advice=str(texts.ADVICE[why]) if why and key == best else "",
            leaves=_leaves(key, people, rounds) if people else "",
        )
        for key, (name, when) in texts.MOVEMENTS.items()
    ]


def _leaves(key: str, people: int, rounds: int | None) -> str:
    """What a movement that works leaves undone: rounds that it would need, somebody without a partner."""
    movement = MOVEMENTS[key]
    if movement.problem(people, rounds):
        return ""
    complete = movement.complete_after(people)
    sentences = []
    if complete and rounds and rounds < complete:
        sentences.append(f"Not complete: {rounds} of {complete} rounds.")
    if movement.fixed_pairs and people % 2:
        sentences.append("One person has no partner.")
    return " ".join(sentences)


def offer(people: int | None, rounds: int | None, chosen: str) -> Offer:
    """The movements for set-up, for a number of people and rounds that may not be known yet."""
    chosen = chosen if chosen in MOVEMENTS else DEFAULT_MOVEMENT
    choices = movement_choices(people, rounds, pairs=MOVEMENTS[chosen].fixed_pairs)
    first = [each for each in choices if each.advice] + [
        each for each in choices if each.key == chosen and not each.advice
    ]
    others = [each for each in choices if each not in first]
    return Offer(
        first,
        [each for each in others if not each.fixed_pairs],
        [each for each in others if each.fixed_pairs],
        chosen,
    )


def fit(state: PartyState) -> Fit | None:
    """None once a round has been announced, and while there are too few people for a table."""
    people, party = len(state.present), state.party
    if state.announced or people < SEATS or party.state == Party.State.FINISHED:
        return None
    choices = movement_choices(people, party.planned_rounds, pairs=state.movement.fixed_pairs)
    own = next(each for each in choices if each.key == party.movement)
    return Fit(own.name, own.why_not, None if own.advice else next(each for each in choices if each.advice))
