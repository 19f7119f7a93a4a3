"""What the desk shows of a draft: who sits where and why; before the first one, how people may move."""

from typing import Any

from whistclub.club.queries import names_by_key
from whistclub.engine.movement.catalogue import DEFAULT_MOVEMENT, MOVEMENTS, recommended
from whistclub.engine.movement.protocol import SEATS
from whistclub.party import movements
from whistclub.party.desk.tables import Tile, seated_elsewhere
from whistclub.party.models import Party, Round, SeatAssignment
from whistclub.party.rounds import RoundState
from whistclub.party.state import PartyState
from whistclub.party.text import parted_text, unkept_wishes
from whistclub.web.formatting import join_list, join_side, plural

SEATED = {
    Round.SeatingMethod.DRAW: "Seated at random.",
    Round.SeatingMethod.RANKING: "Seated by results so far.",
    Round.SeatingMethod.ARRIVAL: "Seated in order of arrival.",
    Round.SeatingMethod.MOVEMENT: "",
}


def offer(state: PartyState) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The recommended movement and that of the party, then the others; nothing while there is no choice to make.

    The recommended one is chosen, unless another was chosen for this party or the ones before, and works.
    """
    people, party = len(state.present), state.party
    if state.announced or people < SEATS or party.state == Party.State.FINISHED:
        return [], []
    rounds, own = party.planned_rounds, party.movement
    best, why = recommended(people, rounds, pairs=state.movement.fixed_pairs)
    chosen = best if own == DEFAULT_MOVEMENT or movements.why_not(own, people, rounds) else own
    choices = [
        {
            "key": key,
            "name": name,
            "when": when,
            "is_chosen": key == chosen,
            "why_not": movements.why_not(key, people, rounds),
            "advice": movements.ADVICE[why] if key == best else "",
            "leaves": _leaves(key, people, rounds),
        }
        for key, (name, when) in movements.MOVEMENTS.items()
    ]
    first = sorted((each for each in choices if each["key"] in (best, own)), key=lambda each: not each["advice"])
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


def draft_page(state: PartyState, draft: RoundState) -> dict[str, Any]:
    """What templates show of a draft: how people come to their seats, and what no longer fits. Two queries."""
    return {
        "draft": draft,
        "tiles": [Tile(each, "draft", "", state.rank_text(draft, each)) for each in draft.tables],
        "seats": seats_by_entrant(state, draft),
        "method": SEATED[Round.SeatingMethod(draft.round.seating_method)],
        "by_hand": [each.entrant.player.name for each in draft.assignments if each.placed_by_organiser],
        "left": [entrant.player.name for entrant in state.left_in_draft],
        "is_outdated": draft.round.made_for != state.made_for,
        "unkept": unkept_wishes(state, draft),
        "elsewhere": _elsewhere(state, draft),
        "parted": _parted(state, draft),
    }


def seats_by_entrant(state: PartyState, found: RoundState) -> dict[int, tuple[str, str]]:
    """By the key of each entrant of a round, in a few letters how they came to their seat, and why in a sentence."""
    earlier = [each for each in state.rounds if each.number < found.number]
    before, names, players = earlier[-1:], state.names_by_number, names_by_key(state.party.club_id)
    return {
        each.entrant_id: (_sign(state, each, *before), movements.reasons_text(each, names, players))
        for each in found.assignments
    }


def _sign(state: PartyState, seat: SeatAssignment, before: RoundState | None = None) -> str:
    """In the first round only what was done by hand has a sign."""
    if not before and not seat.placed_by_organiser:
        return ""
    earlier = before.assignment_of(seat.entrant_id) if before else None
    return movements.sign(seat, earlier, state.movement, state.rank_of)


def _parted(state: PartyState, draft: RoundState) -> str:
    """That the movement, as it was changed since, does not keep couples together; empty if none are here."""
    couples = [join_side(entrant.player.name for entrant in each) for each in state.partnerships]
    if state.movement.fixed_pairs or draft.number > 1 or not couples:
        return ""
    return parted_text(sorted(couples, key=str.casefold))


def _elsewhere(state: PartyState, draft: RoundState) -> list[str]:
    """Who plays at another table too, a sentence for each table."""
    places, found = seated_elsewhere(state.party), dict[str, list[str]]()
    for each in draft.assignments:
        if each.table is not None and (place := places.get(each.entrant.player_id)):
            found.setdefault(place, []).append(each.entrant.player.name)
    return [f"{join_list(names)} {plural(len(names), 'has', 'have')} been {place}" for place, names in found.items()]
