"""Where people write what they like, and so may name somebody.

`WRITTEN` names each column of the club that holds such texts. All other columns hold codes of the program, or follow
from these: a code may be somebody’s name, too, and must stay. A test knows every text column that is not named here.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from django.apps import apps
from django.db.models import Field

from whistclub.archive.whole_club.contents import Table
from whistclub.club.models import ClubChange
from whistclub.play.models import GameEvent
from whistclub.web.table_names import LONGEST_TABLE_NAME


class Kind(StrEnum):
    """What a text is: things are what a club, a party, a table, a season, rules or a prize is called.

    Some are stored with references to players, see `club.stored_names`.
    """

    TEXT = "text"
    TEXT_WITH_REFERENCES = "text with references"
    THING = "thing"
    THING_WITH_REFERENCES = "thing with references"
    FILE = "file"

    @property
    def is_thing(self) -> bool:
        return self in (Kind.THING, Kind.THING_WITH_REFERENCES)

    @property
    def has_references(self) -> bool:
        return self in (Kind.TEXT_WITH_REFERENCES, Kind.THING_WITH_REFERENCES)


# Called with each text and its kind; returns the text in its place.
Change = Callable[[Kind, str], str]
Row = Mapping[str, Any]
# Takes the value of a column and the row, changes each text in it.
Walk = Callable[[Any, Row, Change], Any]


def _all(kind: Kind) -> Walk:
    """Every text of the value, at any depth."""

    def walk(value: Any, row: Row, change: Change) -> Any:
        if isinstance(value, str):
            return change(kind, value)
        if isinstance(value, list):
            return [walk(each, row, change) for each in value]
        if isinstance(value, Mapping):
            return {name: walk(each, row, change) for name, each in value.items()}
        return value

    return walk


_text, _thing, _file = _all(Kind.TEXT), _all(Kind.THING), _all(Kind.FILE)
_with_references = _all(Kind.TEXT_WITH_REFERENCES)


def _named(**walks: Walk) -> Walk:
    """What these names of a stored value hold, at any depth."""

    def walk(value: Any, row: Row, change: Change) -> Any:
        if isinstance(value, list):
            return [walk(each, row, change) for each in value]
        if isinstance(value, Mapping):
            return {name: walks.get(name, walk)(each, row, change) for name, each in value.items()}
        return value

    return walk


def _code(value: Any, _row: Row, _change: Change) -> Any:
    return value


# What the log of a party keeps of settings, the room, the invitation and the timetable. A method is one of seating.
_settings = _named(name=_thing, rules_name=_thing, names=_thing, breaks=_thing, place=_text, method=_code)


_OF_MISTAKES = ("came_by_mistake", "added_by_mistake")


def _log_data(value: Mapping[str, Any], row: Row, change: Change) -> Any:
    """Texts of old versions stand in `before` and `after`, and so do remarks. Two kinds have the name of a person."""
    found = {}
    for name, each in value.items():
        if name == "step":
            found[name] = each | {"data": _log_data(each["data"], each, change)}
        elif name in ("reason", "text") or (name in ("before", "after") and isinstance(each, str)):
            found[name] = change(Kind.TEXT_WITH_REFERENCES, each)
        elif name in ("title", "party"):
            found[name] = change(Kind.THING_WITH_REFERENCES, each)
        elif name == "name":
            found[name] = change(Kind.TEXT if row["kind"] in _OF_MISTAKES else Kind.THING, each)
        else:
            found[name] = _settings({name: each}, row, change)[name]
    return found


_REMARKS = (GameEvent.Kind.REMARK_SHOWN, GameEvent.Kind.REMARK_KEPT, GameEvent.Kind.REMARK_REMOVED)


def _event_data(value: Mapping[str, Any], row: Row, change: Change) -> Any:
    names = ("reason", *(("before", "after") if row["kind"] in _REMARKS else ()))
    return {name: change(Kind.TEXT_WITH_REFERENCES, each) if name in names else each for name, each in value.items()}


def _club_setting(value: str, row: Row, change: Change) -> str:
    return change(Kind.THING, value) if row["kind"] in (ClubChange.Kind.NAME, ClubChange.Kind.SEASON) else value


def _step_rows(value: list[list[Any]], _row: Row, change: Change) -> Any:
    return [[name, key, *(row and _row_as_kept(name, row, change) for row in rows)] for name, key, *rows in value]


def _step_draft(value: Mapping[str, Any], _row: Row, change: Change) -> Any:
    return {
        moment: {
            name: {key: _row_as_kept(name, row, change) for key, row in rows.items()} for name, rows in found.items()
        }
        for moment, found in value.items()
    }


def _row_as_kept(name: str, row: Row, change: Change) -> dict[str, Any]:
    """A row as a step keeps it."""
    if name == "seat":
        return dict(row)
    model = apps.get_model("play" if name == "game" else "party", name)
    of = model._meta.label_lower
    return {
        field: fitting(model._meta.get_field(field), changed(f"{of}.{field}", value, row, change))
        for field, value in row.items()
    }


WRITTEN: dict[str, Walk] = {
    "archive.import.source": _file,
    "club.club.name": _thing,
    "club.clubchange.after": _club_setting,
    "club.clubchange.before": _club_setting,
    "club.playerchange.after": _text,
    "club.playerchange.before": _text,
    "club.rolelink.name": _text,
    "party.doorname.name": _text,
    "party.expectedname.name": _text,
    "party.expectedname.partner": _text,
    "party.logentry.data": _log_data,
    "party.party.invitation_settings": _settings,
    "party.party.message": _text,
    "party.party.name": _thing,
    "party.party.own_prizes": _named(title=_thing),
    "party.party.remark": _with_references,
    "party.party.room_settings": _settings,
    "party.party.rules_name": _thing,
    "party.party.timetable_settings": _settings,
    "party.round.as_seen": _named(organiser_reason=_with_references),
    "party.seatassignment.organiser_reason": _with_references,
    "party.step.draft": _step_draft,
    "party.step.rows": _step_rows,
    "play.adjustmentrecord.reason": _with_references,
    "play.game.message": _text,
    "play.game.remark": _with_references,
    "play.game.rules_name": _thing,
    "play.game.table_name": _thing,
    "play.gameevent.data": _event_data,
    "rules.ruleset.name": _thing,
    "rules.ruleset.note": _text,
    "stats.season.name": _thing,
}


def written_columns(table: Table) -> list["Field[Any, Any]"]:
    """The columns of a table in which somebody may be named."""
    return [each for each in table.columns if f"{table.name}.{each.name}" in WRITTEN]


def changed(column: str, value: Any, row: Row, change: Change) -> Any:
    """The value of a column (app.table.column) with each text in it changed; `row` has at least its `kind`."""
    walk = WRITTEN.get(column)
    return walk(value, row, change) if walk and value else value


def fitting(column: Any, value: Any) -> Any:
    """A value with another name, cut to what its column holds; names of tables are copied to a column too."""
    if isinstance(value, str):
        return value[: column.max_length].strip() if column.max_length else value
    if column.name == "room_settings" and "names" in value:
        names = {number: each[:LONGEST_TABLE_NAME].strip() for number, each in value["names"].items()}
        return value | {"names": names}
    return value


def mark_of(text: str) -> str:
    """A short name of a text, for a form: line ends would change on their way."""
    return sha256(text.encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Choice:
    """What the owner ticked, by `mark_of`: texts that stay, and names of things that change."""

    stay: Collection[str] = ()
    change: Collection[str] = ()

    def changes(self, kind: Kind, text: str) -> bool:
        """Whether a text that names the person is changed: names of things only if that was ticked."""
        return mark_of(text) in self.change if kind.is_thing else mark_of(text) not in self.stay


_REFERENCE = r"\{player:\d+\}"


class Names:
    """The names of a person, to find them in texts and put another in their place.

    A name is found as whole words, in capitals or not. `others` are names that other people bear: one that contains
    such a name is left alone. The name of a file loses all if the words of a name are anywhere in it.
    """

    def __init__(self, names: Iterable[str], others: Iterable[str]) -> None:
        wanted = {name.casefold(): name for name in names if name}
        self._wanted = {text for name in wanted.values() for text in _written(name)}
        kept = {text for name in others for text in _written(name)} if wanted else set()
        among = [each for each in kept if any(re.search(_words([name]), each, re.I) for name in self._wanted)]
        # The longest first: Ann Marie is not Ann.
        self._pattern = re.compile(
            rf"{_REFERENCE}|{_words([*self._wanted, *among])}" if wanted else r"(?!)", re.IGNORECASE
        )
        self._folded = {each.casefold() for each in self._wanted}

    def replaced(self, kind: Kind, text: str, by: str) -> str:
        """The same text with another name."""
        if kind == Kind.FILE:
            folded = text.casefold()
            return "" if any(all(word in folded for word in name.split()) for name in self._folded) else text
        return self._pattern.sub(lambda found: by if found.group().casefold() in self._folded else found.group(), text)

    def are_in(self, kind: Kind, text: str) -> bool:
        return self.replaced(kind, text, "") != text


def _written(name: str) -> set[str]:
    """As people write it, and as texts with references store it."""
    return {name, name.replace("{", "{{").replace("}", "}}")}


def _words(names: Collection[str]) -> str:
    longest_first = sorted(names, key=len, reverse=True)
    return rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
