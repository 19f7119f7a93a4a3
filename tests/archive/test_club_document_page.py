"""The page from which an owner downloads the whole club."""

import gzip
import re
from io import BytesIO

import pytest
from django.urls import reverse

from tests.builders import organiser as another_organiser
from tests.builders import play_out
from whistclub.archive.whole_club.layout import DocumentRefused
from whistclub.archive.whole_club.moving_in import move_in
from whistclub.ops.progress import rows_text

pytestmark = pytest.mark.django_db


def test_the_download_can_move_in(organiser, prairie, game):
    play_out(game)
    shown = organiser.get(reverse("archive:document", args=[prairie.slug])).content.decode()
    assert "4 players" in shown
    answer = organiser.post(reverse("archive:download_club", args=[prairie.slug]), headers={"Accept-Encoding": "gzip"})
    name = re.fullmatch(r'attachment; filename="(prairie-.+\.jsonl\.gz)"', answer.headers["Content-Disposition"])[1]
    assert f"import_club --dry-run {name}" in shown
    document = BytesIO(b"".join(answer.streaming_content))
    with pytest.raises(DocumentRefused, match="Is this club here already"):
        move_in(document, slug="elsewhere")


def test_what_is_in_a_document_is_counted_in_english():
    rows = {"club.player": 1509, "play.game": 1, "play.entryrecord": 0, "party.party": 1}
    assert rows_text(rows) == "1,509 players, 1 game, 0 hands and 1 party"


def test_nothing_of_another_club_is_in_the_download(organiser, prairie, game):
    another_organiser("Otto", "Valley")
    answer = organiser.post(reverse("archive:download_club", args=[prairie.slug]))
    found = gzip.decompress(b"".join(answer.streaming_content)).decode()
    assert "olga@example.org" in found
    assert "otto@example.org" not in found
    assert "Valley" not in found
