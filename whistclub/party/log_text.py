"""The party's log in words: one record for each kind of entry, from the values that were stored.

A new kind needs its record here and a call of `party.actions.transaction.log`. People are stored as keys of entrants
and shown by the name they have now. Free text (a reason, a title) is stored with references to the players it names,
see `club.stored_names`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from whistclub.club.stored_names import with_names
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import FourPartners, TopTablePartners
from whistclub.engine.presets import PRESETS
from whistclub.party import movements, results
from whistclub.party import text as party_text
from whistclub.party.invitation import invitation_text
from whistclub.party.models import Party
from whistclub.party.money import money_text
from whistclub.party.text import Values
from whistclub.rules.summary import card_of
from whistclub.web.formatting import format_date, join_side, table_text, tables_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class LogNames:
    """Names as they are now: of the party's entrants and of the club's players, by their keys."""

    entrants: Mapping[int, str]
    players: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class LogText:
    sentence: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LogKind:
    """The sentence of a kind, whose fields are named in `_FIELDS`, else shown as they are stored.

    `value` puts "before" and "after" into words. The sentence of a table's change follows its round and table.
    """

    sentence: "str | _StrPromise"
    value: Callable[[Any, LogNames], str] | None = None
    is_of_table: bool = False


def log_text(kind: str, data: Values, names: LogNames) -> LogText:
    """An entry of the log in words."""
    record = KINDS[kind]
    fields = {name: _FIELDS[name](value, names) if name in _FIELDS else value for name, value in data.items()}
    sentence = record.sentence.format(**fields).strip()
    if record.is_of_table:
        sentence = _("Round {round}, {table}: {what}").format(what=sentence, **fields)
    return LogText(sentence, *(_value(record, data.get(name), names) for name in ("before", "after")))


def _value(record: LogKind, value: object, names: LogNames) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return _stored_text(value, names)
    assert record.value is not None
    return record.value(value, names)


def settings_values(party: Party) -> dict[str, Any]:
    """What the log keeps of a party's settings."""
    return {
        "name": party.name,
        "preset": party.preset,
        "rules_name": party.rules_name,
        "movement": party.movement,
        "top": party.policy.get("top") if "top" in MOVEMENTS[party.movement].policy_fields else None,
        "fours": party.policy.get("fours") if "fours" in MOVEMENTS[party.movement].policy_fields else None,
        "mixed": bool(party.policy.get("mixed")) and not MOVEMENTS[party.movement].fixed_pairs,
        "max_tables": party.policy.get("max_tables"),
        "round_end": party.round_end,
        "max_hands": party.rules.max_hands,
        "criteria": party.criteria,
        "fee": party.fee,
        "shares": party.shares,
        "unused_tables": party.unused_tables,
    }


def _settings(values: Values, _names: LogNames) -> str:
    hands = values["max_hands"]
    ends = {
        Party.RoundEnd.TARGET: _("rounds end at the target"),
        Party.RoundEnd.HANDS: ngettext("{n} hand a round", "{n} hands a round", hands or 0).format(n=hands),
        Party.RoundEnd.BELL: _("rounds end at the bell"),
        Party.RoundEnd.TOP: _("rounds end with the top table"),
    }
    most = values["max_tables"]
    parts = [
        values["name"],
        card_of(values["preset"], PRESETS[values["preset"]], title=values["rules_name"]).title,
        str(movements.MOVEMENTS[values["movement"]][0]),
        _top_table(values["top"]),
        _("1st and 3rd play together") if values.get("fours") == FourPartners.FIRST_AND_THIRD else "",
        _("partners from both groups") if values.get("mixed") else "",
        ngettext("{n} table at most", "{n} tables at most", most).format(n=most) if most else "",
        ends[Party.RoundEnd(values["round_end"])],
        ", ".join(str(results.CRITERIA[each]) for each in values["criteria"]),
        money_text(values["fee"], values["shares"]),
        _("{tables} not in use").format(tables=tables_text(unused)) if (unused := values["unused_tables"]) else "",
    ]
    return " · ".join(part for part in parts if part)


def _top_table(partners: str | None) -> str:
    """Empty for a movement without a top table."""
    if partners is None:
        return ""
    return _("top table keeps partners") if partners == TopTablePartners.KEEP else _("top table changes partners")


