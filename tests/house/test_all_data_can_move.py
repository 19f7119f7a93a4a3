"""Whatever is stored can leave: a new table, JSON column or kind of log entry is decided about when it is made."""

from django.db.models import CharField, EmailField, JSONField, SlugField, TextField

from whistclub.archive.one_person.free_text import WRITTEN, changed
from whistclub.archive.whole_club.contents import COLUMNS_LEFT_OUT, LEFT_OUT, our_models, tables
from whistclub.archive.whole_club.stored_keys import HOLDS_KEYS, OF_PEOPLE, OF_PLACES, text
from whistclub.party.log_text import KINDS
from whistclub.web.fields import FoldedField

# Columns of JSON without any key of a row. A new one belongs here, or in HOLDS_KEYS.
JSON_WITHOUT_KEYS = {
    "party.party.criteria",
    "party.party.invitation_settings",
    "party.party.shares",
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
}
# Text columns that are not searched for the name of a person who is erased: codes of the program, and what people are
# called, which is replaced on their own rows. A new one belongs here, or in WRITTEN, or has choices.
NOT_WRITTEN = {
    "accounts.user.name",
    "club.club.calendar",
    "archive.import.kind",
    "club.club.currency",
    "club.club.embedded_in",
    "club.club.language",
    "club.club.logo",
    "club.club.time_zone",
    "club.clubchange.kind",
    "club.player.name",
    "club.player.real_name",
    "club.playerchange.kind",
    "club.playerchange.moved",
    "club.rolechange.after",
    "club.rolechange.before",
    "club.rolechange.kind",
    "party.doorname.phone",
    "party.entrant.group",
    "party.expectedname.phone",
    "party.logentry.kind",
    "party.party.code",
    "party.party.criteria",
    "party.party.door",
    "party.party.drop_out",
    "party.party.shares",
    "party.party.movement",
    "party.party.options",
    "party.party.policy",
    "party.party.preset",
    "party.party.prizes",
    "party.party.round_end",
    "party.party.rules_key",
    "party.party.sit_out_worth",
    "party.party.state",
    "party.party.wishes",
    "party.round.seating_method",
    "party.round.state",
    "party.seatassignment.reasons",
    "party.step.shows",
    "play.adjustmentrecord.points",
    "play.entryrecord.contract",
    "play.entryrecord.device",
    "play.entryrecord.notes",
    "play.entryrecord.tricks",
    "play.game.code",
    "play.game.options",
    "play.game.paper_result",
    "play.game.party_code",
    "play.game.preset",
    "play.game.reason",
    "play.game.stars",
    "play.game.state",
    "play.game.totals",
    "play.gameevent.kind",
    "rules.clubdefault.key",
    "rules.ruleset.base",
    "rules.ruleset.code",
    "rules.ruleset.options",
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


def test_who_moves_and_who_is_erased_agree_which_columns_of_text_have_references():
    found = set()
    for table in tables():
        for name in (f"{table.name}.{each.name}" for each in table.columns if isinstance(each, CharField | TextField)):
            kinds = []
            changed(name, "some text", {"kind": ""}, lambda kind, each, seen=kinds: seen.append(kind) or each)
            found |= {name for kind in kinds if kind.has_references}
    assert found == {name for name, exchange in HOLDS_KEYS.items() if exchange is text}


def test_it_is_known_of_every_kind_of_the_log_whether_it_holds_keys():
    with_values = {name for name, kind in KINDS.items() if kind.value is not None}
    assert with_values == LOGGED_SETTINGS | set(OF_PEOPLE) | set(OF_PLACES)


def test_every_text_column_is_searched_for_names_or_known_to_have_none():
    columns = {f"{table.name}.{each.name}": each for table in tables() for each in table.columns}
    texts = {name for name, each in columns.items() if isinstance(each, CharField | TextField | JSONField)}
    follow = {name for name in texts if isinstance(columns[name], SlugField | EmailField | FoldedField)}
    chosen = {name for name in texts if columns[name].choices}
    advice = "a column where people write goes into WRITTEN of free_text.py, any other into NOT_WRITTEN here"
    assert texts - follow - chosen == WRITTEN.keys() | NOT_WRITTEN, advice
    assert not WRITTEN.keys() & NOT_WRITTEN
