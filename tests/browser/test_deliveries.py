"""An offline phone shows its waiting entries as codes, and another phone saves them."""

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
import zxingcpp
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, BrowserErrors, OpenPad
from tests.browser.phone import Phone
from tests.browser.test_pages_are_usable import faults
from tests.play import deliveries
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


@pytest.fixture
def pad(game: Game, open_pad: OpenPad) -> Phone:
    return open_pad(game)


@pytest.fixture
def organiser_page(laptop: Page, sign_in: Callable[[Page], Page]) -> Page:
    return sign_in(laptop)


def as_kept(item: deliveries.Item) -> dict:
    """An item of the outbox."""
    fields = {name: str(value) for name, value in item.fields.items()} | {"uid": str(item.uid)}
    return {"id": str(item.uid), "kind": item.kind, "fields": fields, "tapped_at": 4e12}


def addresses(page: Page, items: list[deliveries.Item]) -> list[str]:
    script = """async (items) =>
        (await import(document.querySelector("link[href*='pad/delivery']").href)).addressesOf(items)"""
    return page.evaluate(script, json.loads(json.dumps([as_kept(item) for item in items])))


def read_code(page: Page) -> str:
    """What a camera reads from the code on the screen."""
    expect(page.locator("#delivery canvas")).to_be_visible()
    grey, width = page.locator("#delivery canvas").evaluate(
        """(canvas) => {
            const large = new OffscreenCanvas(canvas.width * 4, canvas.height * 4).getContext("2d");
            large.imageSmoothingEnabled = false;
            large.drawImage(canvas, 0, 0, large.canvas.width, large.canvas.height);
            const { data, width } = large.getImageData(0, 0, large.canvas.width, large.canvas.height);
            return [Array.from(data).filter((_, index) => index % 4 === 0), width];
        }"""
    )
    (found,) = zxingcpp.read_barcodes(memoryview(bytes(grey)).cast("B", shape=[len(grey) // width, width]))
    return found.text


def evening() -> list[deliveries.Item]:
    bid = deliveries.Item("bid", {"number": 9, "bid": "2", "contract": "high", "save": "bid", "by_seat": "0.17"})
    wrong = deliveries.hand(10, bid="low", tricks="4-9", counted="1", by_seat="none")
    return [
        *(deliveries.hand(number, by_seat="0.17", contract="") for number in range(1, 9)),
        bid,
        deliveries.hand(9, bid="2", trump="hearts", over="high:1", replaces=bid.uid, csrfmiddlewaretoken="x"),
        deliveries.hand(10, bid=str(uuid4()), tricks="a-word-as-long-as-uids"),
        wrong,
        deliveries.undo(wrong),
        deliveries.Item("confirmation", {"hand": uuid4(), "agrees": "no", "by_seat": "1"}),
        deliveries.Item("end", {"by_seat": "1"}),
    ]


def test_codes_are_written_as_the_server_reads_them(pad: Phone):
    items = evening()
    found = addresses(pad.page, items)
    assert len(found) > 2
    assert all(len(each) <= 450 for each in found)
    numbers = [each.count("..") - 1 for each in found]
    parts = [items[sum(numbers[:index]) : sum(numbers[: index + 1])] for index in range(len(numbers))]
    assert [each.partition("?")[2] for each in found] == deliveries.codes(*parts)


def enter(pad: Phone, bid: str, tricks: int, *totals: str) -> None:
    """A hand that is kept on the phone."""
    pad.bid(bid)
    pad.tricks(tricks)
    pad.save()
    pad.shows(*totals)


@pytest.fixture
def offline(pad: Phone, browser_errors: BrowserErrors) -> Phone:
    """Three hands wait on an offline phone."""
    browser_errors.expect_bad_network()
    pad.page.context.set_offline(True)
    enter(pad, "Ann", 9, "3", "0")
    enter(pad, "Bob", 8, "3", "2")
    enter(pad, "Ann", 7, "4", "2")
    return pad


def show_codes(pad: Phone) -> str:
    """The address in the code that is shown."""
    pad.unfold("3 hands are waiting to be sent.")
    pad.tap(pad.button("Show QR code"))
    return shown_address(pad.page)


def shown_address(page: Page) -> str:
    canvas = page.locator("#delivery canvas")
    expect(canvas).to_be_visible()
    return canvas.get_attribute("data-address")


def test_hands_of_an_offline_phone_come_by_code_and_count_once(offline: Phone, game: Game, phone: Page):
    address = show_codes(offline)
    assert read_code(offline.page) == address
    assert not EntryRecord.objects.exists()

    phone.goto(address)
    expect(phone.locator(".delivered li")).to_have_count(3)
    phone.get_by_role("button", name="Save", exact=True).tap()
    expect(phone.get_by_text("All of these entries are saved.")).to_be_visible()
    assert EntryRecord.objects.count() == 3

    offline.tap(offline.button("Close"))
    offline.page.context.set_offline(False)
    offline.is_sent()
    offline.shows("4", "2")
    assert EntryRecord.objects.count() == 3
    offline.bid("Ann")
    offline.tricks(8)
    assert offline.answer_to_save().status == 201
    assert EntryRecord.objects.count() == 4


def test_the_phone_may_send_its_hands_before_the_code_is_used(offline: Phone, game: Game, phone: Page):
    address = show_codes(offline)
    offline.page.context.set_offline(False)
    offline.is_sent()
    phone.goto(address)
    expect(phone.get_by_text("All of these entries are saved.")).to_be_visible()
    assert EntryRecord.objects.count() == 3


def test_the_link_of_the_code_holds_all_entries(offline: Phone, organiser_page: Page, game: Game):
    address = show_codes(offline)
    link = offline.page.get_by_label("Link with all waiting entries").input_value()
    assert link == address
    assert not faults(offline.page, "codes", (PHONE,))
    organiser_page.goto(reverse("play:game", args=[game.club.slug, game.code]))
    organiser_page.get_by_text("Is a phone offline?").click()
    organiser_page.get_by_label("Link", exact=True).fill(f"From Ann: {link} .")
    organiser_page.get_by_role("button", name="Continue").click()
    organiser_page.get_by_role("button", name="Save", exact=True).click()
    expect(organiser_page.get_by_text("All of these entries are saved.")).to_be_visible()
    assert EntryRecord.objects.count() == 3


def test_many_entries_take_several_codes_which_are_saved_in_order(
    pad: Phone, game: Game, phone: Page, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    browser_errors.expect_refusals()
    pad.page.context.set_offline(True)
    for total in range(1, 9):
        enter(pad, "Ann", 7, str(total), "0")
    pad.unfold("8 hands are waiting to be sent.")
    pad.tap(pad.button("Show QR code"))
    found = [read_code(pad.page)]
    pad.says("Code 1 of 2")
    pad.tap(pad.button("Next"))
    pad.says("Code 2 of 2")
    found.append(read_code(pad.page))
    expect(pad.button("Next")).to_be_disabled()

    phone.goto(found[1])
    expect(phone.get_by_text("Scan code 1 first")).to_be_visible()
    for address in found:
        phone.goto(address)
        phone.get_by_role("button", name="Save", exact=True).tap()
        expect(phone.get_by_text("All of these entries are saved.")).to_be_visible()
    assert [each.tricks for each in EntryRecord.objects.order_by("position")] == [[7, 6]] * 8
    for width, height in [(360, 616), (320, 568), (667, 331)]:
        pad.page.set_viewport_size({"width": width, "height": height})
        box = pad.page.locator("#delivery canvas").bounding_box()
        assert min(box["x"], width - box["x"] - box["width"]) >= 0
