"""Entries from an offline phone come by a code that another phone scans: in order, exactly once."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON, client_of, high, link, record
from tests.builders import organiser as new_organiser
from tests.play.deliveries import Item, code, codes, counted, deliver, deliver_url, hand, look, says, undo
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.party.actions import timer
from whistclub.play.actions.lifecycle import renew_link
from whistclub.play.actions.party_games import lock_results
from whistclub.play.actions.recording import correct_hand, record_hand, undo_hand
from whistclub.play.models import Confirmation, EntryRecord, Game
from whistclub.play.scorepad import form as pad_forms
from whistclub.play.scorepad.delivery import FIELDS, KINDS

pytestmark = pytest.mark.django_db

SAVED = "All of these entries are saved."


def three() -> list[Item]:
    return [hand(1), hand(2, bid="1", tricks="8-5"), hand(3, bid="low", tricks="4-9")]


def test_a_scanned_code_says_what_it_would_save_and_saves_nothing(game):
    response = look(game, code(*three()))
    says(response, "Ann & Clara", "Hand 1: Ann granded, made 9", "Hand 2: Bob granded, made 8")
    says(response, "They are not saved until you tap Save.")
    assert response.status_code == 200
    assert not EntryRecord.objects.exists()


def test_a_code_names_the_table_and_round_of_a_party(table):
    says(look(table, code(hand())), "Table 1, round 1")


def test_a_tap_saves_all_and_shows_the_score(game):
    response = deliver(game, code(*three()))
    says(response, SAVED)
    assert Html(response).texts("span", css="total") == ["6", "2"]
    assert counted(game) == [[9, 4], [5, 8], [4, 9]]


def test_entries_keep_their_ids_and_the_phone_that_made_them(game):
    items = [hand(1, by_seat="2.57")]
    deliver(game, code(*items))
    saved = game.hands.get()
    assert (saved.uid, saved.by_seat) == (items[0].uid, 2)


def test_a_code_scanned_twice_saves_its_entries_once(game):
    payload = code(*three())
    deliver(game, payload)
    says(look(game, payload), SAVED)
    says(deliver(game, payload), SAVED)
    assert game.hands.count() == 3
    assert game.events.filter(kind="delivered").count() == 1


def test_the_phone_that_sends_its_entries_later_is_told_that_they_are_saved(game):
    items = three()
    deliver(game, code(*items))
    for item in items:
        fields = item.fields | {"uid": str(item.uid)}
        response = phone().post(pad_url(game, "pad_record"), fields, headers={"Accept": "application/json"})
        assert (response.status_code, response.json()["result"]) == (200, "saved")
    assert game.hands.count() == 3


@pytest.mark.parametrize("since", ["corrected", "undone", "corrected and locked"])
def test_an_entry_that_came_by_code_counts_as_saved_even_if_its_hand_was_changed_since(game, olga, since):
    theirs = record(game, high(1, 0, 9)).hand
    mine = hand(1)
    deliver(game, code(mine))
    if since == "undone":
        undo_hand(link(game), uuid4(), theirs.uid, by_seat=1, at=NOON)
    else:
        correct_hand(link(game), high(1, 0, 8, replaces=theirs.uid), by_seat=1, at=NOON)
    if since == "corrected and locked":
        lock_results([game], by=olga, at=NOON)
    before = counted(game)
    response = phone().post(
        pad_url(game, "pad_record"),
        mine.fields | {"uid": str(mine.uid), "waited": "30"},
        headers={"Accept": "application/json"},
    )
    assert (response.status_code, response.json()["entry"]) == (200, str(theirs.uid))
    assert counted(game) == before


def test_a_correction_that_came_by_code_is_answered_when_the_hand_was_corrected_again(game):
    first = record(game, high(1, 0, 8)).hand
    theirs = correct_hand(link(game), high(1, 0, 9, replaces=first.uid), by_seat=1, at=NOON).hand
    mine = hand(1, kind="correction", replaces=first.uid)
    deliver(game, code(mine))
    correct_hand(link(game), high(1, 0, 7, replaces=theirs.uid), by_seat=1, at=NOON)
    response = phone().post(
        pad_url(game, "pad_correct", 1), mine.fields | {"uid": str(mine.uid)}, headers={"Accept": "application/json"}
    )
    assert (response.status_code, response.json()["entry"]) == (200, str(theirs.uid))
    assert counted(game) == [[7, 6]]


def test_a_code_says_what_became_of_its_entries_since(game):
    items = three()
    deliver(game, code(*items))
    undo_hand(link(game), uuid4(), items[2].uid, by_seat=1, at=NOON)
    correct_hand(link(game), high(1, 0, 8, replaces=items[0].uid), by_seat=1, at=NOON)
    response = look(game, code(*items))
    says(response, SAVED, "Corrected since then: Hand 1: Ann granded, made 8", "Removed since then.")
    assert Html(response).text.count("since then") == 2


def test_a_bid_that_became_its_hand_is_saved_and_nothing_has_become_of_it(game):
    bid = Item("bid", hand(1).fields | {"save": "bid", "tricks": ""})
    response = deliver(game, code(bid, hand(1, replaces=bid.uid)))
    says(response, SAVED)
    assert "since then" not in Html(response).text


def test_a_code_completes_what_the_phone_has_sent_in_part(game):
    items = three()
    phone().post(pad_url(game, "pad_record"), items[0].fields | {"uid": str(items[0].uid)})
    response = look(game, code(*items))
    assert Html(response).text.count("✓") == 1
    deliver(game, code(*items))
    assert len(counted(game)) == 3


def test_every_kind_of_entry_comes_by_code(game):
    game.requires_confirmation = True
    game.save()
    bid = Item("bid", hand(1).fields | {"save": "bid", "tricks": ""})
    whole = hand(1, replaces=bid.uid)
    redeal = Item("redeal", {"number": 2, "save": "next_dealer", "by_seat": "0"})
    second, wrong = hand(3), hand(4, bid="1")
    corrected = hand(1, tricks="10-3", kind="correction", replaces=whole.uid)
    answer = Item("confirmation", {"hand": second.uid, "agrees": "yes", "by_seat": "1"})
    items = [bid, whole, redeal, second, wrong, undo(wrong), corrected, answer]
    texts = [
        "Hand 1: Ann granded (bid only).",
        "Hand 2: Ann granded",
        "Undone: Hand 3: Bob granded",
        "Hand 1 corrected: Ann granded, made 10",
        "Confirmed: Hand 2: Ann",
    ]
    says(look(game, code(*items)), *texts)
    says(deliver(game, code(*items)), SAVED, *texts)
    assert counted(game) == [[10, 3], [], [9, 4]]
    assert Confirmation.objects.get().hand.uid == second.uid
    says(deliver(game, code(*items)), SAVED, *texts)
    assert len(counted(game)) == 3


def test_the_end_after_the_bell_comes_by_code_once(bell, by_olga):
    game = Game.objects.get(party_code=bell.code)
    items = [hand(1), Item("end", {"by_seat": "0"})]
    timer.ring(bell, by=by_olga["by"], at=timezone.now())
    payload = code(*items)
    response = deliver(game, payload)
    game.refresh_from_db()
    assert (response.status_code, game.state) == (200, Game.State.FINISHED)
    says(look(game, payload), SAVED)


def test_the_next_game_comes_by_code_once(game):
    items = [hand(1, tricks="13-0"), hand(2, tricks="13-0"), Item("again", {"partner": "2"})]
    for _each in range(2):
        says(deliver(game, code(*items)), SAVED, "The same people play the next game.")
    assert Game.objects.filter(follows=game).count() == 1


def test_saving_stops_at_the_first_entry_that_is_refused_and_names_it(game):
    items = [hand(1), hand(2, bid="1", tricks="99-0"), hand(3)]
    says(look(game, code(*items)), "This entry cannot be saved")
    response = deliver(game, code(*items))
    assert response.status_code == 422
    says(response, "Not saved: This entry cannot be saved", "The entries before it are saved.")
    assert counted(game) == [[9, 4]]


def test_a_hand_entered_otherwise_meanwhile_is_shown_beside_the_refused_one(game):
    record(game, high(1, 1, 8))
    response = deliver(game, code(hand(1)))
    assert response.status_code == 409
    says(response, "Not saved: Hand 1: Ann granded, made 9", "Saved: Hand 1: Bob granded, made 8")
    assert counted(game) == [[5, 8]]


def test_the_same_hand_entered_on_another_phone_counts_as_saved_and_can_be_undone_by_code(game):
    record(game, high(1, 0, 9))
    first, second = hand(1), hand(2)
    parts = codes([first], [second, undo(second), undo(first)])
    says(deliver(game, parts[0]), SAVED)
    says(deliver(game, parts[1]), SAVED)
    assert counted(game) == []


def test_several_codes_are_saved_one_after_the_other(game):
    first, second = codes(three()[:2], three()[2:])
    says(deliver(game, first), "Code 1 of 2", "Now scan the next code.")
    says(deliver(game, second), "Code 2 of 2", SAVED)
    assert len(counted(game)) == 3


@pytest.mark.parametrize("scan", [look, deliver])
def test_a_later_code_waits_for_the_one_before(game, scan):
    first, _second, third = codes([hand(1)], [hand(2)], [hand(3)])
    deliver(game, first)
    response = scan(game, third)
    assert response.status_code == 409
    says(response, "Nothing was saved. Scan code 2 first: the codes must be saved in order.")
    assert not Html(response).find("form")
    assert len(counted(game)) == 1


def test_the_log_says_that_entries_came_by_a_code(game, organiser):
    deliver(game, code(*three()))
    page = organiser.get(reverse("play:game", args=[game.club.slug, game.code]))
    says(page, "3 entries saved from an offline phone’s QR code")


# A link that has been replaced


def test_after_the_link_was_replaced_only_an_organiser_saves(game, organiser, by_olga):
    address = deliver_url(game, code(hand()))
    renew_link(game, **by_olga)
    for response in (Client().get(address), Client().post(address)):
        assert response.status_code == 410
        says(response, "only an organiser can save these entries")
    assert not EntryRecord.objects.exists()
    assert organiser.get(address).status_code == 200
    says(organiser.post(address), SAVED)
    assert game.events.get(kind="delivered").by_user == by_olga["by"]
    assert len(counted(game)) == 1


def test_the_organiser_of_another_club_saves_nothing_from_a_replaced_link(game, by_olga):
    address = deliver_url(game, code(hand()))
    renew_link(game, **by_olga)
    other = client_of(new_organiser("Otto", "Valley")[0])
    assert other.post(address).status_code == 410
    assert not EntryRecord.objects.exists()


def test_the_organiser_pastes_the_link_of_a_code(game, organiser):
    payload = code(hand())
    pasted = f"Ann wrote:\n http://club.lan:8000{deliver_url(game, payload)} \nThanks"
    response = organiser.post(reverse("play:deliver_pasted", args=[game.club.slug]), {"link": pasted})
    assert (response.status_code, response.url) == (302, deliver_url(game, payload))


@pytest.mark.parametrize("pasted", ["", "hello", "http://club.lan/t/1/", "\0", "x" * 10_000])
def test_what_is_no_link_is_refused_with_a_sentence(game, organiser, pasted):
    response = organiser.post(reverse("play:deliver_pasted", args=[game.club.slug]), {"link": pasted})
    assert response.status_code == 400
    says(response, "This is not a link to waiting entries.")
    assert Html(response).find("a", href=reverse("play:tonight", args=[game.club.slug]), css="button")


def test_an_ordinary_hand_takes_at_most_120_bytes(game):
    one, two = code(hand(1)), code(hand(1), hand(12, bid="low", tricks="13-0", trump="hearts", over="high:2"))
    assert len(two) - len(one) <= 120


def test_every_field_of_the_forms_has_its_letter():
    posted = {
        name
        for form in (pad_forms.HandForm, pad_forms.UndoForm, pad_forms.ConfirmationForm, pad_forms.EndForm)
        for name in form.base_fields
    }
    # A person reads what a code would save, and after what, so it need not say which entry was the last.
    assert posted - {"uid", "after"} <= set(FIELDS)
    for letters in (FIELDS, KINDS):
        assert len(set(letters.values())) == len(letters)


def test_a_delivery_is_one_with_hands_saved_in_between(game):
    """Hands 1 and 2 came by the network after all, hand 3 comes by the code."""
    items = three()
    for item in items[:2]:
        form = pad_forms.HandForm(item.fields | {"uid": str(item.uid)})
        assert form.is_valid()
        record_hand(link(game), form.entry(), by_seat=0, at=NOON)
    says(deliver(game, code(*items)), SAVED)
    assert len(counted(game)) == 3
