"""An entry of a code that differs from what is saved: the page shows both, and one tap decides."""

import pytest
from django.urls import reverse

from tests.builders import high, record
from tests.play.deliveries import code, counted, deliver, hand, look, says, undo
from tests.play.phone import pad_url, phone
from tests.web.html import Html

pytestmark = pytest.mark.django_db

SAVED = "All of these entries are saved."


def decide(game, payload, use):
    """The tap on one of the buttons of the page that refused."""
    page = Html(deliver(game, payload))
    assert [button["value"] for button in page.find("button", name="use")] == ["saved", "code"]
    decided = {"uid": page.value("uid"), "saved": page.value("saved"), "use": use}
    return deliver(game, payload, decided=decided)


@pytest.mark.parametrize(("use", "tricks"), [("saved", [5, 8]), ("code", [9, 4])])
def test_one_tap_decides_which_of_two_versions_counts_and_the_rest_follows(game, use, tricks):
    record(game, high(1, 1, 8))
    mine = hand(1)
    payload = code(mine, hand(2, bid="1", tricks="8-5"))
    says(decide(game, payload, use), SAVED)
    assert counted(game) == [tricks, [5, 8]]
    says(look(game, payload), SAVED)
    # The phone that sends it later hears that it is decided.
    fields = mine.fields | {"uid": str(mine.uid)}
    later = phone().post(pad_url(game, "pad_record"), fields, headers={"Accept": "application/json"})
    assert (later.status_code, later.json()["result"]) == (200, "saved")
    assert counted(game) == [tricks, [5, 8]]


def test_what_gave_way_takes_its_own_undo_along(game, organiser):
    record(game, high(1, 1, 8))
    mine = hand(1)
    says(decide(game, code(mine, undo(mine)), "saved"), SAVED, "Not used: the saved entry was kept.")
    assert counted(game) == [[5, 8]]
    page = organiser.get(reverse("play:game", args=[game.club.slug, game.code]))
    says(page, "2 entries from an offline phone’s QR code not used: the saved ones were kept")
