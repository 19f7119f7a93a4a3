"""A list of past games as a browser sends it."""

from django.urls import reverse

from tests.web.html import Html

URL = reverse("archive:games", args=["prairie"])
HEAD = "Date;Player 1;Player 2;Player 3;Player 4;Points 1;Points 2"
LINE = "2024-02-14;Ann;Bob;Clara;Dan;13;9"


def preview(organiser, *lines, head=HEAD, **more):
    return Html(organiser.post(URL, {"lines": "\n".join([head, *lines]), **more}))


def add(organiser, *lines, head=HEAD, **more):
    return organiser.post(URL, {"lines": "\n".join([head, *lines]), "add": "yes", **more}, follow=True)


def faults(page):
    return [each.text for each in page.find("li") if " Line " in each.text]


def players(game):
    return [seat.player.name for seat in game.seats.order_by("position")]
