"""What everybody is told: a message until it is cleared, and that a round was withdrawn."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import link
from tests.party.builders import LATER, NINE, friday, game_of, logged, next_round, one_round, typed
from tests.play.phone import pad_url, phone
from tests.web.html import Html, nothing_new
from tests.web.party_site import card, run
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating, timer

pytestmark = pytest.mark.django_db


COFFEE = "Coffee, ten minutes"
LONG = "w" * 141


def everywhere(of):
    """What each page that people see says to everyone, by page."""
    of.refresh_from_db()
    names = ("public", "public_standings", "projector")
    addresses = {name: reverse(f"party:{name}", args=[of.code]) for name in names}
    addresses["card of a table not in use"] = reverse("party:table", args=[card(of, 9)])
    found = {name: Html(Client().get(address)) for name, address in addresses.items()}
    found["pad"] = Html(phone().get(pad_url(game_of(of))))
    return {name for name, page in found.items() if COFFEE in page.text}


ALL = {"public", "public_standings", "projector", "card of a table not in use", "pad"}


def show(of, olga, at=None, **more):
    timer.show_message(of, COFFEE, by=olga, at=at or timezone.now(), **more)


def test_a_message_is_shown_on_every_page_until_it_is_cleared(two_tables, olga):
    assert everywhere(two_tables) == set()
    show(two_tables, olga)
    assert everywhere(two_tables) == ALL
    timer.clear_message(two_tables, by=olga, at=timezone.now())
    assert everywhere(two_tables) == set()
    assert [each.sentence for each in logged(two_tables)][-2:] == [
        f"Message to everyone: “{COFFEE}”",
        "Message cleared",
    ]


def test_a_message_goes_when_its_minutes_are_over(two_tables, olga):
    show(two_tables, olga, minutes=10, at=timezone.now() - timedelta(minutes=9))
    assert everywhere(two_tables) == ALL
    show(two_tables, olga, minutes=10, at=timezone.now() - timedelta(minutes=11))
    assert everywhere(two_tables) == set()


def test_a_message_that_nobody_clears_goes_when_the_party_is_finished(olga):
    of = one_round(olga, (13, 7), (13, 9))
    show(of, olga, at=timezone.now() - timedelta(hours=3))
    assert everywhere(of) == ALL
    party_lifecycle.finish(of, by=olga, at=timezone.now())
    assert everywhere(of) == set()
    show(of, olga)  # thanks to everyone
    assert everywhere(of) >= {"public", "public_standings", "projector"}
    timer.clear_message(of, by=olga, at=timezone.now())
    assert everywhere(of) == set()


def test_a_message_without_minutes_goes_with_the_next_round(olga):
    of = one_round(olga, (13, 7), (13, 9))
    show(of, olga)
    next_round(of, olga, at=timezone.now())
    assert everywhere(of) == set()
    assert logged(of)[-1].sentence == "Round 2 announced"


def test_the_bell_takes_the_place_of_a_message_that_was_sent_before_it(two_tables, olga):
    def until_bell():
        wall = Html(Client().get(reverse("party:projector", args=[two_tables.code])))
        return [page.attributes.keys() & {"data-until-bell"} for page in wall.find("section", css="page-message")]

    now = timezone.now()
    show(two_tables, olga, at=now - timedelta(minutes=2))
    assert until_bell() == [set()]
    timer.start(two_tables, 1, by=olga, at=now)
    assert until_bell() == [{"data-until-bell"}]
    timer.ring(two_tables, by=olga, at=now)
    assert until_bell() == [{"data-until-bell"}]
    show(two_tables, olga)
    assert until_bell() == [set()]


def test_the_message_is_typed_shown_and_cleared_on_the_desk(two_tables, organiser):
    organiser.post(run(two_tables, "message"), {"text": f"  {COFFEE} ", "minutes": "10"})
    desk = Html(organiser.get(run(two_tables, "console")))
    assert f"On all phones and the projector: {COFFEE} until" in desk.text
    organiser.post(run(two_tables, "message"), {"do": "clear"})
    desk = Html(organiser.get(run(two_tables, "console")))
    assert "On all phones and the projector" not in desk.text
    assert desk.texts("button", name="again")[0] == COFFEE
    organiser.post(run(two_tables, "message"), {"text": "", "again": COFFEE})
    assert everywhere(two_tables) == ALL


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"text": "  "}, "Type the message."),
        ({"text": LONG}, "A message can have up to 140 characters."),
        ({"text": "Tea", "minutes": "soon"}, "Enter the minutes as a number, or leave them empty."),
        ({"text": "Tea", "minutes": "0"}, "Enter at least one minute."),
    ],
)
def test_a_refused_message_stays_as_it_was_typed(two_tables, organiser, form, sentence):
    response = organiser.post(run(two_tables, "message"), form)
    page = Html(response)
    assert response.status_code == 422
    assert sentence in page.text
    assert page.value("text").strip() == form["text"].strip()
    assert everywhere(two_tables) == set()


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
