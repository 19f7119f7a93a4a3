"""Which movements suit the people who are here, before the first round."""

from dataclasses import dataclass

from whistclub.engine.movement.catalogue import DEFAULT_MOVEMENT, MOVEMENTS, recommended
from whistclub.engine.movement.protocol import SEATS
from whistclub.party import movements as texts
from whistclub.party.models import Party
from whistclub.party.state import PartyState


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement as it is offered. `why_not`: why it does not work for these people and rounds; `advice`: why it is the
    recommended one; `leaves`: what it leaves undone with them, as sentences.
    """

    key: str
    name: str
    when: str
    is_chosen: bool
    why_not: str
    advice: str
    leaves: str


def offer(state: PartyState) -> tuple[list[Choice], list[Choice]]:
    """The recommended movement and that of the party, then the others; nothing while there is no choice to make.

    The recommended one is chosen, unless another was chosen for this party or the ones before, and works.
    """
    people, party = len(state.present), state.party
    if state.announced or people < SEATS or party.state == Party.State.FINISHED:
        return [], []
    rounds, pairs = party.planned_rounds, state.movement.fixed_pairs
    best, why = recommended(people, rounds, pairs=pairs)
    own = party.movement
    chosen = best if own == DEFAULT_MOVEMENT or texts.why_not(own, people, rounds) else own
    choices = [
        Choice(
            key,
            str(name),
            str(when),
            key == chosen,
            texts.why_not(key, people, rounds),
            str(texts.ADVICE[why]) if key == best else "",
            _leaves(key, people, rounds),
        )
        for key, (name, when) in texts.MOVEMENTS.items()
    ]
    first = sorted((each for each in choices if each.key in (best, own)), key=lambda each: not each.advice)
    return first, [each for each in choices if each not in first]


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
