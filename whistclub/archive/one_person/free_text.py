"""Where people write what they like, and so may name somebody: every text of a club but codes of the program.

A new column is searched unless it is named here as one of codes.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.apps import apps
from django.db.models import CharField, EmailField, Field, JSONField, SlugField, TextField

from whistclub.archive.whole_club.contents import Table
from whistclub.web.fields import FoldedField
from whistclub.web.table_names import LONGEST_TABLE_NAME

# Columns whose values are made by the program: the same word may be somebody’s name.
CODES = {
    "archive.import.kind",
    "club.club.logo",
    "club.club.time_zone",
    "club.clubchange.kind",
    "club.playerchange.kind",
    "party.doorname.phone",
    "party.entrant.group",
    "party.expectedname.phone",
    "party.logentry.kind",
    "party.party.code",
    "party.party.criteria",
    "party.party.door",
    "party.party.drop_out",
    "party.party.lot",
    "party.party.movement",
    "party.party.options",
    "party.party.policy",
    "party.party.preset",
    "party.party.prizes",
    "party.party.projector_view",
    "party.party.round_end",
    "party.party.rules_key",
    "party.party.sit_out_worth",
    "party.party.state",
    "party.round.seating_method",
    "party.round.state",
    "party.seatassignment.reasons",
    "party.step.shows",
    "play.entryrecord.contract",
    "play.entryrecord.notes",
    "play.game.code",
    "play.game.options",
    "play.game.party_code",
    "play.game.preset",
    "play.game.reason",
    "play.game.state",
    "play.gameevent.kind",
    "rules.clubdefault.key",
    "rules.ruleset.base",
    "rules.ruleset.code",
    "rules.ruleset.options",
}
# The same inside stored values: what these names hold, at any depth.
_CODED = {column.rpartition(".")[2] for column in CODES} - {"reason", "notes", "code"} | {
    "code",
    "fours",
    "granted",
    "made_for",
    "method",
    "money",
    "saved_as",
    "kept",
    "scoring",
    "seated_by",
    "top",
    "uid",
    "view",
}
_REFERENCE = r"\{player:\d+\}"


def text_columns(table: Table) -> list["Field[Any, Any]"]:
    """The columns of a table in which a name may stand."""
    return [
        each
        for each in table.columns
        if isinstance(each, CharField | TextField | JSONField)
        and not isinstance(each, SlugField | EmailField | FoldedField)
        and not each.choices
        and f"{table.name}.{each.name}" not in CODES
    ]


def replaced_in(column: str, value: Any, names: "Names", by: str) -> Any:
    """The value of a column (app.table.column) with another name."""
    if column == "party.step.rows":
        return [[name, key, *(row and _photograph(name, row, names, by) for row in rows)] for name, key, *rows in value]
    if column == "party.step.draft":
        return {
            moment: {
                name: {key: _photograph(name, row, names, by) for key, row in rows.items()}
                for name, rows in found.items()
            }
            for moment, found in value.items()
        }
    return names.replaced(value, by)


def _photograph(name: str, row: Mapping[str, Any], names: "Names", by: str) -> dict[str, Any]:
    """A row as a step keeps it."""
    if name == "seat":
        return dict(row)
    model = apps.get_model("play" if name == "game" else "party", name)
    found = {}
    for field, value in row.items():
        is_code = f"{model._meta.label_lower}.{field}" in CODES
        found[field] = value if is_code else fitting(model._meta.get_field(field), names.replaced(value, by))
    return found


def fitting(column: Any, value: Any) -> Any:
    """A value with another name, cut to what its column holds; names of tables are copied to a column too."""
    if isinstance(value, str):
        return value[: column.max_length]
    if column.name == "room_settings" and "names" in value:
        return value | {"names": {number: each[:LONGEST_TABLE_NAME] for number, each in value["names"].items()}}
    return value


def is_named_in(column: str, value: Any, names: "Names") -> bool:
    """Whether a value of a column names the person."""
    return bool(replaced_in(column, value, names, "") != value)


class Names:
    """The names of a person, to find them in texts and put another in their place.

    A name is found as whole words, in capitals or not. `others` are names that other people bear: one that contains
    such a name is left alone.
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

    def replaced(self, value: Any, by: str) -> Any:
        """The same text or stored value with another name."""
        if isinstance(value, str):
            return self._pattern.sub(
                lambda found: by if found.group().casefold() in self._folded else found.group(), value
            )
        if isinstance(value, list):
            return [self.replaced(each, by) for each in value]
        if isinstance(value, Mapping):
            return {name: each if name in _CODED else self.replaced(each, by) for name, each in value.items()}
        return value


def _written(name: str) -> set[str]:
    """As people write it, and as texts with references store it."""
    return {name, name.replace("{", "{{").replace("}", "}}")}


def _words(names: Collection[str]) -> str:
    longest_first = sorted(names, key=len, reverse=True)
    return rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
