"""A round that was undone: the wall and every phone say so until another one is announced."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import link
from tests.party.builders import LATER, NINE, friday, game_of, next_round, typed
from tests.play.phone import phone
from tests.web.html import Html, nothing_new
from tests.web.party_site import card
from whistclub.party.actions import seating

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

SENTENCE = "Round 2 was withdrawn. Please wait for the new seating."


@pytest.fixture
def withdrawn(olga):
    """Round 2 was announced and undone; with it the address of a pad of its table 1."""
    party = friday(olga, *NINE)
    next_round(party, olga, at=timezone.now())
    typed(party, olga, (13, 7), (5, 3))
    next_round(party, olga, at=timezone.now())
    pad = reverse("party:next_table", args=[link(game_of(party)).token])
    seating.undo_round(party, 2, sure=True, by=olga, at=timezone.now())
    return party, pad


def pages(party, pad):
    """Who looks: the wall, guests, one of them on their own page, a table card, a phone that kept score."""
    public = reverse("party:public", args=[party.code])
    at = [reverse("party:projector", args=[party.code]), public, f"{public}?me=1"]
    texts = [Html(Client().get(address)).text for address in at]
    texts.append(Html(Client().get(reverse("party:table", args=[card(party, 1)]))).text)
    return [*texts, Html(phone(0).get(pad)).text]


def test_everyone_is_asked_to_wait_for_the_new_seating(withdrawn):
    assert [SENTENCE in text for text in pages(*withdrawn)] == [True] * 5


def test_the_new_seating_ends_the_waiting(withdrawn, olga):
    next_round(withdrawn[0], olga, at=LATER)
    public = reverse("party:public", args=[withdrawn[0].code])
    assert "withdrawn" not in Html(Client().get(public)).text
    assert "withdrawn" not in Html(phone(0).get(withdrawn[1])).text


def test_nobody_is_told_that_a_withdrawn_first_round_was_never_announced(olga):
    party = friday(olga, *NINE)
    next_round(party, olga, at=timezone.now())
    public = [reverse(f"party:{name}", args=[party.code]) for name in ("public", "public_tables")]
    addresses = [f"{public[0]}?me=1", public[1], reverse("party:table", args=[card(party, 1)])]
    seating.undo_round(party, 1, sure=True, by=olga, at=LATER)
    for address in addresses:
        text = Html(Client().get(address)).text
        assert "has not been announced" not in text
        assert address != addresses[0] or "Your table in the new seating will appear here automatically." in text
    assert Html(Client().get(addresses[2])).texts("h1") == ["Round 1 will be seated again"]


def test_an_open_page_is_told_that_the_seat_on_it_has_changed_when_the_first_round_is_withdrawn(olga):
    """Before the round and after it was withdrawn nobody sits anywhere, and yet the page says something else."""
    party = friday(olga, *NINE)
    open_page = Html(Client().get(reverse("party:public", args=[party.code]), {"me": 1})).find("div", id="round")[0]
    next_round(party, olga, at=timezone.now())
    seating.undo_round(party, 1, sure=True, by=olga, at=LATER)
    assert not nothing_new(Client().get(open_page["hx-get"]))
