"""The README's pictures of the pad, the console and the projector, taken from the made-up club.

`manage.py pictures` runs this file and keeps what it draws; as a test it draws into a temporary folder, so the
command always works.
"""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from PIL import Image
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return PICTURES if os.environ.get("WHISTCLUB_PICTURES") == "keep" else tmp_path


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
    game = Game.objects.filter(party_code="", state=Game.State.IN_PROGRESS, preset="neuralplay").latest("pk")
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


def test_readme_shows_every_picture():
    readme = (ROOT / "README.md").read_text()
    kept = {path.name for path in PICTURES.glob("*.png")}
    assert kept == {"pad.png", "console.png", "projector.png"}
    assert all(f".github/pictures/{name}" in readme for name in kept)
