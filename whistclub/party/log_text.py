"""The party's log in words: one record for each kind of entry, from the values that were stored.

A new kind needs its record here and a call of `party.actions.transaction.log`. People are stored as keys of entrants
and shown by the name they have now. Free text (a reason, a title) is stored with references to the players it names,
see `club.stored_names`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

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
from whistclub.web.formatting import format_date, join_side, plural, table_text, tables_text


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

    sentence: str
    value: Callable[[Any, LogNames], str] | None = None
    is_of_table: bool = False


def log_text(kind: str, data: Values, names: LogNames) -> LogText:
    """An entry of the log in words."""
    record = KINDS[kind]
    fields = {name: _FIELDS[name](value, names) if name in _FIELDS else value for name, value in data.items()}
    sentence = record.sentence.format(**fields).strip()
    if record.is_of_table:
        sentence = "Round {round}, {table}: {what}".format(what=sentence, **fields)
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
        Party.RoundEnd.TARGET: "rounds end at the target",
        Party.RoundEnd.HANDS: plural(hands or 0, "{n} hand a round", "{n} hands a round").format(n=hands),
        Party.RoundEnd.BELL: "rounds end at the bell",
        Party.RoundEnd.TOP: "rounds end with the top table",
    }
    most = values["max_tables"]
    parts = [
        values["name"],
        card_of(values["preset"], PRESETS[values["preset"]], title=values["rules_name"]).title,
        str(movements.MOVEMENTS[values["movement"]][0]),
        _top_table(values["top"]),
        "1st and 3rd play together" if values.get("fours") == FourPartners.FIRST_AND_THIRD else "",
        "partners from both groups" if values.get("mixed") else "",
        plural(most, "{n} table at most", "{n} tables at most").format(n=most) if most else "",
        ends[Party.RoundEnd(values["round_end"])],
        ", ".join(str(results.CRITERIA[each]) for each in values["criteria"]),
        money_text(values["fee"], values["shares"]),
        f"{tables_text(unused)} not in use" if (unused := values["unused_tables"]) else "",
    ]
    return " · ".join(part for part in parts if part)


def _top_table(partners: str | None) -> str:
    """Empty for a movement without a top table."""
    if partners is None:
        return ""
    return "top table keeps partners" if partners == TopTablePartners.KEEP else "top table changes partners"


def _after_leaving(values: Values, names: LogNames) -> str:
    """What became of the table that a player left in the middle of a game."""
    if "substitute" in values:
        return "{name} takes over the seat.".format(name=names.entrants[values["substitute"]])
    return "The table counts as a draw." if values["draw"] else "The other pair wins."


def _group_b(entrants: list[int], names: LogNames) -> str:
    return "B: {names}".format(names=", ".join(names.entrants[each] for each in entrants) or "nobody")


def _couples(couples: list[list[int]], names: LogNames) -> str:
    return ", ".join(join_side([names.entrants[each] for each in couple]) for couple in couples)


def _person(entrant: int, names: LogNames) -> str:
    return names.entrants[entrant]


def _stored_text(stored: str, names: LogNames) -> str:
    return with_names(stored, names.players)


def _of_table(sentence: str) -> LogKind:
    return LogKind(sentence, lambda values, names: party_text.result_sentence(values, names.entrants), is_of_table=True)


_FIELDS: dict[str, Callable[[Any, LogNames], str]] = {
    "entrant": _person,
    "other": _person,
    "entrants": lambda entrants, names: ", ".join(names.entrants[each] for each in entrants),
    "reason": lambda stored, names: _stored_text(stored, names) or "by hand",
    "title": _stored_text,
    "party": _stored_text,
    "text": _stored_text,
    "table": lambda number, _names: table_text(number),
    "step": lambda undone, names: log_text(undone["kind"], undone["data"], names).sentence,
    "method": lambda values, _names: party_text.seating_method_text(values["name"], values["seed"]),
}
KINDS: dict[str, LogKind] = {
    # The party
    "party_created": LogKind("Party set up", _settings),
    "settings_changed": LogKind("Settings changed", _settings),
    "party_finished": LogKind("Party finished"),
    "party_reopened": LogKind("Party reopened"),
    "party_excluded": LogKind("Excluded from statistics"),
    "party_included": LogKind("Included in statistics again"),
    "party_binned": LogKind("Moved to the bin"),
    "party_restored": LogKind("Restored from the bin"),
    "party_moved": LogKind(
        "Played on another day", lambda values, _names: format_date(date.fromisoformat(values["day"]))
    ),
    "remark_shown": LogKind("Remark, shown to everyone"),
    "remark_kept": LogKind("Remark, for organisers"),
    "remark_removed": LogKind("Remark removed"),
    "table_codes_renewed": LogKind("New codes for the tables"),
    "invitation_changed": LogKind("Invitation changed", lambda values, _names: invitation_text(values)),
    "prize_given": LogKind("Prize “{title}”", _person),
    "fee_paid": LogKind("Entry fee paid: {entrants}"),
    "fee_not_paid": LogKind("Entry fee not paid: {entrants}"),
    "rehearsal_started": LogKind("Rehearsal started"),
    "rehearsal_of": LogKind("Rehearsal of {party} started"),
    "results_made_up": LogKind("Made-up results filled in for round {round}"),
    # People
    "checked_in": LogKind("{entrant} is here"),
    "checked_in_again": LogKind("{entrant} is here again"),
    "checked_out": LogKind("{entrant} is not here"),
    "leaves_after_round": LogKind("{entrant} leaves after this round"),
    "came_by_mistake": LogKind("{name} is here"),
    "added_by_mistake": LogKind("{name} was added by mistake and removed"),
    "expected_added": LogKind("Expected: {text}"),
    "expected_removed": LogKind("No longer expected: {text}"),
    "expected_placed": LogKind("Given a seat: {text}"),
    "expected_waits": LogKind("Waiting again: {text}"),
    "expected_put_back": LogKind("Expected again: {text}"),
    "door_opened": LogKind("List at the door opened"),
    "door_closed": LogKind("List at the door closed"),
    "door_renewed": LogKind("New code for the list at the door"),
    "door_name_removed": LogKind("{text} removed from the list at the door"),
    "door_name_put_back": LogKind("{text} back on the list at the door"),
    "left_table": LogKind("{entrant} left {table}", _after_leaving),
    "table_kept": LogKind("{entrant} stays at {table}"),
    "table_given_up": LogKind("{entrant} no longer stays at {table}"),
    "paired_up": LogKind("{entrant} and {other} are partners"),
    "rest_paired": LogKind("The rest were paired as listed", _couples),
    "groups_chosen": LogKind("Groups A and B chosen", _group_b),
    "pair_split": LogKind("{entrant} has no partner"),
    "wish_apart": LogKind("Wish: {entrant} and {other} apart"),
    "wish_together": LogKind("Wish: {entrant} and {other} at the same table"),
    "wish_removed": LogKind("Wish about {entrant} and {other} removed"),
    # Rounds
    "round_seated": LogKind(
        "Round {round} seated: {method}",
        lambda values, names: party_text.seating_text(values, names.entrants),
    ),
    "draft_changed": LogKind(
        "Draft of round {round} changed: people came or left, or the settings changed",
        lambda values, names: party_text.seating_text(values, names.entrants),
    ),
    "draft_discarded": LogKind("Draft of round {round} discarded"),
    "seats_swapped": LogKind(
        "{entrant} and {other} swapped seats: {reason}",
        lambda values, names: party_text.seats_text(values, names.entrants),
    ),
    "round_announced": LogKind("Round {round} announced"),
    "round_undone": LogKind(
        "Round {round} undone",
        lambda values, _names: " ".join(party_text.lost_sentences(values)),
    ),
    # Results of tables
    "result_typed": _of_table("result entered from paper"),
    "result_unlocked": _of_table("result unlocked"),
    "result_locked": _of_table("result locked"),
    "game_ended": _of_table("ended early"),
    "draw_declared": _of_table("counted as a draw"),
    "walkover_awarded": _of_table("won by default"),
    "points_adjusted": _of_table("points adjusted: {reason}"),
    "adjustment_undone": _of_table("adjustment undone"),
    "cut_recorded": _of_table("cards cut after the draw"),
    # One of the others, undone
    "step_undone": LogKind("Undone: {step}"),
    # The timer
    "timer_started": LogKind("Timer started: {minutes} min"),
    "timer_paused": LogKind("Timer paused"),
    "timer_resumed": LogKind("Timer resumed"),
    "minutes_added": LogKind("Timer: {minutes} min more"),
    "minutes_removed": LogKind("Timer: {minutes} min less"),
    "bell_rung": LogKind("Bell rung"),
    # Shown to everyone
    "message_shown": LogKind("Message to everyone: {text}"),
    "message_cleared": LogKind("Message cleared"),
}
