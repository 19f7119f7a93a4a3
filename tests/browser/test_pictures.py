"""The README's pictures, taken from the made-up club, and the icons of the installed pad, drawn from `icon.svg`.

With WHISTCLUB_PICTURES=keep what it draws is kept; as a test it draws into a temporary folder, so that it
always works.
"""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, expect

from tests.house.test_checks import ROOT
from whistclub.accounts.models import User
from whistclub.ops.demo import EMAIL, fill_demo
from whistclub.party.models import Party
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

PICTURES = ROOT / ".github" / "pictures"
# At twice the size of a page's pixel letters stay sharp, and 128 tints keep the files small.
SHARP = {"device_scale_factor": 2}
TINTS = 128
TINTS_OF_ICONS = 64

ICONS = ROOT / "static" / "img"
FELT = "#17563c"
# Name, size, how much of it the drawing fills, and the colour around it. A phone cuts a maskable icon to its own
# shape and promises to show the inner four fifths; Apple rounds the corners, and shows nothing through them.
ICON_SIZES = (
    ("icon-192.png", 192, 1, "transparent"),
    ("icon-512.png", 512, 1, "transparent"),
    ("icon-maskable.png", 512, 0.8, FELT),
    ("icon-apple.png", 180, 1, FELT),
)


KEEP = os.environ.get("WHISTCLUB_PICTURES") == "keep"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return PICTURES if KEEP else tmp_path


@pytest.fixture
def olga(transactional_db: None) -> User:
    """The organiser of the made-up club."""
    fill_demo()
    return User.objects.get(email=EMAIL)


def draw(page: Page, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, animations="disabled")
    Image.open(path).convert("RGB").quantize(TINTS).save(path, optimize=True)
    assert path.stat().st_size > 10_000


def test_pictures_show_pad_console_and_projector(olga, open_device, open_pad, sign_in, folder):
    game = Game.objects.filter(party_code="", state=Game.State.RUNNING, preset="neuralplay").latest("pk")
    pad = open_pad(game, viewport={"width": 390, "height": 844}, **SHARP)
    pad.bid(game.seats.select_related("player")[0].player.name)
    pad.tricks(9)
    draw(pad.page, folder / "pad.png")

    party = Party.objects.get(state=Party.State.PLAYING)
    laptop = sign_in(open_device(viewport={"width": 1280, "height": 800}, **SHARP))
    laptop.goto(reverse("party:console", args=[party.club.slug, party.code]))
    expect(laptop.get_by_role("heading", level=1)).to_be_visible()
    draw(laptop, folder / "console.png")

    wall = open_device(viewport={"width": 1280, "height": 720})
    wall.goto(reverse("party:projector", args=[party.code]))
    expect(wall.get_by_role("main")).to_be_visible()
    draw(wall, folder / "projector.png")


@pytest.mark.parametrize("name, size, fill, ground", ICON_SIZES)
def test_icons_are_drawn_from_the_current_svg(open_device, tmp_path, name, size, fill, ground):
    page = open_device(viewport={"width": size, "height": size})
    drawing = (ICONS / "icon.svg").read_text()
    page.set_content(
        f"<style>body {{margin: 0; background: {ground}; display: grid; place-items: center; height: 100vh}}"
        f"svg {{width: {size * fill}px}}</style>{drawing}"
    )
    drawn = (ICONS if KEEP else tmp_path) / name
    page.screenshot(path=drawn, omit_background=True)
    Image.open(drawn).quantize(TINTS_OF_ICONS, dither=Image.Dither.NONE).save(drawn, optimize=True)
    assert (ICONS / name).stat().st_size < 8_000  # browsers fetch one with the first page
    icon, kept = (Image.open(folder / name).convert("RGBA") for folder in (drawn.parent, ICONS))
    assert kept.size == (size, size)
    assert (kept.getextrema()[-1][0] < 250) == (ground == "transparent")
    assert max(ImageStat.Stat(ImageChops.difference(icon, kept)).mean) < 1


def test_readme_shows_every_picture():
    readme = (ROOT / "README.md").read_text()
    kept = {path.name for path in PICTURES.glob("*.png")}
    assert kept == {"pad.png", "console.png", "projector.png"}
    assert all(f".github/pictures/{name}" in readme for name in kept)
