"""Rehearse a party: a copy of it with made-up results, which is deleted in one step."""

from datetime import datetime
from random import Random

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.engine.game import start, step
from whistclub.party.actions.timer import require_round_in_play
from whistclub.party.changes import change
from whistclub.party.models import Entrant, LogEntry, Party, Table, party_code, signup_secret
from whistclub.party.refusals import StalePartyState, not_a_rehearsal
from whistclub.party.state import load
from whistclub.play import party_games
from whistclub.play.models import Game, PartyNow
from whistclub.play.simulation import random_hand
from whistclub.stats.inputs import evening_of
from whistclub.web.transactions import write_transaction

# Where only the bell ends a game, it rings after this number of made-up hands.
HANDS_TO_BELL = 8


def rehearse(party: Party, *, by: User, at: datetime) -> Party:
    """Copy a party, with its settings and the people present. Raises StalePartyState for a rehearsal."""
    with change(party, "rehearsal_started", by=by, at=at, even_finished=True) as state:
        if state.party.is_rehearsal:
            raise StalePartyState
        copy = Party.objects.get(pk=party.pk)
        copy.pk, copy._state.adding = None, True
        copy.code, copy.state, copy.rehearses = party_code(), Party.State.GATHERING, state.party
        copy.revision, copy.created_at, copy.finished_at = 1, at, None
        copy.day = evening_of(at, copy.club)
        copy.remark, copy.remark_for_all = "", False
        copy.signup, copy.signup_open = signup_secret(), False
        copy.own_prizes = [{**prize, "entrant": None} for prize in copy.own_prizes]
        copy.wishes, copy.starts = [], None
        copy.save()
        PartyNow.objects.create(party_code=copy.code)
        Entrant.objects.bulk_create(
            Entrant(
                party=copy,
                player_id=entrant.player_id,
                number=number,
                pair=entrant.pair,
                group=entrant.group,
                fixed_table=entrant.fixed_table,
            )
            for number, entrant in enumerate(state.present, start=1)
        )
        of = {"party": refer(copy.club_id, copy.name)}
        LogEntry.objects.create(party=copy, at=at, by_user=by, kind="rehearsal_of", data=of)
    return copy


def fill_round(party: Party, *, seed: int, by: User, at: datetime) -> None:
    """Make up the missing results of the round. Raises "not_a_rehearsal"; StalePartyState without a round in play."""
    if not party.is_rehearsal:
        raise not_a_rehearsal()
    rng = Random(seed)  # noqa: S311 - made-up results, not a secret
    with change(party, "results_made_up", by=by, at=at) as state:
        round_state = require_round_in_play(state)
        for table_state in round_state.missing:
            if table_state.game:
                points = _made_up(table_state.game, rng, by_bell=state.party.has_bell)
                party_games.type_result(table_state.game, points, by=by, at=at)
        filled = load(state.party)
        for table_state in filled.announced[-1].needs_cut(filled.movement):
            table_state.table.moving_winner = rng.randrange(2)
            table_state.table.save(update_fields=["moving_winner"])
        state.data["round"] = round_state.round.number


def remove_rehearsal(party: Party) -> Party:
    """Delete a rehearsal with all its made-up games; returns the real party. Raises "not_a_rehearsal"."""
    if not party.is_rehearsal:
        raise not_a_rehearsal()
    with write_transaction():
        fresh = Party.objects.select_for_update(of=("self",)).select_related("rehearses").get(pk=party.pk)
        games = set(Game.objects.filter(party_code=fresh.code, club=fresh.club).values_list("pk", flat=True))
        Table.objects.filter(round__party=fresh).update(game=None)
        party_games.delete_games(games)
        party_games.forget(fresh.code)
        for round_state in fresh.rounds.all():
            round_state.assignments.all().delete()
        fresh.delete()
    assert fresh.rehearses is not None
    return fresh.rehearses


def _made_up(game: Game, rng: Random, *, by_bell: bool) -> list[int]:
    """The points of a game that was never played."""
    state = start(game.frozen_rules, game.first_dealer)
    while not (state.over or (by_bell and state.hands_scored >= HANDS_TO_BELL)):
        state = step(state, random_hand(rng, game.frozen_rules), game.frozen_rules)
    return list(state.totals)
