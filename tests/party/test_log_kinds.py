"""Every kind of entry in the log of a party: an action writes it, undo takes it back exactly, it has its sentence, and
it follows new names."""

import re

import pytest

from tests.builders import once, organiser
from tests.party.builders import LATER, NINE, friday
from tests.party.every_action import Walk, everything
from whistclub.club.actions import change_player
from whistclub.party import changes
from whistclub.party.log import KINDS, log
from whistclub.party.models import LogEntry

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def of_every_kind():
    """A party whose log has every kind of entry, each undone and done again, and its rehearsal; and what was undone."""
    olga, _prairie = organiser()
    made, walk = friday(olga, *NINE), Walk(olga)
    return made, everything(made, walk, olga), walk.undone


full = once(of_every_kind)


def test_every_kind_of_entry_is_written_by_an_action_and_undone_exactly(full):
    assert set(LogEntry.objects.values_list("kind", flat=True)) == set(KINDS)
    assert full[2] | {"party_created", "party_restored", "undone", *changes.NOT_UNDONE} == set(KINDS)


def test_every_kind_of_entry_has_a_sentence_without_gaps(full):
    for of in full[:2]:
        for page in range(1, log(of, 1).paginator.num_pages + 1):
            for entry in log(of, page):
                assert entry.text.sentence
                assert not re.search(r"[{}?]|None", "".join(entry.text)), entry


def text_of(full):
    return "\n".join(
        "\n".join(entry.text)
        for of in full[:2]
        for page in range(1, log(of, 1).paginator.num_pages + 1)
        for entry in log(of, page)
    )


def test_a_renamed_player_has_the_new_name_in_every_entry(full, olga, prairie):
    before = text_of(full)
    assert re.search(r"\bAnn\b", before)
    change_player(prairie.players.get(name="Ann"), name="Anna Berg", by=olga, at=LATER)
    assert text_of(full) == re.sub(r"\bAnn\b", "Anna Berg", before)
