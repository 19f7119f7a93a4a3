"""What the page of a draft says: what no longer fits, and what the organiser changed themselves."""

from collections.abc import Mapping
from dataclasses import dataclass

from whistclub.party import movements, wishes
from whistclub.party.models import Round, SeatAssignment
from whistclub.party.organiser.queries.elsewhere import ElsewhereSentence, elsewhere_sentences, seated_elsewhere
from whistclub.party.queries.expected import expected_couples
from whistclub.party.state import PartyState, RoundState
from whistclub.party.text import parted_text
from whistclub.web.formatting import join_side


@dataclass(frozen=True, slots=True)
class DraftNotes:
    """`by_hand` names those whom the organiser placed, `left` those who left and still have a seat.

    `method` is how a first round was seated. `is_outdated`: settings, pairs or results have changed since. `unkept` are
    the wishes that are not kept. `elsewhere` are sentences about those who play another game. `parted` is one about
    couples, at the first round.
    """

    seating_method: str
    method: str
    by_hand: list[str]
    left: list[str]
    is_outdated: bool
    unkept: list[str]
    elsewhere: list[ElsewhereSentence]
    parted: str


def draft_notes(state: PartyState) -> DraftNotes | None:
    """None without a draft."""
    round_state = state.draft
    if round_state is None:
        return None
    by_hand = [each.entrant.player.name for each in round_state.assignments if each.placed_by_organiser]
    return DraftNotes(
        seating_method=round_state.round.seating_method,
        method=_method(Round.SeatingMethod(round_state.round.seating_method)),
        by_hand=by_hand,
        left=[entrant.player.name for entrant in state.left_in_draft],
        is_outdated=round_state.round.made_for != state.made_for,
        unkept=wishes.unkept(state, round_state),
        elsewhere=also_elsewhere(state, round_state),
        parted=parted_text(couples) if (couples := _parted(state, round_state)) else "",
    )


def also_elsewhere(state: PartyState, round_state: RoundState) -> list[ElsewhereSentence]:
    """Sentences about those who have a seat in this round and in another game that is not finished. One query."""
    seated = [each.entrant.player for each in round_state.assignments if each.table is not None]
    return elsewhere_sentences(seated_elsewhere(state.party), {player.pk: player.name for player in seated})


def _parted(state: PartyState, round_state: RoundState) -> list[str]:
    """The couples present whom the movement does not keep together: who said that they come so, or were partners before
    the movement was changed. One query if people were invited.
    """
    if state.movement.fixed_pairs or round_state.round.number > 1:
        return []
    here = {entrant.player_id: entrant.player for entrant in state.present}
    found = {frozenset(entrant.player_id for entrant in each) for each in state.partnerships}
    if state.party.invitation_settings:
        known = {player.name.casefold(): player for player in here.values()}
        found |= {frozenset(couple) for couple in expected_couples(state.party, known)}
    couples = [[player.name for key, player in here.items() if key in couple] for couple in found]
    return sorted(map(join_side, couples), key=str.casefold)


def table_hints(state: PartyState, round_state: RoundState) -> dict[int, list[str]]:
    """By table, where the organiser made partners of two of one group by hand."""
    names = state.names_by_number
    hints: dict[int, list[str]] = {}
    for table_state in round_state.tables if state.is_mixed else ():
        for one, other in (table_state.side(0), table_state.side(1)):
            group, by_hand = one.entrant.group, one.placed_by_organiser or other.placed_by_organiser
            if by_hand and group == other.entrant.group:
                text = f"{names[one.entrant.number]} and {names[other.entrant.number]} are both in group {group}."
                hints.setdefault(table_state.number, []).append(text)
    return hints


def seats_before(state: PartyState, round_state: RoundState) -> dict[int, SeatAssignment]:
    """Where everyone was in the round before, by the keys of entrants; empty for the first."""
    earlier = [each for each in state.rounds if each.round.number < round_state.round.number]
    return {each.entrant_id: each for each in earlier[-1].assignments} if earlier else {}


def sign_of(assignment: SeatAssignment, before: Mapping[int, SeatAssignment], state: PartyState) -> str:
    """In a few letters how a person came to their seat; in the first round only what was done by hand has a sign."""
    if not before and not assignment.placed_by_organiser:
        return ""
    earlier = before.get(assignment.entrant_id)
    now, then = state.rank_of(assignment), state.rank_of(earlier) if earlier else None
    ranks = (now, then) if now and then else None
    return movements.sign(assignment, earlier, state.movement, ranks=ranks)


def _method(method: Round.SeatingMethod) -> str:
    """How the first round was seated; later rounds have their reasons."""
    return {
        Round.SeatingMethod.DRAW: "Seated at random.",
        Round.SeatingMethod.RANKING: "Seated by results so far.",
        Round.SeatingMethod.ARRIVAL: "Seated in order of arrival.",
        Round.SeatingMethod.MOVEMENT: "",
    }[method]
