"""Whether what was stored is what the product itself says of the same games and parties."""

import sys
from random import Random
from typing import NoReturn

from django.db.models import Q

from whistclub.engine.movement.rng import drawn
from whistclub.engine.standings import Line
from whistclub.party.models import Party
from whistclub.party.queries.loading import load
from whistclub.party.results import evening_balances, prize_winners, table_standings
from whistclub.party.state import PartyState
from whistclub.play import replay
from whistclub.play.models import EntryRecord, Game

# Kinds of games that a small sample would miss, and how many of each are looked at.
RARE = {
    "given up": Q(conceded_by__isnull=False),
    "ended early": Q(last_hand__isnull=False, party_code=""),
    "ended by the bell": Q(last_hand__isnull=False) & ~Q(party_code=""),
    "from paper": Q(paper_result__isnull=False),
    "adjusted": Q(adjustments__isnull=False),
    "taken back": Q(adjustments__undone_at__isnull=False),
    "thrown in": Q(hands__contract="redeal"),
    "undone": Q(hands__removed=True),
    "bid first": Q(hands__tricks__isnull=True),
    "with a revoke": Q(hands__notes__has_key="revoke"),
    "own rules": ~Q(rules_name=""),
    "two": Q(preset="two_player"),
    "three": Q(preset="widow"),
    "solos": Q(preset="askov"),
}
OF_EACH = 12


def verified_games(sample: int, chance: Random) -> int:
    """Answers how many games were folded anew."""
    keys = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    chosen = set(chance.sample(keys, min(sample, len(keys))))
    for kind in RARE.values():
        chosen |= set(Game.objects.filter(kind).order_by("pk").values_list("pk", flat=True)[:OF_EACH])
    for game in Game.objects.filter(pk__in=chosen).order_by("pk"):
        _verify(game)
    if Game.objects.exclude(state=Game.State.FINISHED).exists():
        _fail("a game", "a state", "", Game.State.FINISHED)
    return len(chosen)


def _verify(game: Game) -> None:
    found = replay.read(game)
    result = replay.fold(game, found)
    if [hand.position for hand in found.current_entries] != list(range(1, len(found.current_entries) + 1)):
        _fail(
            f"game {game.pk}",
            "places of the entries",
            [hand.position for hand in found.current_entries],
            "one after the other",
        )
    fresh = Game()
    fresh.apply_result(result, entries=len(found.current_entries))
    expected = {name: getattr(fresh, name) for name in _TAKEN} | {"over": result.over, "seats": game.form.seats}
    stored = {name: getattr(game, name) for name in _TAKEN} | {"over": True, "seats": game.seats.count()}
    last = max((hand.recorded_at for hand in found.hands if not hand.removed), default=game.started_at)
    expected["ended"] = True
    stored["ended"] = game.started_at < game.finished_at and (game.finished_at >= last or _ended_by_slip(found.hands))
    for name, value in stored.items():
        if value != expected[name]:
            _fail(f"game {game.pk}", name, value, expected[name])


_TAKEN = ("totals", "stars", "winner", "reason", "hands_scored", "dealer", "entries")


def _ended_by_slip(hands: list[EntryRecord]) -> bool:
    """Whether the last hand was corrected: then the first version of it may have been the end."""
    return max(hands, key=lambda hand: hand.pk).replaces_id is not None


def verified_parties(sample: int, chance: Random) -> int:
    """Answers how many parties were read, seated anew and settled."""
    keys = list(Party.objects.order_by("pk").values_list("pk", flat=True))
    chosen = chance.sample(keys, min(sample, len(keys)))
    for party in Party.objects.filter(pk__in=chosen).order_by("pk"):
        state = load(party)
        what = f"party {party.pk}"
        wrong = [
            round_state.round.number
            for round_state in state.announced
            if round_state.missing or round_state.needs_cut(state.movement)
        ]
        if wrong:
            _fail(what, "rounds without all results", wrong, [])
        _verify_seating(what, state)
        lines: tuple[Line, ...] = table_standings(state)
        prize_winners(state, lines)
        if sum(evening_balances(state).values()):
            _fail(what, "balances", "not nil", "nil")
    return len(chosen)


def _verify_seating(what: str, state: PartyState) -> None:
    """Whether the movement seats everybody anew where they sat."""
    history = state.history()
    for round_state, played, before in zip(state.announced, history, range(len(history)), strict=True):
        here = sorted(assignment.entrant.number for assignment in round_state.assignments)
        order = here if before else drawn(here, round_state.round.seed)
        seating = state.movement.seat(state.seating_input(order, order, round_state.round.seed), history[:before])
        if (seating.tables, seating.sitting_out) != (played.tables, played.sitting_out):
            _fail(what, f"seats of round {before + 1}", played, seating)


def _fail(what: str, name: str, stored: object, expected: object) -> NoReturn:
    sys.exit(f"Not as the product has it: {what}, {name}: stored {stored!r}, should be {expected!r}")
