"""Somebody may be called like a word of the program: erasing them must not change what the program means by it."""

from enum import StrEnum
from importlib import import_module

import pytest
from django.conf import settings
from django.db.models import CharField, JSONField, TextChoices, TextField
from django.urls import reverse

from tests.archive.busy_club import moved_in, packed
from tests.archive.test_person_erased import ticked
from tests.builders import NOON, show_statistics
from whistclub.archive.one_person.actions import erase_person
from whistclub.archive.one_person.free_text import WRITTEN
from whistclub.archive.one_person.naming import texts_naming
from whistclub.archive.whole_club.contents import tables
from whistclub.archive.whole_club.trial import try_out
from whistclub.club.actions import add_player
from whistclub.club.models import Player
from whistclub.club.queries import known_names
from whistclub.club.roles import actions as roles
from whistclub.club.settings.actions import change_settings

pytestmark = pytest.mark.django_db


def words_of_the_program():
    """Every value of every choice, setting and code that the program has a class for."""
    import_module(settings.ROOT_URLCONF)  # and with it all of the program
    found, waiting = {}, [TextChoices, StrEnum]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith("whistclub."):
            found |= {str(each.value).casefold(): str(each.value) for each in kind if str(each.value).strip()}
    return list(found.values())


def columns_without_names(club):
    """What is in the text columns that are not searched, but those of people."""
    for table in tables():
        names = [
            each.attname
            for each in table.columns
            if isinstance(each, CharField | TextField | JSONField) and f"{table.name}.{each.name}" not in WRITTEN
        ]
        if names and table.model is not Player:
            yield table.name, list(table.rows(club).values_list("pk", *names))


def test_somebody_called_like_every_word_of_the_program_changes_no_code():
    club = moved_in(packed().document)
    words = [word for word in words_of_the_program() if word.casefold() not in known_names(club)]
    assert {"olive", "owner", "shown", "names", "ladder", "playing", "renamed", "club"} & set(words)
    person = Player.objects.create(club=club, name="Wordy")
    Player.objects.bulk_create(Player(club=club, name=word, merged_into=person) for word in words)
    # What these words are found in: nothing but what people wrote.
    found = {each.shown for each in texts_naming(person)}
    written = {"Ann sang again", "Ann revoked", "Ida asked again", "Best cake", "names.csv", "Anonymous 2"}
    assert found <= written
    before = dict(columns_without_names(club))
    owner = club.roles.filter(kind="owner").first().user
    erase_person(person, "Wordy", choice=ticked(person), by=owner, at=NOON)
    person.changes.all().delete()  # that of erasing itself
    assert dict(columns_without_names(club)) == before
    try_out(club, lambda _what, _number: None)


def test_pages_open_after_somebody_is_erased_whose_name_is_a_setting_or_a_role(prairie, organiser, by_olga):
    change_settings(prairie, {"colour": "olive"}, **by_olga)
    change_settings(prairie, {"colour": "green"}, **by_olga)
    show_statistics(prairie, to_everyone=True, **by_olga)
    show_statistics(prairie, to_everyone=False, **by_olga)
    roles.invite(prairie, "organiser", "Zoe", **by_olga)
    for name in ("Olive", "Shown", "Names", "Door", "Invited"):
        erase_person(add_player(prairie, name), name, **by_olga)
    for page in ("club:settings", "club:roles", "club:hub", "stats:players", "stats:manage"):
        assert organiser.get(reverse(page, args=[prairie.slug])).status_code == 200
    assert [each.after for each in prairie.changes.filter(kind="colour")] == ["olive", "green"]
