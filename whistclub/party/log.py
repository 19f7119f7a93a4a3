"""The log of a party in words: what organisers did. What phones did is in the history of each game.

A new kind of entry needs its line in `KINDS` and a `changes.change` that names it. People are stored as keys of
entrants and shown by the name they have now. Free text (a reason, a title) is stored with references to the players it
names, see `club.names`. Of results and of what undoing a round loses, one function makes the values that the log keeps
(JSON; people by the keys of their entrants), and a second one the sentence of the values and of the names as they are.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator

from whistclub.club.names import with_names
from whistclub.club.queries import PlayerNames
from whistclub.party.models import LogEntry, Party, Round
from whistclub.party.rounds import RoundState, TableState
from whistclub.web.formatting import format_date, format_score, join_side, number_of, plural, table_text

LINES_ON_A_PAGE = 60

Names = Mapping[int, str]
Values = Mapping[str, Any]


class LogNames(NamedTuple):
    """Names as they are now: of the party's entrants and of the club's players, by their keys."""

    entrants: Mapping[int, str]
    players: Mapping[int, str]


class LogText(NamedTuple):
    sentence: str
    before: str
    after: str


def newest_change(party: Party) -> LogEntry | None:
    """The entry of what Undo takes back next."""
    return party.log.filter(changes__isnull=False, undone=False).order_by("-pk").first()


def sentence_of(party: Party, entry: LogEntry) -> str:
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
    return f"{text} The result is again {result_sentence(before, names.entrants)}."


def names_of(party: Party) -> LogNames:
    return LogNames(dict(party.entrants.values_list("pk", "player__name")), PlayerNames(party.club_id))


def log_text(kind: str, data: Values, names: LogNames) -> LogText:
    fields = {name: _FIELDS[name](value, names) if name in _FIELDS else value for name, value in data.items()}
    sentence = KINDS[kind].format(**fields).strip()
    if kind in OF_A_TABLE:
        sentence = f"Round {fields['round']}, {fields['table']}: {sentence}"
    return LogText(sentence, *(_value(kind, data.get(name), names) for name in ("before", "after")))


def _value(kind: str, value: Any, names: LogNames) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return with_names(value, names.players)
    if kind in OF_A_TABLE:
        return result_sentence(value, names.entrants)
    return _VALUES[kind](value, names)


def _after_leaving(values: Values, names: LogNames) -> str:
    """What became of the table that a player left in the middle of a game."""
    if "substitute" in values:
        return f"{_person(values['substitute'], names)} takes over the seat."
    return "The table counts as a draw." if values["draw"] else "The other pair wins."


def _person(entrant: int, names: LogNames) -> str:
    """By now perhaps nobody: a person who was checked in by mistake."""
    return names.entrants.get(entrant, "Somebody")


METHODS = {
    Round.SeatingMethod.DRAW: "at random (draw {seed})",
    Round.SeatingMethod.RANKING: "by results so far, best at the top table",
    Round.SeatingMethod.ARRIVAL: "in order of arrival",
    Round.SeatingMethod.MOVEMENT: "by the movement",
}
_FIELDS: dict[str, Callable[[Any, LogNames], str]] = {
    "entrant": _person,
    "other": _person,
    "players": lambda players, names: ", ".join(names.players.get(each, "a new player") for each in players),
    "reason": lambda stored, names: with_names(stored, names.players) or "by hand",
    "title": lambda stored, names: with_names(stored, names.players),
    "text": lambda stored, names: with_names(stored, names.players),
    "people": lambda people, _names: number_of(people, "person", "people"),
    "what": lambda what, _names: ", ".join(what),
    "table": lambda number, _names: table_text(number),
    "undone": lambda undone, names: log_text(undone["kind"], undone["data"], names).sentence,
    "method": lambda method, _names: METHODS[method["name"]].format(**method),
}
OF_A_TABLE = {
    "result_typed": "result entered from paper",
    "result_unlocked": "result unlocked",
    "result_locked": "result locked",
    "game_ended": "ended early",
    "draw_declared": "counted as a draw",
    "walkover_awarded": "won by default",
    "points_adjusted": "points adjusted: {reason}",
    "adjustment_undone": "adjustment undone",
    "cut_recorded": "cards cut after the draw",
}
KINDS = {
    # The party
    "party_created": "Party set up",
    "settings_changed": "Settings changed: {what}",
    "party_finished": "Party finished",
    "party_reopened": "Party reopened",
    "party_excluded": "Excluded from statistics",
    "party_included": "Included in statistics again",
    "party_binned": "Moved to the bin",
    "party_restored": "Restored from the bin",
    "party_moved": "Played on another day",
    "remark_shown": "Remark, shown to everyone",
    "remark_kept": "Remark, for organisers",
    "remark_removed": "Remark removed",
    "table_codes_renewed": "New codes for the tables",
    "prize_given": "Prize “{title}”",
    "fee_paid": "Entry fee paid: {entrant}",
    "all_paid": "Entry fee paid by everyone: {people}",
    "fee_not_paid": "Entry fee not paid: {entrant}",
    "results_made_up": "Made-up results filled in for round {round}",
    # People
    "checked_in": "Here: {players}",
    "checked_out": "{entrant} has left",
    "leaves_after_round": "{entrant} leaves after this round",
    "left_table": "{entrant} left {table}",
    "table_kept": "{entrant} stays at {table}",
    "table_given_up": "{entrant} no longer stays at {table}",
    "paired_up": "{entrant} and {other} are partners",
    "signup_opened": "Sign-up list opened",
    "signup_closed": "Sign-up list closed",
    "signup_renewed": "New code for the sign-up list",
    "signup_removed": "{text} removed from the sign-up list",
    "rest_paired": "The rest were paired as listed",
    "group_changed": "{entrant} is in group {group}",
    "pair_split": "{entrant} has no partner",
    "wish_apart": "Wish: {entrant} and {other} apart",
    "wish_together": "Wish: {entrant} and {other} at the same table",
    "wish_removed": "Wish about {entrant} and {other} removed",
    # Rounds
    "round_seated": "Round {round} seated: {method}",
    "draft_discarded": "Draft of round {round} discarded",
    "seats_swapped": "{entrant} and {other} swapped seats: {reason}",
    "round_announced": "Round {round} announced",
    "round_undone": "Round {round} undone",
    # Results of tables
    **OF_A_TABLE,
    # One of the others, undone
    "undone": "Undone: {undone}",
    # The timer
    "timer_started": "Timer started: {minutes} min",
    "timer_paused": "Timer paused",
    "timer_resumed": "Timer resumed",
    "minutes_added": "Timer: {minutes} min more",
    "minutes_removed": "Timer: {minutes} min less",
    "bell_rung": "Bell rung",
    # Shown to everyone
    "message_shown": "Message to everyone: “{text}”",
    "message_cleared": "Message cleared",
}
# Before and after, where they are neither text nor results.
_VALUES: dict[str, Callable[[Any, LogNames], str]] = {
    "party_moved": lambda values, _names: format_date(date.fromisoformat(values["day"])),
    "prize_given": _person,
    "left_table": _after_leaving,
    "round_undone": lambda values, _names: " ".join(lost_sentences(values)),
}


def log(party: Party, page: int | str | None) -> Page[Any]:
    """The log, newest first, a page of entries at a time, each with its `text`; the `newest` change can be undone."""
    names, newest = names_of(party), newest_change(party)
    entries = party.log.select_related("by_user").order_by("-at", "-pk")
    found: Page[Any] = Paginator(entries, LINES_ON_A_PAGE).get_page(page)
    for entry in found:
        entry.text, entry.is_newest = log_text(entry.kind, entry.data, names), entry == newest
    return found


def result_values(table_state: TableState) -> dict[str, Any]:
    """How a table stands. `cut` is the side that won the cut of the cards after a draw."""
    table, game = table_state.table, table_state.game
    return {
        "sides": [[seat.entrant_id for seat in table_state.side(side)] for side in (0, 1)],
        "points": game.totals if game else [0, 0],
        "stars": game.stars if game else [0, 0],
        "is_in": table_state.is_in,
        "draw": table.ruled_draw,
        "walkover_to": table.walkover_to,
        "cut": table.moving_winner if table_state.is_in and table_state.winner is None else None,
    }


def result_sentence(values: Values, names: Names) -> str:
    """ "Ann & Bob 13–7 Cy & Dee", with what the organiser ruled or the cut decided."""
    sides = [join_side(names[key] for key in side) for side in values["sides"]]
    cut = "" if values["cut"] is None else f"; {sides[values['cut']]} cut higher and move as the winners"
    if values["draw"]:
        return f"{sides[0]} and {sides[1]}: counted as a draw{cut}"
    if values["walkover_to"] is not None:
        return f"{sides[values['walkover_to']]} win by default"
    text = f"{sides[0]} {format_score(values['points'])} {sides[1]}"
    if any(values["stars"]):
        text = f"{text}, stars {format_score(values['stars'])}"
    if not values["is_in"]:
        return f"{text}, not finished"
    return f"{text}{cut}"


def result_text(table_state: TableState) -> str:
    names = {seat.entrant_id: seat.entrant.player.name for seat in table_state.assignments.values()}
    return result_sentence(result_values(table_state), names)


def lost_values(round_state: RoundState) -> list[dict[str, Any]]:
    """What undoing a round throws away: points typed from paper, or how many hands, for each table that has some."""
    lost: list[dict[str, Any]] = []
    for table_state in round_state.tables:
        game = table_state.game
        if game and game.paper_result is not None:
            lost.append({"table": table_state.number, "points": game.totals})
        elif game and game.hands_scored:
            lost.append({"table": table_state.number, "hands": game.hands_scored})
    return lost


def lost_sentences(values: Iterable[Values]) -> list[str]:
    return [
        f"Table {lost['table']}: result {format_score(lost['points'])}."
        if "points" in lost
        else f"Table {lost['table']}: {lost['hands']} {plural(lost['hands'], 'hand', 'hands')}."
        for lost in values
    ]
