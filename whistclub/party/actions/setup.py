"""Create a party and change its settings."""

from dataclasses import dataclass, fields, replace
from datetime import datetime, time
from typing import Any

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.options import LIMITS, LimitTie, RuleOptions, options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.party.actions.placing import place_draft
from whistclub.party.actions.seating import redo_draft
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.log_text import settings_values
from whistclub.party.models import Party
from whistclub.web.transactions import write_transaction

MOST_HANDS = LIMITS["max_hands"][1]
# The rounds that end after a number of hands: of every table, or of the top table.
BY_HANDS = (Party.RoundEnd.HANDS, Party.RoundEnd.TOP)


@dataclass(frozen=True, slots=True)
class PartySettings:
    """The settings of a party. `hands` is None unless rounds end after a number of hands, which
    may be those of the top table.

    `to_target`: whether a game may end at the target before the hands or the bell. `one_more`: tied at the end, one
    more hand is played; else it is a draw. `own_prizes` are titles. `stake`: cents of a game and of a star, None for
    what the rules say. The rules are those of the preset, or the club's own, based on it: `options`, chosen by
    `rules_key` and called `rules_name`.
    """

    name: str
    preset: str
    movement: str
    policy: dict[str, Any]
    round_end: str
    hands: int | None
    minutes: int | None
    to_target: bool
    one_more: bool
    planned_rounds: int | None
    until: time | None
    sit_out_worth: str
    drop_out: str
    criteria: tuple[str, ...]
    prizes: tuple[str, ...]
    own_prizes: tuple[str, ...]
    stake: int | None = None
    options: RuleOptions | None = None
    rules_key: str = ""
    rules_name: str = ""
    requires_confirmation: bool = False
    starts_timer: bool = True
    fee: int = 0
    shares: tuple[int, ...] = ()
    unused_tables: tuple[int, ...] = ()

    @property
    def rules(self) -> RuleOptions:
        """The chosen rules, ending as the rounds of this party end."""
        preset = self.options or PRESETS[self.preset]
        if self.stake is not None:
            preset = replace(preset, stake=self.stake)
        tie = LimitTie.EXTRA if self.one_more else LimitTie.DRAW
        if self.round_end == Party.RoundEnd.TARGET:
            return preset if preset.target else replace(preset, max_hands=MOST_HANDS, limit_tie=tie)
        target = preset.target if self.to_target else None
        # Until the bell rings: a limit that no game reaches.
        hands = self.hands if self.round_end in BY_HANDS else MOST_HANDS
        return replace(preset, target=target, max_hands=hands, limit_tie=tie)


# What a party keeps otherwise: in its rules, or as a list of its own.
_STORED_OTHERWISE = {
    *("shares", "hands", "to_target", "one_more", "stake", "options", "criteria", "prizes", "own_prizes"),
    "unused_tables",
}
STORED_AS_CHOSEN = tuple(each.name for each in fields(PartySettings) if each.name not in _STORED_OTHERWISE)


def set_up(club: Club, setup: PartySettings, *, by: User, at: datetime) -> Party:
    """Create a party; nobody is checked in yet."""
    with write_transaction():
        party = Party(club=club, created_at=at)
        _apply_settings(party, setup)
        party.save()
        log(party, "party_created", by=by, at=at, after=settings_values(party))
    return party


def change_setup(party: Party, setup: PartySettings, *, by: User, at: datetime) -> None:
    """Change the settings for the rest of the evening; games in progress keep their rules. A draft is made again."""
    with party_change(party) as state, undoable(party, state):
        before = settings_values(state.party)
        _apply_settings(state.party, setup)
        state.party.save()
        after = settings_values(state.party)
        log(state.party, "settings_changed", by=by, at=at, before=before, after=after)
        redo_draft(state, by=by, at=at)
        place_draft(state)


def change_movement(party: Party, movement: str, *, by: User, at: datetime) -> None:
    """Change only how people move. A draft is made again. Raises StalePartyState for a finished party."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        before = settings_values(state.party)
        state.party.movement = movement
        state.party.save(update_fields=["movement"])
        log(state.party, "settings_changed", by=by, at=at, before=before, after=settings_values(state.party))
        redo_draft(state, by=by, at=at)


def _apply_settings(party: Party, setup: PartySettings) -> None:
    for name in STORED_AS_CHOSEN:
        setattr(party, name, getattr(setup, name))
    party.options = options_to_mapping(setup.rules)
    party.criteria, party.prizes, party.shares = list(setup.criteria), list(setup.prizes), list(setup.shares)
    party.unused_tables = list(setup.unused_tables)
    winners = {prize["title"]: prize["entrant"] for prize in party.own_prizes}
    party.own_prizes = [{"title": title, "entrant": winners.get(title)} for title in setup.own_prizes]
