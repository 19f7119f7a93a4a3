"""An entry of a code that differs from what is saved: the page shows both, and one tap decides."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.builders import high, record
from tests.play.deliveries import Item, code, counted, deliver, hand, look, says, undo
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.play.actions.entries import EntrySubmission

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


def test_what_another_phone_has_entered_differently_is_shown_before_saving(game):
    record(game, high(1, 1, 8), high(2, 0, 9))
    theirs = "Entered differently on another phone: Hand 1: Bob granded, made 8"
    page = look(game, code(hand(1), hand(2), hand(3)))
    says(page, theirs, "They are not saved until you tap Save.")
    assert Html(page).text.count("Entered differently") == 1


def test_what_continues_the_saved_entries_differs_from_none(game):
    """An undo and its hand again, a bid that gets its tricks, and a correction of what is saved."""
    record(game, high(1, 1, 8), high(2, 0, 9), EntrySubmission(uuid4(), 3, Contract.HIGH, 0, None))
    first, last, bid = game.hands.order_by("position")
    items = [
        Item("undo", {"last": bid.uid}),
        Item("undo", {"last": last.uid}),
        hand(2, tricks="8-5"),
        hand(1, kind="correction", replaces=first.uid),
        Item("bid", hand(3).fields | {"save": "bid", "tricks": ""}),
        hand(3),
    ]
    assert "Entered differently" not in Html(look(game, code(*items))).text
    says(deliver(game, code(*items)), SAVED)
    assert "Entered differently" not in Html(look(game, code(hand(1), hand(2, tricks="8-5"), hand(4)))).text
    other = hand(1, tricks="7-6", kind="correction", replaces=uuid4())
    says(look(game, code(other)), "Entered differently on another phone: Hand 1: Ann granded, made 9")


def test_what_a_code_corrects_of_its_own_entries_differs_from_nothing(game):
    """Neither after a correction that changes nothing, nor after a hand that another phone had saved just so."""
    record(game, high(1, 0, 9), high(2, 1, 9))
    same = hand(1, kind="correction", replaces=game.hands.get(position=1).uid)
    repeated = hand(2, "1", "9-4", by_seat="1", counted="1")
    items = [same, hand(1, tricks="10-3", kind="correction", replaces=same.uid), repeated]
    payload = code(*items, hand(2, "1", "8-5", kind="correction", replaces=repeated.uid))
    assert "Entered differently" not in Html(look(game, payload)).text
    deliver(game, payload)
    assert counted(game) == [[10, 3], [5, 8]]


def test_a_hand_that_differs_from_the_saved_one_is_shown_also_after_its_bid_which_does_not(game):
    record(game, high(1, 0, 10))
    bid = Item("bid", hand(1).fields | {"save": "bid", "tricks": ""})
    page = look(game, code(bid, hand(1, replaces=bid.uid)))
    says(page, "Entered differently on another phone: Hand 1: Ann granded, made 10")
    assert "Entered differently" not in Html(look(game, code(bid, hand(1, tricks="10-3", replaces=bid.uid)))).text
