"""A phone without network shows its waiting entries as codes, and another phone saves them."""

import json
from uuid import uuid4

import pytest
import segno
from playwright.sync_api import Page

from tests.browser.conftest import OpenPad
from tests.browser.phone import Phone
from tests.play import codes
from whistclub.play.models import Game

pytestmark = pytest.mark.browser


@pytest.fixture
def pad(game: Game, open_pad: OpenPad) -> Phone:
    return open_pad(game)


def as_kept(item: codes.Item) -> dict:
    """An item of the outbox."""
    fields = {name: str(value) for name, value in item.fields.items()} | {"uid": str(item.uid)}
    return {"id": str(item.uid), "kind": item.kind, "fields": fields}


def addresses(page: Page, items: list[codes.Item]) -> list[str]:
    script = """async (items) =>
        (await import(document.querySelector("script[src*='pad/transfer']").src)).addressesOf(items)"""
    return page.evaluate(script, json.loads(json.dumps([as_kept(item) for item in items])))


def drawn_code(page: Page) -> list[list[bool]]:
    """The squares of the code on the screen, without its margin."""
    return page.locator("#transfer canvas").evaluate(
        """(canvas) => {
            const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            const rows = [];
            for (let y = 4; y < width - 4; y++)
                rows.push(Array.from({ length: width - 8 }, (_, x) => data[4 * (y * width + x + 4)] === 0));
            return rows;
        }"""
    )


def is_code_of(squares: list[list[bool]], text: str) -> bool:
    """Whether another program draws the same squares for this text; which of the eight masks it takes is free."""
    version = (len(squares) - 17) // 4
    return any(
        [[bool(each) for each in row] for row in made.matrix] == squares
        for mask in range(8)
        for made in [
            segno.make_qr(text, error="l", version=version, mask=mask, mode="byte", boost_error=False),
        ]
    )


def evening() -> list[codes.Item]:
    bid = codes.Item("bid", {"number": 9, "bid": "2", "contract": "high", "save": "bid", "by_seat": "0.17"})
    wrong = codes.hand(10, bid="low", tricks="4-9", counted="1", by_seat="none")
    return [
        *(codes.hand(number, by_seat="0.17", contract="") for number in range(1, 9)),
        bid,
        codes.hand(9, bid="2", trump="hearts", over="high:1", replaces=bid.uid, csrfmiddlewaretoken="x"),
        wrong,
        codes.undo(wrong),
        codes.Item("confirmation", {"hand": uuid4(), "agrees": "no", "by_seat": "1"}),
        codes.Item("end", {"by_seat": "1"}),
    ]


def test_codes_are_written_as_the_server_reads_them(pad: Phone):
    items = evening()
    found = addresses(pad.page, items)
    assert len(found) > 2
    assert all(len(each) <= 450 for each in found)
    numbers = [each.count("..") - 1 for each in found]
    parts = [items[sum(numbers[:index]) : sum(numbers[: index + 1])] for index in range(len(numbers))]
    assert [each.partition("?")[2] for each in found] == codes.codes(*parts)
