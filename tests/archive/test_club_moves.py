"""A whole club as one document: out of one site, into another, and nothing is lost."""

import gzip
import json

import pytest
from django.db.models import JSONField

from tests.archive.busy_club import DIGITS, document, moved_in, packed, take_all_keys, texts
from tests.ops.test_check_beside_a_writer import ignore_progress
from whistclub.archive.whole_club.contents import COLUMNS_LEFT_OUT, LEFT_OUT, our_models, tables
from whistclub.archive.whole_club.stored_keys import _OF_PEOPLE, _OF_PLACES, HOLDS_KEYS
from whistclub.ops import integrity
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
    "timetable_changed",
    "room_changed",
    "round_undone",
}


def lines(packed_document: bytes) -> list[bytes]:
    return gzip.decompress(packed_document).splitlines(keepends=True)


def test_every_table_is_in_the_document_or_left_out_for_a_reason():
    held = {table.name for table in tables()}
    all_of_ours = {model._meta.label_lower for model in our_models()}
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
    assert with_values == LOGGED_SETTINGS | set(_OF_PEOPLE) | set(_OF_PLACES)


@pytest.mark.django_db
def test_the_club_of_these_tests_has_rows_in_every_table_of_the_document():
    header = json.loads(lines(packed().document)[0])
    assert {name for name, count in header["rows"].items() if count == 0} == set()
    assert header["rows"].keys() == {table.name for table in tables()}


@pytest.mark.django_db
@pytest.mark.writes
def test_out_in_and_out_again_makes_the_same_document_though_every_key_is_another():
    before = packed()
    take_all_keys()
    again = document(moved_in(before.document))
    assert again == before.document


@pytest.mark.django_db
def test_no_key_of_the_site_is_in_the_document():
    assert [line for line in lines(packed().document)[1:] if str(DIGITS).encode() in line] == []


@pytest.mark.django_db
@pytest.mark.writes
def test_a_club_that_moved_in_has_the_same_logs_and_its_books_agree():
    before = packed()
    take_all_keys()
    club = moved_in(before.document)
    assert texts(club) == before.texts
    assert list(integrity.disagreements(club, report_progress=ignore_progress)) == []
