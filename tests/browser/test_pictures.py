"""Pictures of help and of the README, taken from the pages themselves.

`WHISTCLUB_PICTURES=keep python3 manage.py test tests/browser/test_pictures.py` draws them again. What a step is about
has a ring around it.
"""

import os
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import sign_in_as
from tests.browser.party_pages import of_organiser
from tests.builders import link
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.ops.demo import EMAIL, fill_demo
from whistclub.party.actions import lifecycle, seating
from whistclub.party.models import Party
from whistclub.play.models import Game

pytestmark = pytest.mark.browser


ROOT = settings.BASE_DIR
HELP = ROOT / "static" / "img" / "help"
SIZES = {"party": (640, 480), "table": (360, 270)}
SECTION = re.compile(r'<section id="(\w+)"(.*?)</section>', re.DOTALL)
PICTURE = re.compile(r'picture="img/help/([\w-]+)\.webp"')
NAMES = {
    name: PICTURE.findall(text)
    for name, text in SECTION.findall((ROOT / "templates/club/help.html").read_text())
    if name in SIZES
}
drawing = pytest.mark.skipif(os.environ.get("WHISTCLUB_PICTURES") != "keep", reason="draws pictures to keep")
MOST_BYTES = 300_000
QUALITY = 60
PAGE = re.compile(rb"/Type\s*/Page\b")
PEOPLE = ("Ann", "Bob", "Clara", "Dan", "Edith", "Frank", "Greta", "Henrik", "Ingrid", "Jim", "Karin", "Leif", "Marge")
RING = """(part) => {
  part.style.outline = "4px solid #d35400";
  part.style.outlineOffset = "2px";
  part.scrollIntoView({ block: "center" });
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
BLUR = "for (const code of document.querySelectorAll('.qr-code')) code.style.filter = 'blur(3px)'"
NO_RING = '(part) => part.style.removeProperty("outline")'

PICTURES = ROOT / ".github" / "pictures"
# At twice the size of a page's pixel letters stay sharp, and 128 tints keep the files small.
SHARP = {"device_scale_factor": 2}
TINTS = 128


Shoot = Callable[..., None]


@pytest.fixture
def shoot(keep: Callable[[str, bytes], None]) -> Shoot:
    sizes = {name: SIZES[page] for page, names in NAMES.items() for name in names}

    def taken(page: Page, name: str, marked: Locator, above: float = 1 / 2) -> None:
        """The part of the page around what is marked, in the size of the page's pictures; `above` is the share of the
        picture above the middle of the mark.
        """
        (x, y), view, (width, height) = marked.evaluate(RING), page.viewport_size, sizes[name]
        left = min(max(x - width / 2, 0), view["width"] - width)
        top = min(max(y - height * above, 0), view["height"] - height)
        drawn = page.screenshot(animations="disabled", clip={"x": left, "y": top, "width": width, "height": height})
        keep(name, drawn)
        marked.evaluate(NO_RING)

    return taken


@pytest.fixture
def keep() -> Callable[[str, bytes], None]:
    def kept(name: str, drawn: bytes) -> None:
        picture = Image.open(BytesIO(drawn)).convert("RGB")
        picture.thumbnail((960, 720))
        picture.save(HELP / f"{name}.webp", quality=QUALITY, method=6)

    return kept


@pytest.fixture
def party(prairie: Club, olga) -> Party:
    return builders.party(prairie, olga, *PEOPLE, name="Friday night")


@drawing
def test_pictures_of_help_are_of_the_pages_themselves(party, olga, open_device, open_pad, sign_in, shoot, keep):
    """In the order of an evening."""
    now = {"by": olga, "at": timezone.now()}
    desk = sign_in(open_device(viewport={"width": 640, "height": 900}, device_scale_factor=1.5))

    def at_desk(name: str, address: str, marked: Callable[[Page], Locator]) -> None:
        desk.goto(address)
        shoot(desk, name, marked(desk), above=1 / 3)
        # The page would follow what happens next, just when another one is opened.
        desk.goto("about:blank")

    def button(name: str) -> Callable[[Page], Locator]:
        return lambda page: page.get_by_role("button", name=name).first

    console = of_organiser(party, "console")
    at_desk(
        "set-up",
        reverse("play:tonight", args=[party.club.slug]),
        lambda page: page.get_by_role("link", name="New party"),
    )
    at_desk("check-in", of_organiser(party, "people"), lambda page: page.get_by_label("Search or add a player"))
    at_desk("first-round", console, button("Show the seating"))
    seating.make_draft(party, seating_method="draw", seed=4, **now)
    at_desk("draft", console, button("Announce"))
    seating.announce(party, **now)
    wall = open_device(viewport={"width": 1280, "height": 960})
    wall.goto(reverse("party:projector", args=[party.code]))
    keep("projector", wall.screenshot(animations="disabled"))

    paper = sign_in(open_device(viewport={"width": 900, "height": 700}, device_scale_factor=2))
    paper.goto(of_organiser(party, "print_cards"))
    # Nobody shall scan a picture.
    paper.evaluate(BLUR)
    shoot(paper, "cards", paper.locator(".table-card").first)
    shoot(paper, "scan", paper.locator(".table-card .scan").first)
    table = builders.party_state(party).current.table(1)
    pad = open_pad(table.game, viewport={"width": 360, "height": 616}, device_scale_factor=2)
    granded = pad.chair(table.assignments[2].entrant.player.name)
    shoot(pad.page, "granded", granded)
    pad.tap(granded)
    shoot(pad.page, "tricks", pad.choice("9 4"))
    pad.tricks(9)
    shoot(pad.page, "save", pad.button("Save"))
    pad.save()
    pad.shows("3", "0")
    pad.is_sent()
    shoot(pad.page, "total", pad.page.locator(".score").first)
    shoot(pad.page, "undo", pad.page.locator(".undo button"))
    shoot(pad.page, "correct", pad.line(1))
    shoot(pad.page, "special", pad.page.locator("details").filter(has_text="Revoke, misdeal"))
    shoot(pad.page, "call", pad.button("Call the organiser"))
    pad.page.goto("about:blank")
    at_desk("playing", console, lambda page: page.locator("#tables h1"))
    at_desk("result", console, lambda page: page.locator("form.quick"))
    leaver = table.assignments[0].entrant_id
    at_desk("leaving", of_organiser(party, "person", leaver), button("Leaves after this round"))
    builders.typed(party, olga, (13, 4), (6, 9), (10, 8), at=timezone.now())
    builders.next_round(party, olga, at=timezone.now())
    pad.page.goto(reverse("party:next_table", args=[link(table.game).token]))
    shoot(pad.page, "next", pad.page.locator("main h1"))

    builders.typed(party, olga, (9, 7), (2, 11), (8, 5), at=timezone.now())
    lifecycle.finish(party, **now)
    at_desk("standings", of_organiser(party, "standings"), lambda page: page.locator("main h1"))


def test_ten_pictures_fit_a_phone_a_sheet_of_paper_for_each_subject_and_300_kilobytes(open_device, transactional_db):
    page = open_device(viewport={"width": 360, "height": 616})
    page.goto(reverse("club:help"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for name, names in NAMES.items():
        expect(page.locator(f"#{name}").get_by_role("listitem")).to_have_count(10)
        assert sum((HELP / f"{picture}.webp").stat().st_size for picture in names) <= MOST_BYTES
    assert {path.stem for path in HELP.iterdir()} == {each for names in NAMES.values() for each in names}
    page.evaluate("for (const image of document.images) image.loading = 'eager'")
    page.evaluate("Promise.all(Array.from(document.images, (image) => image.decode()))")
    assert [len(PAGE.findall(page.pdf(format=paper))) for paper in ("A4", "Letter")] == [2, 2]


def draw(page: Page, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, animations="disabled")
    Image.open(path).convert("RGB").quantize(TINTS).save(path, optimize=True)
    assert path.stat().st_size > 10_000


@drawing
def test_pictures_of_the_readme_show_pad_console_and_projector(open_device, open_pad, live_server):
    fill_demo()
    organiser = User.objects.get(email=EMAIL)
    game = Game.objects.filter(party_code="", state=Game.State.RUNNING, preset="neuralplay").latest("pk")
    pad = open_pad(game, viewport={"width": 390, "height": 844}, **SHARP)
    pad.bid(game.seats.select_related("player")[0].player.name)
    pad.tricks(9)
    draw(pad.page, PICTURES / "pad.png")

    party = Party.objects.get(state=Party.State.PLAYING)
    laptop = open_device(viewport={"width": 1280, "height": 800}, **SHARP)
    sign_in_as(organiser, laptop, live_server)
    laptop.goto(reverse("party:console", args=[party.club.slug, party.code]))
    expect(laptop.get_by_role("heading", level=1)).to_be_visible()
    draw(laptop, PICTURES / "console.png")

    wall = open_device(viewport={"width": 1280, "height": 720})
    wall.goto(reverse("party:projector", args=[party.code]))
    expect(wall.get_by_role("main")).to_be_visible()
    draw(wall, PICTURES / "projector.png")


def test_readme_shows_every_picture():
    readme = (ROOT / "README.md").read_text()
    kept = {path.name for path in PICTURES.glob("*.png")}
    assert kept == {"pad.png", "console.png", "projector.png"}
    assert all(f".github/pictures/{name}" in readme for name in kept)
