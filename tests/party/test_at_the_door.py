"""What somebody at the door does at the desk of a party, and what stays with the organisers."""

import pytest

from tests.builders import client_of, joined
from tests.party.builders import draft, friday, key, party_state, play_round, present, typed
from tests.web.html import Html
from tests.web.party_site import run

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def dora(prairie):
    return client_of(joined(prairie, "Dora", "door"))


def page(client, address, form=None):
    return Html(client.get(address) if form is None else client.post(address, form, follow=True))


def test_people_are_checked_in_and_out(dora, olga):
    made = friday(olga, count=4)
    page(dora, run(made, "add"), {"names": "Zoe"})
    dora.post(run(made, "check"), {"gone": made.entrants.get(player__name="P1").player_id})
    assert present(made) == ["P2", "P3", "P4", "Zoe"]
    assert party_state(made).party.log.last().by_user.name == "Dora"


def test_a_result_from_paper_is_typed_and_corrected(dora, two_tables):
    form = {"table": 1, "first": 5, "second": 3}
    assert "Table 1: " in page(dora, run(two_tables, "type_result", 1), form).text
    known = page(dora, run(two_tables, "type_result", 1), form | {"first": 6})
    assert "You typed 6–3." in known.text
    (replace,) = known.find("button", name="replaces")
    page(dora, run(two_tables, "type_result", 1), form | {"first": 6, "replaces": replace["value"]})
    assert party_state(two_tables).current.table(1).game.totals == [6, 3]


def test_what_was_done_at_the_door_is_undone_there(dora, olga):
    made = friday(olga, count=4, movement="ladder_pairs")
    shown = page(dora, run(made, "pair_up"), {"who": [key(made, "P1"), key(made, "P2")]})
    (undo,) = [each for each in shown.find("form") if "/undo/" in each["action"]]
    page(dora, undo["action"], {})
    assert len(party_state(made).single) == 4


def test_what_an_organiser_did_is_not_undone_at_the_door(dora, olga, two_tables):
    typed(two_tables, olga, (5, 3))
    refused = dora.post(run(two_tables, "undo_step", two_tables.log.last().pk))
    assert refused.status_code == 403
    assert "An organiser did this, and an organiser can undo it." in Html(refused).text
    assert party_state(two_tables).current.table(1).is_in


def test_what_somebody_did_before_they_were_at_the_door_is_not_undone_there(organiser, olga, two_tables):
    typed(two_tables, olga, (5, 3))
    olga.roles.update(kind="door")
    assert organiser.post(run(two_tables, "undo_step", two_tables.log.last().pk)).status_code == 403


def test_a_draft_stays_with_the_organisers(dora, olga):
    made = friday(olga, count=8)
    draft(made, olga)
    assert "No round yet" in page(dora, run(made, "console")).text
    play_round(made, olga, (5, 3), (7, 4))
    draft(made, olga)
    for name in ("console", "console_live"):
        shown = page(dora, run(made, name))
        assert "Round 1" in shown.text
        assert "Round 2" not in shown.text


def test_the_pad_of_a_table_is_not_given_away_with_a_refused_result(dora, two_tables):
    form = {"table": 1, "first": "x", "second": 3, "back": "table"}
    refused = dora.post(run(two_tables, "type_result", 1), form)
    assert refused.status_code == 422
    assert "/t/" not in refused.content.decode()


def test_somebody_who_plays_leaves_with_an_organiser(dora, two_tables):
    player = party_state(two_tables).current.table(1).assignments[0].entrant.player
    refused = dora.post(run(two_tables, "check"), {"gone": player.pk}, headers=HTMX)
    assert refused.status_code == 409
    assert f"{player.name} is playing. An organiser can let them leave." in Html(refused).text


def test_the_entry_fee_is_marked_at_the_door_without_the_pot(dora, olga):
    made = friday(olga, count=4, fee=500, shares=(60, 40))
    assert "Entry fee of $5.00: who has paid?" in page(dora, run(made, "people")).text
    shown = page(dora, run(made, "mark_paid"), {"paid": key(made, "P2")})
    assert "1 of 4 have paid $5.00." in shown.text
    shown = Html(dora.post(run(made, "mark_paid"), {"paid": key(made, "P3")}, headers=HTMX))
    assert "2 of 4 have paid $5.00." in shown.text
    assert "$20" not in shown.text


def test_a_new_name_is_not_marked_as_a_guest_at_the_door(dora, organiser, olga):
    made = friday(olga, count=4)
    form = {"names": "Zoe"}
    assert "Mark as guest" not in Html(dora.post(run(made, "add"), form, headers=HTMX)).text
    form = {"names": "Yara"}
    assert "Mark as guest" in Html(organiser.post(run(made, "add"), form, headers=HTMX)).text


def test_a_name_is_corrected_by_an_organiser(dora, olga):
    made = friday(olga, count=4)
    assert not page(dora, run(made, "people")).find("a", css="rename")
