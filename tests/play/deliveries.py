"""The codes that an offline phone shows, written here a second time, by the description in delivery.py."""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote
from uuid import UUID, uuid4

from django.http import HttpResponse
from django.test import Client

from tests.play.phone import hand_form, pad_url
from tests.web.html import Html
from whistclub.play.models import Game
from whistclub.play.scorepad.delivery import FIELDS, KINDS, VERSION, fnv_1a

HOLD_UIDS = ("replaces", "last", "hand")


@dataclass(frozen=True)
class Item:
    """An entry that waits on a phone."""

    kind: str
    fields: dict[str, object] = field(default_factory=dict)
    uid: UUID = field(default_factory=uuid4)


def hand(number: int = 1, bid: str = "0", tricks: str = "9-4", *, kind: str = "hand", **more: object) -> Item:
    """Seat 0 grands and makes nine unless told; entered by the phone of seat 0."""
    return Item(kind, hand_form(number, bid, tricks) | {"by_seat": "0"} | more)


def undo(last: Item, **more: object) -> Item:
    return Item("undo", {"last": last.uid} | more)


def short(uid: UUID) -> str:
    return urlsafe_b64encode(uid.bytes).decode()[:22]


def block(item: Item) -> str:
    coded = [
        letter + (short(UUID(str(value))) if name in HOLD_UIDS else coded_value(str(value)))
        for name, letter in FIELDS.items()
        if (value := item.fields.get(name, "")) != ""
    ]
    return ".".join([short(item.uid), KINDS[item.kind], *coded])


def coded_value(value: str) -> str:
    return quote(value, safe="-_").replace(".", "%2E")


def code(*items: Item, part: int = 1, parts: int = 1, after: Item | None = None) -> str:
    head = [str(VERSION), str(part), str(parts), *([short(after.uid)] if after else [])]
    return signed("..".join([".".join(head), *map(block, items)]))


def signed(text: str) -> str:
    """With its checksum."""
    return f"{text}..{fnv_1a(text)}"


def codes(*parts: Sequence[Item]) -> list[str]:
    """Several codes of one phone, in their order."""
    return [
        code(*items, part=number, parts=len(parts), after=parts[number - 2][-1] if number > 1 else None)
        for number, items in enumerate(parts, start=1)
    ]


def deliver_url(game: Game, payload: str) -> str:
    return f"{pad_url(game, 'pad_deliver')}?{payload}"


def look(game: Game, payload: str, client: Client | None = None) -> HttpResponse:
    """Scan the code."""
    return (client or Client()).get(deliver_url(game, payload))


def deliver(
    game: Game, payload: str, client: Client | None = None, *, decided: dict[str, str] | None = None
) -> HttpResponse:
    """Scan the code and tap Save, or one of the buttons that decide."""
    return (client or Client()).post(deliver_url(game, payload), decided or {})


def says(response: HttpResponse, *sentences: str) -> None:
    text = Html(response).text
    for sentence in sentences:
        assert sentence in text, text


def counted(game: Game) -> list[list[int]]:
    """The tricks of the entries that count."""
    return [each.tricks for each in game.hands.filter(current=True).order_by("position")]