def _after_leaving(values: Values, names: LogNames) -> str:
    """What became of the table that a player left in the middle of a game."""
    if "substitute" in values:
        return _("{name} takes over the seat.").format(name=names.entrants[values["substitute"]])
    return _("The table counts as a draw.") if values["draw"] else _("The other pair wins.")


def _group_b(entrants: list[int], names: LogNames) -> str:
    return _("B: {names}").format(names=", ".join(names.entrants[each] for each in entrants) or _("nobody"))


def _couples(couples: list[list[int]], names: LogNames) -> str:
    return ", ".join(join_side([names.entrants[each] for each in couple]) for couple in couples)


def _person(entrant: int, names: LogNames) -> str:
    return names.entrants[entrant]


def _stored_text(stored: str, names: LogNames) -> str:
    return with_names(stored, names.players)


def _of_table(sentence: "str | _StrPromise") -> LogKind:
    return LogKind(sentence, lambda values, names: party_text.result_sentence(values, names.entrants), is_of_table=True)


_FIELDS: dict[str, Callable[[Any, LogNames], str]] = {
    "entrant": _person,
    "other": _person,
    "entrants": lambda entrants, names: ", ".join(names.entrants[each] for each in entrants),
    "reason": lambda stored, names: _stored_text(stored, names) or _("by hand"),
    "title": _stored_text,
    "party": _stored_text,
    "text": _stored_text,
    "table": lambda number, _names: table_text(number),
    "step": lambda undone, names: log_text(undone["kind"], undone["data"], names).sentence,
    "method": lambda values, _names: party_text.seating_method_text(values["name"], values["seed"]),
}
KINDS: dict[str, LogKind] = {
    # The party
    "party_created": LogKind(gettext_lazy("Party set up"), _settings),
    "settings_changed": LogKind(gettext_lazy("Settings changed"), _settings),
    "party_finished": LogKind(gettext_lazy("Party finished")),
    "party_reopened": LogKind(gettext_lazy("Party reopened")),
    "party_excluded": LogKind(gettext_lazy("Excluded from statistics")),
    "party_included": LogKind(gettext_lazy("Included in statistics again")),
    "party_binned": LogKind(gettext_lazy("Moved to the bin")),
    "party_restored": LogKind(gettext_lazy("Restored from the bin")),
    "party_moved": LogKind(
        gettext_lazy("Played on another day"), lambda values, _names: format_date(date.fromisoformat(values["day"]))
    ),
    "remark_shown": LogKind(gettext_lazy("Remark, shown to everyone")),
    "remark_kept": LogKind(gettext_lazy("Remark, for organisers")),
    "remark_removed": LogKind(gettext_lazy("Remark removed")),
    "table_codes_renewed": LogKind(gettext_lazy("New codes for the tables")),
    "invitation_changed": LogKind(gettext_lazy("Invitation changed"), lambda values, _names: invitation_text(values)),
    "prize_given": LogKind(gettext_lazy("Prize “{title}”"), _person),
    "fee_paid": LogKind(gettext_lazy("Entry fee paid: {entrants}")),
    "fee_not_paid": LogKind(gettext_lazy("Entry fee not paid: {entrants}")),
    "rehearsal_started": LogKind(gettext_lazy("Rehearsal started")),
    "rehearsal_of": LogKind(gettext_lazy("Rehearsal of {party} started")),
    "results_made_up": LogKind(gettext_lazy("Made-up results filled in for round {round}")),
    # People
    "checked_in": LogKind(gettext_lazy("{entrant} is here")),
    "checked_in_again": LogKind(gettext_lazy("{entrant} is here again")),
    "checked_out": LogKind(gettext_lazy("{entrant} is not here")),
    "leaves_after_round": LogKind(gettext_lazy("{entrant} leaves after this round")),
    "came_by_mistake": LogKind(gettext_lazy("{name} is here")),
    "added_by_mistake": LogKind(gettext_lazy("{name} was added by mistake and removed")),
    "expected_added": LogKind(gettext_lazy("Expected: {text}")),
    "expected_removed": LogKind(gettext_lazy("No longer expected: {text}")),
    "expected_placed": LogKind(gettext_lazy("Given a seat: {text}")),
    "expected_waits": LogKind(gettext_lazy("Waiting again: {text}")),
    "expected_put_back": LogKind(gettext_lazy("Expected again: {text}")),
    "door_opened": LogKind(gettext_lazy("List at the door opened")),
    "door_closed": LogKind(gettext_lazy("List at the door closed")),
    "door_renewed": LogKind(gettext_lazy("New code for the list at the door")),
    "door_name_removed": LogKind(gettext_lazy("{text} removed from the list at the door")),
    "door_name_put_back": LogKind(gettext_lazy("{text} back on the list at the door")),
    "left_table": LogKind(gettext_lazy("{entrant} left {table}"), _after_leaving),
    "table_kept": LogKind(gettext_lazy("{entrant} stays at {table}")),
    "table_given_up": LogKind(gettext_lazy("{entrant} no longer stays at {table}")),
    "paired_up": LogKind(gettext_lazy("{entrant} and {other} are partners")),
    "rest_paired": LogKind(gettext_lazy("The rest were paired as listed"), _couples),
    "groups_chosen": LogKind(gettext_lazy("Groups A and B chosen"), _group_b),
    "pair_split": LogKind(gettext_lazy("{entrant} has no partner")),
    "wish_apart": LogKind(gettext_lazy("Wish: {entrant} and {other} apart")),
    "wish_together": LogKind(gettext_lazy("Wish: {entrant} and {other} at the same table")),
    "wish_removed": LogKind(gettext_lazy("Wish about {entrant} and {other} removed")),
    # Rounds
    "round_seated": LogKind(
        gettext_lazy("Round {round} seated: {method}"),
        lambda values, names: party_text.seating_text(values, names.entrants),
    ),
    "draft_changed": LogKind(
        gettext_lazy("Draft of round {round} changed: people came or left, or the settings changed"),
        lambda values, names: party_text.seating_text(values, names.entrants),
    ),
    "draft_discarded": LogKind(gettext_lazy("Draft of round {round} discarded")),
    "seats_swapped": LogKind(
        gettext_lazy("{entrant} and {other} swapped seats: {reason}"),
        lambda values, names: party_text.seats_text(values, names.entrants),
    ),
    "round_announced": LogKind(gettext_lazy("Round {round} announced")),
    "round_undone": LogKind(
        gettext_lazy("Round {round} undone"),
        lambda values, _names: " ".join(party_text.lost_sentences(values)),
    ),
    # Results of tables
    "result_typed": _of_table(gettext_lazy("result entered from paper")),
    "result_unlocked": _of_table(gettext_lazy("result unlocked")),
    "result_locked": _of_table(gettext_lazy("result locked")),
    "game_ended": _of_table(gettext_lazy("ended early")),
    "draw_declared": _of_table(gettext_lazy("counted as a draw")),
    "walkover_awarded": _of_table(gettext_lazy("won by default")),
    "points_adjusted": _of_table(gettext_lazy("points adjusted: {reason}")),
    "adjustment_undone": _of_table(gettext_lazy("adjustment undone")),
    "cut_recorded": _of_table(gettext_lazy("cards cut after the draw")),
    # One of the others, undone
    "step_undone": LogKind(gettext_lazy("Undone: {step}")),
    # The timer
    "timer_started": LogKind(
        ngettext_lazy("Timer started: {minutes} minute", "Timer started: {minutes} minutes", "minutes")
    ),
    "timer_paused": LogKind(gettext_lazy("Timer paused")),
    "timer_resumed": LogKind(gettext_lazy("Timer resumed")),
    "minutes_added": LogKind(ngettext_lazy("Timer: {minutes} minute more", "Timer: {minutes} minutes more", "minutes")),
    "minutes_removed": LogKind(
        ngettext_lazy("Timer: {minutes} minute less", "Timer: {minutes} minutes less", "minutes")
    ),
    "bell_rung": LogKind(gettext_lazy("Bell rung")),
    # Shown to everyone
    "message_shown": LogKind(gettext_lazy("Message to everyone: {text}")),
    "message_cleared": LogKind(gettext_lazy("Message cleared")),
}
