"""Every kind of entry in the log of a party: an action writes it, it has its sentence, and it follows new names."""

import re

import pytest

from tests.builders import NOON, once, organiser
from tests.party.builders import LATER, NINE, friday
from tests.party.every_action import everything
from whistclub.club.actions import change_player
from whistclub.party.log import KINDS, log
from whistclub.party.models import LogEntry

pytestmark = pytest.mark.django_db


def do(action, of, *args, **more):
    action(of, *args, **more, by=of.club.roles.get().user, at=NOON)


def of_every_kind():
    """A party whose log has every kind of entry, and its rehearsal."""
    olga, _prairie = organiser()
    made = friday(olga, *NINE)
    return made, everything(made, do, olga)


full = once(of_every_kind)


def test_every_kind_of_entry_is_written_by_an_action(full):
    assert set(LogEntry.objects.values_list("kind", flat=True)) == set(KINDS) - {"undone"}


def test_every_kind_of_entry_has_a_sentence_without_gaps(full):
    for of in full:
        for page in range(1, log(of, 1).paginator.num_pages + 1):
            for entry in log(of, page):
                assert entry.text.sentence
                assert not re.search(r"[{}?]|None", "".join(entry.text)), entry


def text_of(full):
    return "\n".join(
        "\n".join(entry.text)
        for of in full
        for page in range(1, log(of, 1).paginator.num_pages + 1)
        for entry in log(of, page)
    )


def test_a_renamed_player_has_the_new_name_in_every_entry(full, olga, prairie):
    before = text_of(full)
    assert re.search(r"\bAnn\b", before)
    change_player(prairie.players.get(name="Ann"), name="Anna Berg", by=olga, at=LATER)
    assert text_of(full) == re.sub(r"\bAnn\b", "Anna Berg", before)
