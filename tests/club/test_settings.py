"""The settings of a club: who changes them, what they change, what is refused, and that each change is logged."""

from datetime import date
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests import builders
from tests.stats.season_parties import party_on
from tests.web.html import Html
from whistclub.club.models import Club, ClubChange
from whistclub.club.settings import LOGO_PIXELS
from whistclub.ops.integrity import disagreements
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact, PartyFact

pytestmark = pytest.mark.django_db
BASICS = {
    "name": "Prairie",
    "time_zone": "America/Chicago",
    "currency": "$",
    "shown_to_strangers": "links",
    "colour": "green",
}


def url():
    return reverse("club:settings", args=["prairie"])


def saves(organiser, form):
    """Send it, and read the page that comes."""
    response = organiser.post(url(), BASICS | form, follow=True)
    assert response.redirect_chain == [(url(), 302)]
    return Html(response)


def refused(organiser, form, sentence):
    response = organiser.post(url(), BASICS | form)
    assert response.status_code == 422
    assert sentence in Html(response).text
    assert not ClubChange.objects.exists()


def picture(size=(900, 600), kind="PNG", name="logo.png", colour=(200, 30, 30, 120)):
    stored = BytesIO()
    Image.new("RGBA", size, colour).convert("RGB" if kind == "JPEG" else "RGBA").save(stored, kind)
    return SimpleUploadedFile(name, stored.getvalue())


def log(page):
    return [each.text.rpartition("· Olga")[2] for each in page.find("li", css="log-line")]


# Name, time and money


def test_each_change_is_saved_and_logged_with_its_values(organiser, prairie):
    page = saves(organiser, {"name": " The  Kitchen ", "time_zone": "Europe/Oslo", "currency": "kr"})
    assert page.value("name") == "The Kitchen"
    assert page.texts("a", css="brand") == ["The Kitchen"]
    assert sorted(log(page)) == [
        "Currency symbol: $ → kr",
        "Name: Prairie → The Kitchen",
        "Time zone: America/Chicago → Europe/Oslo",
    ]


def test_nothing_is_saved_of_a_form_with_an_error_and_typed_text_stays(organiser, prairie):
    response = organiser.post(url(), {"name": "Kitchen", "time_zone": "Mars/Olympus", "currency": ""})
    page = Html(response)
    assert response.status_code == 422
    assert page.value("name") == "Kitchen"
    assert "Choose a time zone from the list." in page.text
    assert "Enter a symbol, such as $ or kr." in page.text
    assert Club.objects.get().name == "Prairie"


def test_statistics_follow_the_time_zone_and_the_books_agree(organiser, prairie, olga):
    builders.play_out(builders.game(prairie, olga))
    party_on(date(2026, 2, 3), olga, (5, 3), (7, 2))
    saves(organiser, {"time_zone": "Asia/Tokyo"})
    bring_up_to_date()
    assert disagreements(Club.objects.get()) == []
    # Noon in Chicago is three o’clock at night in Tokyo, and that is still the evening before.
    assert GameFact.objects.order_by("-started_at").first().day == date(2026, 3, 7)
    # The day of a party is the one that its organiser sees, and stays.
    assert PartyFact.objects.get().day == date(2026, 2, 3)
    assert not Game.objects.filter(awaits_statistics=True).exists()


def test_a_logo_is_drawn_again_as_a_small_png_and_shown_to_everyone(organiser, prairie, game):
    page = saves(organiser, {"colour": "plum", "new_logo": picture()})
    assert log(page) == ["Logo changed", "Colour: Green → Plum"]
    address = page.find("img", css="logo")[0]["src"]
    for path in (reverse("play:tonight", args=["prairie"]), reverse("play:watch", args=[game.code])):
        shown = Html(organiser.get(path))
        assert [each["src"] for each in shown.find("img", css="logo")] == [address]
        assert shown.find("html")[0]["data-colour"] == "plum"
    response = Client().get(address)
    assert response["Content-Type"] == "image/png"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "Cookie" not in response.get("Vary", "")
    image = Image.open(BytesIO(response.content))
    assert (image.format, image.size) == ("PNG", (LOGO_PIXELS, 171))


def test_a_logo_can_be_removed(organiser, prairie):
    saves(organiser, {"colour": "green", "new_logo": picture()})
    page = saves(organiser, {"without_logo": "on"})
    assert log(page) == ["Logo removed", "Logo changed"]
    assert page.find("img", css="logo") == []


@pytest.mark.parametrize(
    "file, sentence",
    [
        (
            lambda: SimpleUploadedFile("logo.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
            "This picture cannot be used",
        ),
        (lambda: SimpleUploadedFile("logo.png", b""), "empty"),
        (lambda: SimpleUploadedFile("logo.png", picture().read()[:200]), "cannot be used"),
        (lambda: SimpleUploadedFile("logo.png", b"\0" * 2_000_001), "larger than 2 MB"),
        (lambda: picture((4100, 4000)), "too many pixels"),
    ],
    ids=["svg", "empty", "cut off", "large", "bomb"],
)
def test_a_file_that_cannot_be_a_logo_is_refused_with_the_reason(organiser, prairie, file, sentence):
    refused(organiser, {"colour": "green", "new_logo": file()}, sentence)
