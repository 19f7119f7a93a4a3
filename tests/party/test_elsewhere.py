"""Who plays at a table of another party, or another game: said at check-in; above the draft with a link there."""

import pytest

from tests.party.builders import LATER, friday, next_round
from tests.party.test_check_in import add, page_of
from tests.party.test_malformed_input import send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import seating
from whistclub.play.games import NewGame, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


def links(page):
    return {each.text: each["href"] for each in page.find("a") if each.text.startswith("Go to that")}


def test_a_player_at_a_table_of_another_party_or_game_is_marked(organiser, olga, monkeypatch):
    other = friday(olga, count=4, name="Other hall")
    next_round(other, olga, at=LATER)
    made = friday(olga, "P1")
    start_game(made.club, NewGame(("Ann", "Bob", "Clara", "Dan"), "neuralplay", 0), by=olga, at=LATER)
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    notes = {row.text.removeprefix("✓") for row in page_of(organiser, made).find("button", css="person")}
    assert "P1playing at table 1 of “Other hall” (since 13:00)" in notes
    assert "Annplaying in another game since 13:00" in notes
    seating.undo_round(other, 1, sure=True, by=olga, at=LATER)
    assert "P1" in {row.text.removeprefix("✓") for row in page_of(organiser, made).find("button", css="person")}


def test_who_plays_in_another_party_is_named_when_they_come_here_and_before_their_seats_are_announced(
    organiser, olga, monkeypatch
):
    other = friday(olga, count=4)
    next_round(other, olga, at=LATER)
    made = friday(olga, "Karla")
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    assert "P1playing at table 1 of “Friday” (since 13:00)" in add(organiser, made, "P1").text
    add(organiser, made, "P2\nP3\nP4", sure="yes")
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=LATER)
    draft = Html(organiser.get(run(made, "console")))
    assert (
        "P1, P2 and P3 are already playing at table 1 of “Friday” (since 13:00)." in draft.texts("div", role="alert")[0]
    )
    table = links(draft)["Go to that table"]
    assert table == run(other, "round_table", 1, 1)
    assert Html(organiser.get(table)).texts("h1")
    shown = {"shown": draft.value("shown"), "draft": draft.value("draft")}
    announced = Html(send(organiser, run(made, "announce"), shown, follow=True))
    assert "P1, P2 and P3 are already playing" in announced.text
