"""Tables for a spreadsheet: complete, as CSV and as a workbook, and no text of a person is ever a formula."""

import csv
import io
import zipfile
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from tests import builders
from tests.archive.list_requests import LINE, add, preview
from tests.party import builders as parties
from tests.web.html import Html
from whistclub.club.actions import add_player, change_player
from whistclub.play.models import Game
from whistclub.web import workbook

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

SPREADSHEET = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def body(response):
    return b"".join(response.streaming_content)


def lines(response):
    return list(csv.reader(io.StringIO(body(response).decode("utf-8-sig"))))


def sheets(raw):
    """The cells of each sheet: a text as str, a number as float; fails if one holds a formula."""
    with zipfile.ZipFile(io.BytesIO(raw)) as file:
        names = sorted(name for name in file.namelist() if name.startswith("xl/worksheets/sheet"))
        return [_cells(ElementTree.fromstring(file.read(name))) for name in names]


def _cells(sheet):
    assert not sheet.findall(".//s:f", SPREADSHEET)
    found = []
    for row in sheet.findall(".//s:row", SPREADSHEET):
        found.append([])
        for cell in row.findall("s:c", SPREADSHEET):
            text = cell.find("s:is/s:t", SPREADSHEET)
            found[-1].append(float(cell.find("s:v", SPREADSHEET).text) if text is None else text.text)
    return found


def table(organiser, key, kind):
    return organiser.get(reverse("archive:table", args=["prairie", key, kind]))


def test_the_table_of_games_can_be_read_again_as_a_list_of_past_games(organiser, prairie, olga):
    add(organiser, LINE, LINE.replace("14", "15"))
    builders.play_out(builders.game(prairie, olga))
    text = body(table(organiser, "games", "csv")).decode("utf-8-sig")
    assert text.count("\n") == 4
    again = preview(organiser, *text.splitlines()[1:], head=text.splitlines()[0])
    assert "There already 3" in again.texts("h3")
    before = sorted(Game.objects.values_list("totals", "started_at__date"), key=str)
    builders.organiser("Otto", "Valley")
    otto = builders.User.objects.get(name="Otto")
    organiser.force_login(otto)
    organiser.post("/run/valley/history/list/", {"lines": text, "add": "yes"})
    after = Game.objects.filter(club__slug="valley").values_list("totals", "started_at__date")
    assert sorted(after, key=str) == before


@pytest.mark.parametrize("key", ["players", "games", "hands"])
def test_the_workbook_holds_what_the_csv_holds(organiser, prairie, olga, key):
    game = builders.game(prairie, olga, names=("=1+1", "+Bob", "-Clara", "@Dan"))
    builders.record(game, builders.high(1, 0, 9), builders.low(2, 6))
    builders.play_out(builders.game(prairie, olga))
    written = [[cell for cell in row if cell != ""] for row in lines(table(organiser, key, "csv"))]
    (found,) = sheets(body(table(organiser, key, "xlsx")))
    texts = [[f"{cell:.15g}" if isinstance(cell, float) else workbook.plain(cell) for cell in row] for row in found]
    assert texts == written
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in written for cell in row if not cell[1:].isdigit())


def test_the_table_of_players_says_who_retired(organiser, prairie, olga):
    change_player(add_player(prairie, "Ann"), retired=True, by=olga, at=builders.NOON)
    head, ann = lines(table(organiser, "players", "csv"))
    assert [*zip(head, ann, strict=True)][1:4] == [("Guest", "no"), ("Hidden", "no"), ("Retired", "yes")]


def test_the_standings_of_a_party_are_a_table(organiser, prairie, olga):
    party = parties.party(prairie, olga, count=8)
    parties.next_round(party, olga)
    for kind in ("csv", "xlsx"):
        response = organiser.get(reverse("party:standings_file", args=["prairie", party.code, kind]))
        rows = lines(response) if kind == "csv" else sheets(body(response))[0]
        assert len(rows) == 9
        assert rows[0][:4] == ["Rank", "Name", "Group", "Partner group"]
        assert rows[0][4:] == ["Won", "Games", "Points", "Difference", "Grands", "At the top", "Sat out"]
    page = Html(organiser.get(reverse("party:standings", args=["prairie", party.code])))
    assert page.find("a", href=reverse("party:standings_file", args=["prairie", party.code, "xlsx"]))


def test_a_page_of_statistics_is_a_workbook_with_a_sheet_for_each_table(organiser, prairie, olga):
    builders.play_out(builders.game(prairie, olga))
    url = reverse("stats:players", args=["prairie"])
    (found,) = sheets(body(organiser.get(url, {"as": "xlsx"})))
    assert found[0][:2] == ["Rank", "Player"]
    assert len(found) == 5
    assert Html(organiser.get(url)).find("a", href="?as=xlsx")


def test_the_name_of_a_sheet_is_cut_and_a_text_is_never_a_formula():
    rows = [["head", 1], ["=1+1", 2.5]]
    found = sheets(workbook.workbook([("A: long/title that would be too long for a sheet", rows)]).read())
    assert found == [[["head", 1], ["=1+1", 2.5]]]
