"""A whole club as one document: out of one site, into another, and nothing is lost."""

import gzip
import json
from datetime import date, timedelta

import pytest

from tests.archive.busy_club import DIGITS, document, moved_in, packed, take_all_keys, texts
from tests.builders import NOON, organiser, undone
from tests.ops.test_check_beside_a_writer import ignore_progress
from tests.party.builders import friday_playing, typed
from whistclub.archive.whole_club.contents import tables
from whistclub.ops import integrity
from whistclub.party.actions import lifecycle, side_tables
from whistclub.party.actions.other_day import move_party
from whistclub.play.models import Game


def lines(packed_document: bytes) -> list[bytes]:
    return gzip.decompress(packed_document).splitlines(keepends=True)


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


@pytest.mark.django_db
@pytest.mark.writes
def test_a_party_that_moved_to_another_day_can_be_moved_back_on_another_site():
    with undone():
        olga, prairie = organiser()
        made = friday_playing(olga, count=6)
        side_tables.start_side_tables(made, by=olga, at=NOON)
        typed(made, olga, (5, 3))
        lifecycle.finish(made, by=olga, at=NOON)
        Game.objects.update(finished_at=NOON + timedelta(hours=30))
        move_party(made, date(2026, 3, 8), by=olga, at=NOON + timedelta(days=3))
        packed_document = document(prairie)
    take_all_keys()
    club = moved_in(packed_document)
    otto, _valley = organiser("Otto", "Valley")
    move_party(club.parties.get(), date(2026, 3, 7), by=otto, at=NOON + timedelta(days=3))
    assert list(Game.objects.values_list("started_at", "finished_at")) == [(NOON, NOON + timedelta(hours=30))] * 2
