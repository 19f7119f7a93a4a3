"""Create a party and change its settings."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.options import options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.party.actions.seating import redo_draft
from whistclub.party.changes import change
from whistclub.party.models import LogEntry, Party
from whistclub.play.models import PartyNow
from whistclub.stats.inputs import evening_of
from whistclub.web.transactions import write_transaction

# The settings, as the log names them.
LABELS = {
    "name": "name",
    "day": "day",
    "starts": "day",
    "place": "place",
    "preset": "rules",
    "rules_key": "rules",
    "rules_name": "rules",
    "options": "rules",
    "requires_confirmation": "confirmation of hands",
    "movement": "how people move",
    "top": "how people move",
    "mixed": "groups",
    "max_tables": "tables",
    "unused_tables": "tables",
    "round_end": "end of a round",
    "hands": "end of a round",
    "minutes": "end of a round",
    "to_target": "end of a round",
    "tie": "end of a round",
    "planned_rounds": "rounds",
    "stake": "stake",
    "sit_out_worth": "worth of a sit-out",
    "order": "what ranks people",
    "prizes": "prizes",
    "own_prizes": "prizes",
    "fee": "entry fee",
    "shares": "shares of the pot",
}
# The columns of `Party` by name; `own_prizes` are titles. Without `options` the rules are those of the preset.
# `is_rehearsal` is said once, at the beginning.
Settings = Mapping[str, Any]


def set_up(club: Club, settings: Settings, *, by: User, at: datetime) -> Party:
    """Create a party; nobody is checked in yet."""
    with write_transaction():
        is_rehearsal = settings.get("is_rehearsal", False)
        party = Party(club=club, created_at=at, day=evening_of(at, club), is_rehearsal=is_rehearsal)
        _apply(party, settings)
        party.save()
        PartyNow.objects.create(party_code=party.code, excluded=is_rehearsal)
        LogEntry.objects.create(party=party, at=at, by_user=by, kind="party_created")
    return party


def change_setup(party: Party, settings: Settings, *, by: User, at: datetime) -> None:
    """Change settings for the rest of the evening; games in progress keep their rules. A draft is made again."""
    with change(party, "settings_changed", by=by, at=at, even_finished=True) as state:
        before = {name: getattr(state.party, name) for name in LABELS}
        _apply(state.party, settings)
        changed = [LABELS[name] for name, value in before.items() if getattr(state.party, name) != value]
        state.data["what"] = list(dict.fromkeys(changed))
        state.party.save()
        redo_draft(state)


def _apply(party: Party, settings: Settings) -> None:
    winners = {prize["title"]: prize["entrant"] for prize in party.own_prizes}
    for name in settings.keys() & LABELS.keys():
        value = settings[name]
        setattr(party, name, list(value) if isinstance(value, tuple) else value)
    if "preset" in settings:
        party.options = settings.get("options") or options_to_mapping(PRESETS[party.preset])
    if "own_prizes" in settings:
        party.own_prizes = [{"title": title, "entrant": winners.get(title)} for title in settings["own_prizes"]]
