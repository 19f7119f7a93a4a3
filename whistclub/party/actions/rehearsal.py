"""Rehearse a party: a copy of it with made-up results, which is deleted in one step."""

from datetime import datetime
from random import Random
from uuid import uuid4

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.engine.game import last_state, step
from whistclub.party.actions.refusals import NotARehearsal, StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Entrant, Party, Round, Table, party_code
from whistclub.party.queries.loading import load
from whistclub.play import party_games, replay
from whistclub.play.models import EntryRecord, Game
from whistclub.play.simulation import random_hand
from whistclub.web.transactions import write_transaction

# Where only the bell ends a game, it rings after this number of made-up hands.
HANDS_TO_BELL = 8


def rehearse(party: Party, *, by: User, at: datetime) -> Party:
    """Copy a party, with its settings and the people present. Raises StalePartyState for a rehearsal."""
    with party_change(party) as state:
        if state.party.is_rehearsal:
            raise StalePartyState
        copy = Party.objects.get(pk=party.pk)
        copy.pk, copy._state.adding = None, True
        copy.code, copy.state, copy.rehearses = party_code(), Party.State.GATHERING, state.party
        copy.revision, copy.link_version, copy.created_at, copy.finished_at = 1, 1, at, None
        copy.message, copy.message_until = "", None
        copy.remark, copy.remark_for_all = "", False
        copy.door, copy.door_open = "", False
        copy.own_prizes = [{**prize, "entrant": None} for prize in copy.own_prizes]
        copy.wishes, copy.invitation_settings = [], {}
        copy.save()
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
        log(copy, "rehearsal_of", by=by, at=at, party=refer(copy.club_id, copy.name))
        log(state.party, "rehearsal_started", by=by, at=at)
    return copy


def fill_round(party: Party, *, seed: int, by: User, at: datetime) -> None:
    """Make up the missing results of the round. Raises NotARehearsal; StalePartyState without a round in play."""
    if not party.is_rehearsal:
        raise NotARehearsal
    rng = Random(seed)  # noqa: S311 - made-up results, not a secret
    with party_change(party) as state:
        if state.current is None or state.current.round.state != Round.State.RUNNING:
            raise StalePartyState
        by_bell = state.party.has_bell
        for table_state in state.current.missing:
            if table_state.game:
                _play_out(table_state.game, rng, at, by_bell=by_bell)
        filled = load(state.party)
        for table_state in filled.announced[-1].needs_cut(filled.movement):
            table_state.table.moving_winner = rng.randrange(2)
            table_state.table.save(update_fields=["moving_winner"])
        log(state.party, "results_made_up", by=by, at=at, round=state.current.round.number)


def remove_rehearsal(party: Party) -> Party:
    """Delete a rehearsal with all its made-up games; returns the real party. Raises NotARehearsal."""
    if not party.is_rehearsal:
        raise NotARehearsal
    with write_transaction():
        fresh = Party.objects.select_for_update(of=("self",)).select_related("rehearses").get(pk=party.pk)
        games = set(Game.objects.filter(party_code=fresh.code, club=fresh.club).values_list("pk", flat=True))
        Table.objects.filter(round__party=fresh).update(game=None)
        party_games.delete_games(games)
        for round_state in fresh.rounds.all():
            round_state.assignments.all().delete()
        fresh.delete()
    assert fresh.rehearses is not None
    return fresh.rehearses


def _play_out(game: Game, rng: Random, at: datetime, *, by_bell: bool) -> None:
    game.hands.filter(current=True, tricks__isnull=True).delete()
    game_entries = replay.read(game)
    state = last_state(game.rules, game.first_dealer, replay.entries(game_entries))
    known = game_entries.next_position - 1
    played: list[EntryRecord] = []
    while not state.over:
        hand = random_hand(rng, game.rules)
        state = step(state, hand, game.rules)
        played.append(
            EntryRecord(
                uid=uuid4(),
                game=game,
                position=known + len(played) + 1,
                contract=hand.contract,
                declarer=hand.declarer,
                tricks=list(hand.tricks),
                recorded_at=at,
            )
        )
        if by_bell and state.hands_scored + 1 >= HANDS_TO_BELL and game.last_position is None:
            game.last_position, game.last_hand = known + len(played) + 1, state.hands_scored + 1
    EntryRecord.objects.bulk_create(played)
    game.apply_result(state, entries=len(game_entries.current_entries) + len(played))
    game.state, game.finished_at = Game.State.FINISHED, at
    game.revision += 1
    game.save()
