"""Whatever is stored can leave: a new table, JSON column or kind of log entry is decided about when it is made."""

from django.db.models import JSONField

from whistclub.archive.one_person.free_text import CODES
from whistclub.archive.whole_club.contents import COLUMNS_LEFT_OUT, LEFT_OUT, our_models, tables
from whistclub.archive.whole_club.stored_keys import HOLDS_KEYS, OF_PEOPLE, OF_PLACES
from whistclub.party.log_text import KINDS

# Columns of JSON without any key of a row. A new one belongs here, or in HOLDS_KEYS.
JSON_WITHOUT_KEYS = {
    "party.party.criteria",
    "party.party.invitation_settings",
    "party.party.lot",
    "party.party.money",
    "party.party.options",
    "party.party.own_prizes",
    "party.party.policy",
    "party.party.prizes",
    "party.party.room_settings",
    "party.party.timetable_settings",
    "party.seatassignment.reasons",
    "play.adjustmentrecord.points",
    "play.entryrecord.notes",
    "play.entryrecord.tricks",
    "play.game.options",
    "play.game.paper_result",
    "play.game.stars",
    "play.game.totals",
    "rules.ruleset.options",
    "stats.statisticschange.after",
    "stats.statisticschange.before",
}
# Kinds of the log of a party whose "before" and "after" are settings.
LOGGED_SETTINGS = {
    "party_created",
    "settings_changed",
    "invitation_changed",
    "party_moved",
    "timetable_changed",
    "room_changed",
    "round_undone",
}


def test_every_table_is_in_the_document_or_left_out_for_a_reason():
    held = {table.name for table in tables()}
    all_of_ours = {model._meta.label_lower for model in our_models()}
    unknown = all_of_ours - held - LEFT_OUT.keys()
    assert not unknown, "say in whistclub/archive/whole_club/contents.py why these stay behind"
    assert held | LEFT_OUT.keys() == all_of_ours
    assert not held & LEFT_OUT.keys()
    columns = {f"{model._meta.label_lower}.{each.name}" for model in our_models() for each in model._meta.fields}
    assert COLUMNS_LEFT_OUT.keys() <= columns


def test_it_is_known_of_every_json_column_whether_it_holds_keys():
    found = {
        f"{table.name}.{each.attname}" for table in tables() for each in table.columns if isinstance(each, JSONField)
    }
    assert found == JSON_WITHOUT_KEYS | {name for name in HOLDS_KEYS if name in found}


def test_it_is_known_of_every_kind_of_the_log_whether_it_holds_keys():
    with_values = {name for name, kind in KINDS.items() if kind.value is not None}
    assert with_values == LOGGED_SETTINGS | set(OF_PEOPLE) | set(OF_PLACES)


def test_columns_named_as_codes_are_there():
    assert {f"{table.name}.{each.name}" for table in tables() for each in table.columns} >= CODES
