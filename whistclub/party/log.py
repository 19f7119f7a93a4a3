"""The log of a party in words: what organisers did. What phones did is in the history of each game.

A new kind of entry needs its line in `KINDS` and a `changes.change` that names it. People are stored as keys of
entrants and shown by the name they have now. Free text (a reason, a title) is stored with references to the players it
names, see `club.stored_names`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.paginator import Page, Paginator

from whistclub.club.queries import names_by_key
from whistclub.club.stored_names import with_names
from whistclub.party import text as party_text
from whistclub.party.models import LogEntry, Party
from whistclub.party.text import Values
from whistclub.web.formatting import format_date, table_text

LINES_ON_A_PAGE = 60


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


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. `undo` is the key of the newest change, which can be undone; `is_undone`: it was."""

    at: datetime
    who: str
    what: str
    before: str
    after: str
    undo: int | None
    is_undone: bool


def newest_change(party: Party) -> LogEntry | None:
    """The entry of what Undo takes back next."""
    return party.log.filter(changes__isnull=False, undone=False).order_by("-pk").first()


def sentence_of(party: Party, entry: LogEntry) -> str:
    """What an entry says."""
    return log_text(entry.kind, entry.data, names_of(party)).sentence


def undone_text(party: Party, entry: int) -> str:
    """What became of a change that was undone: "Undone: Round 2, table 3: result locked." """
    found, names = party.log.get(pk=entry), names_of(party)
    text = f"Undone: {log_text(found.kind, found.data, names).sentence}."
    if found.kind != "result_typed":
        return text
    before = found.data["before"]
    if not before["is_in"]:
        return f"{text} The table now has no result."
    return f"{text} The result is again {party_text.result_sentence(before, names.entrants)}."


def names_of(party: Party) -> LogNames:
    return LogNames(dict(party.entrants.values_list("pk", "player__name")), names_by_key(party.club_id))


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
        return with_names(value, names.players)
    assert record.value is not None
    return record.value(value, names)


def _after_leaving(values: Values, names: LogNames) -> str:
    """What became of the table that a player left in the middle of a game."""
    if "substitute" in values:
        return f"{_person(values['substitute'], names)} takes over the seat."
    return "The table counts as a draw." if values["draw"] else "The other pair wins."


def _person(entrant: int, names: LogNames) -> str:
    """By now perhaps nobody: a person who was checked in by mistake."""
    return names.entrants.get(entrant, "Somebody")


def _text(stored: str, names: LogNames) -> str:
    return with_names(stored, names.players)


def _of_table(sentence: str) -> LogKind:
    return LogKind(sentence, lambda values, names: party_text.result_sentence(values, names.entrants), is_of_table=True)


_FIELDS: dict[str, Callable[[Any, LogNames], str]] = {
    "entrant": _person,
    "other": _person,
    "entrants": lambda entrants, names: ", ".join(_person(each, names) for each in entrants),
    "reason": lambda stored, names: _text(stored, names) or "by hand",
    "title": _text,
    "text": _text,
    "what": lambda what, _names: ", ".join(what),
    "table": lambda number, _names: table_text(number),
    "undone": lambda undone, names: log_text(undone["kind"], undone["data"], names).sentence,
    "method": lambda values, _names: party_text.seating_method_text(values["name"], values["seed"]),
}
KINDS: dict[str, LogKind] = {
    # The party
    "party_created": LogKind("Party set up"),
    "settings_changed": LogKind("Settings changed: {what}"),
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
    "prize_given": LogKind("Prize “{title}”", _person),
    "fee_paid": LogKind("Entry fee paid: {entrants}"),
    "fee_not_paid": LogKind("Entry fee not paid: {entrants}"),
    "results_made_up": LogKind("Made-up results filled in for round {round}"),
    # People
    "checked_in": LogKind("Here: {entrants}"),
    "checked_out": LogKind("{entrant} has left"),
    "leaves_after_round": LogKind("{entrant} leaves after this round"),
    "left_table": LogKind("{entrant} left {table}", _after_leaving),
    "table_kept": LogKind("{entrant} stays at {table}"),
    "table_given_up": LogKind("{entrant} no longer stays at {table}"),
    "paired_up": LogKind("{entrant} and {other} are partners"),
    "signup_opened": LogKind("Sign-up list opened"),
    "signup_closed": LogKind("Sign-up list closed"),
    "signup_renewed": LogKind("New code for the sign-up list"),
    "signup_removed": LogKind("{text} removed from the sign-up list"),
    "rest_paired": LogKind("The rest were paired as listed"),
    "group_changed": LogKind("{entrant} is in group {group}"),
    "pair_split": LogKind("{entrant} has no partner"),
    "wish_apart": LogKind("Wish: {entrant} and {other} apart"),
    "wish_together": LogKind("Wish: {entrant} and {other} at the same table"),
    "wish_removed": LogKind("Wish about {entrant} and {other} removed"),
    # Rounds
    "round_seated": LogKind("Round {round} seated: {method}"),
    "draft_discarded": LogKind("Draft of round {round} discarded"),
    "seats_swapped": LogKind("{entrant} and {other} swapped seats: {reason}"),
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
    "undone": LogKind("Undone: {undone}"),
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


def log(party: Party, page: int | str | None) -> Page[Any]:
    """The log, newest first, a page of lines at a time."""
    names, newest = names_of(party), newest_change(party)
    entries = party.log.select_related("by_user").order_by("-at", "-pk")
    found: Page[Any] = Paginator(entries, LINES_ON_A_PAGE).get_page(page)
    found.object_list = [_line(entry, names, newest) for entry in found.object_list]
    return found


def _line(entry: LogEntry, names: LogNames, newest: LogEntry | None) -> LogLine:
    text = log_text(entry.kind, entry.data, names)
    undo = entry.pk if newest and entry.pk == newest.pk else None
    return LogLine(entry.at, str(entry.by_user or ""), text.sentence, text.before, text.after, undo, entry.undone)
