"""The keys of rows inside stored values: logs, steps, drafts and texts refer to people and rounds by key.

In a document each row has a number instead of its key, for on another site that key is taken. Each function here takes
a stored value with the other columns of its row, and returns it with the keys exchanged by `give`. Malformed values
raise ValueError, TypeError, KeyError, AttributeError, LookupError, ValidationError or FieldDoesNotExist.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey, Model

from whistclub.club.models import Player
from whistclub.club.stored_names import keys_in
from whistclub.party.models import Entrant, Round
from whistclub.play.models import Game, GameEvent, Seat

# The number of a row for its key, or the key for its number.
Give = Callable[[type[Model], int], int]
Row = Mapping[str, Any]
Exchange = Callable[[Any, Row, Give], Any]

# In the log of a party: free text with references, what holds entrants at any depth, and lists of games.
_TEXTS = ("reason", "title", "party", "text")
_ENTRANTS = ("entrant", "other", "third", "entrants", "partner", "substitute", "tables", "sitting_out", "sides")
_GAMES = ("side_games", "ends_stay")
# Kinds whose "before" and "after" are entrants, nothing else.
OF_PEOPLE = ("prize_given", "rest_paired", "groups_chosen", "side_tables_started")
# Kinds whose "before" and "after" say where entrants are; those of all others hold no keys.
OF_PLACES = (
    "left_table",
    "round_seated",
    "draft_changed",
    "seats_swapped",
    "result_typed",
    "result_unlocked",
    "result_locked",
    "game_ended",
    "draw_declared",
    "walkover_awarded",
    "points_adjusted",
    "adjustment_undone",
    "cut_recorded",
)
_REFERENCE = re.compile(r"\{\{|\}\}|\{player:(\d{1,18})\}")


def text(value: str, _row: Row, give: Give) -> str:
    """A text with references to players, see `club.stored_names`."""
    keys_in(value)  # raises for what could not be shown
    return _REFERENCE.sub(
        lambda found: f"{{player:{give(Player, int(found[1]))}}}" if found[1] else found.group(), value
    )


def log_data(value: dict[str, Any], row: Row, give: Give) -> dict[str, Any]:
    kind = row["kind"]
    found: dict[str, Any] = {}
    for name, each in value.items():
        if name in _TEXTS or (name in ("before", "after") and isinstance(each, str)):
            found[name] = text(each, {}, give)
        elif name in _ENTRANTS or (name in ("before", "after") and kind in OF_PEOPLE):
            found[name] = _entrants(each, give)
        elif name in _GAMES:
            found[name] = [give(Game, _key(key)) for key in each]
        elif name in ("before", "after") and kind in OF_PLACES:
            found[name] = _places(each, give)
        elif name == "step":
            found[name] = each | {"data": log_data(each["data"], each, give)}
        else:
            found[name] = each
    return found


def _places(value: Any, give: Give) -> Any:
    """Values of `party.text`: which names hold entrants is the same everywhere."""
    if isinstance(value, list):
        return [_places(each, give) for each in value]
    if isinstance(value, dict):
        return {name: _entrants(each, give) if name in _ENTRANTS else each for name, each in value.items()}
    return value


def _entrants(value: Any, give: Give) -> Any:
    """One entrant, nobody, or lists of them."""
    if isinstance(value, list):
        return [_entrants(each, give) for each in value]
    return None if value is None else give(Entrant, _key(value))


def _key(value: Any) -> int:
    if type(value) is not int:
        msg = f"{value!r} is no key"
        raise ValueError(msg)
    return value


def wishes(value: list[dict[str, Any]], _row: Row, give: Give) -> list[dict[str, Any]]:
    return [each | {name: _entrants(each[name], give) for name in ("one", "other")} for each in value]


def as_seen(value: dict[str, Any], _row: Row, give: Give) -> dict[str, Any]:
    """See `party.queries.drafts`."""
    found = dict(value)
    if found.get("seats") is not None:
        found["seats"] = _seats(found["seats"], give)
    if found.get("undo"):
        found["undo"] = found["undo"] | {"seats": _seats(found["undo"]["seats"], give)}
    return found


def _seats(seats: list[dict[str, Any]], give: Give) -> list[dict[str, Any]]:
    return [
        seat
        | {"entrant": _entrants(seat["entrant"], give), "organiser_reason": text(seat["organiser_reason"], {}, give)}
        for seat in seats
    ]


def game_event(value: dict[str, Any], row: Row, give: Give) -> dict[str, Any]:
    found = dict(value)
    for name in {"reason"} & found.keys():
        found[name] = text(found[name], {}, give)
    for name in {"before", "after"} & found.keys():
        if row["kind"] == GameEvent.Kind.RESEATED:
            found[name] = [give(Player, _key(key)) for key in found[name]]
        elif isinstance(found[name], str):
            found[name] = text(found[name], {}, give)
    return found


def moved(value: dict[str, list[int]], _row: Row, give: Give) -> dict[str, list[int]]:
    """What a merge of players moved."""
    models: dict[str, type[Model]] = {"seats": Seat, "entrants": Entrant}
    return {name: [give(models[name], _key(key)) for key in keys] for name, keys in value.items()}


def since(value: int, _row: Row, give: Give) -> int:
    return give(Round, _key(value)) if value else 0


def shows(value: str, _row: Row, give: Give) -> str:
    """The state of a party and its last round: "playing.17"."""
    state, key = value.split(".")
    return f"{state}.{since(int(key), {}, give)}"


def step_rows(value: list[list[Any]], _row: Row, give: Give) -> list[list[Any]]:
    """[model, key, values before, values after], see `party.actions.steps`."""
    return [
        [name, _row_key(name, key, give), *(values and _stored_row(name, values, give) for values in (before, after))]
        for name, key, before, after in value
    ]


def step_draft(value: dict[str, dict[str, dict[str, Any]]], _row: Row, give: Give) -> dict[str, Any]:
    return {
        moment: {
            name: {_row_key(name, key, give): _stored_row(name, row, give) for key, row in rows.items()}
            for name, rows in found.items()
        }
        for moment, found in value.items()
    }


def _row_key(name: str, key: str, give: Give) -> str:
    if name == "seat":
        game, position = key.split(".")
        return f"{give(_model('game'), int(game))}.{int(position)}"
    return str(give(_model(name), int(key)))


def _stored_row(name: str, row: dict[str, Any], give: Give) -> dict[str, Any]:
    """A row as it was kept: foreign keys and stored values in it as in the table itself."""
    if name == "seat":
        return {"player": give(Player, _key(row["player"]))}
    model = _model(name)
    found = {}
    for attname, value in row.items():
        field = model._meta.get_field(attname)
        if isinstance(field, ForeignKey):
            found[attname] = None if value is None else give(field.related_model, _key(value))
        else:
            assert isinstance(field, Field)
            field.to_python(value)  # raises for what Undo could not store again
            found[attname] = exchanged(model, attname, value, row, give)
    return found


def _model(name: str) -> type[Model]:
    return apps.get_model("play" if name == "game" else "party", name)


# Every column whose value holds keys that are no foreign key.
HOLDS_KEYS: dict[str, Exchange] = {
    "club.playerchange.moved": moved,
    "party.logentry.data": log_data,
    "party.party.remark": text,
    "party.party.wishes": wishes,
    "party.round.as_seen": as_seen,
    "party.seatassignment.organiser_reason": text,
    "party.step.draft": step_draft,
    "party.step.rows": step_rows,
    "party.step.shows": shows,
    "party.step.since": since,
    "play.adjustmentrecord.reason": text,
    "play.game.remark": text,
    "play.gameevent.data": game_event,
}


def exchanged(model: type[Model], column: str, value: Any, row: Row, give: Give) -> Any:
    """The value of one column, whichever it is."""
    exchange = HOLDS_KEYS.get(f"{model._meta.label_lower}.{column}")
    return exchange(value, row, give) if exchange else value
