"""A phone at the table, and what it sends."""

from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.builders import link
from tests.web.html import Html
from whistclub.play.models import Game

HTMX = {"HX-Request": "true"}


def phone(seat: str | None = "0") -> Client:
    """A phone whose owner has chosen a seat; None if it was never asked."""
    client = Client()
    if seat is not None:
        client.cookies["seat"] = seat
    return client


def pad_url(game: Game, page: str = "pad", *more: object) -> str:
    return reverse(f"play:{page}", args=[link(game).token, *more])


def hand_form(position: int = 1, bid: str = "0", tricks: str = "9-4", **more: object) -> dict[str, object]:
    """What the pad's form sends; seat 0 grands and makes nine unless told."""
    return {
        "uid": str(uuid4()),
        "position": position,
        "corrects": "",
        "contract": "high",
        "bid": bid,
        "tricks": tricks,
        "viewer_side": 0,
        "save": "hand",
    } | more


def send(client: Client, game: Game, *, htmx: bool = False, page: str = "pad_record", **form: object) -> HttpResponse:
    """POST a hand from this phone."""
    return client.post(pad_url(game, page), hand_form(**form), headers=HTMX if htmx else {})


def form_of(response: HttpResponse, button: str) -> dict[str, str]:
    """What the form with this button sends when it is pressed; only its hidden fields are filled in."""
    written = [each.partition("</form>")[0] for each in response.content.decode().split("<form")[1:]]
    forms = [Html(HttpResponse(f"<form{each}")) for each in written]
    (form,) = [each for each in forms if button in each.texts("button")]
    hidden = {each["name"]: each["value"] for each in form.find("input", type="hidden")}
    (pressed,) = [each for each in form.find("button") if each.text == button]
    return hidden | {pressed["name"]: pressed["value"]}
