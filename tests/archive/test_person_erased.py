"""What a club holds about one person is shown, downloaded, and erased for ever."""

import json
from dataclasses import replace

import pytest
from django.db import IntegrityError, connection
from django.urls import reverse

from tests.builders import NOON, add_season, game, play_out
from tests.ops.test_check_beside_a_writer import ignore_progress
from tests.party.builders import next_round, party
from tests.web.html import Html
from whistclub.archive.imports.actions import import_players
from whistclub.archive.models import Import
from whistclub.archive.one_person.actions import AnotherNameTyped, SameNameTwice, erase_person
from whistclub.archive.one_person.free_text import Choice
from whistclub.archive.one_person.naming import texts_naming
from whistclub.archive.one_person.queries import as_plain_text, sections
from whistclub.club.actions import add_player, make_anonymous, name_again, rename_player
from whistclub.club.models import Player
from whistclub.ops import integrity
from whistclub.ops.demo import own_rules
from whistclub.party.actions import broadcast, lifecycle, room
from whistclub.party.actions.undoing import undo_step
from whistclub.party.room import Room
from whistclub.rules.actions import save_set

pytestmark = pytest.mark.django_db

NAME, EARLIER = "Xanthia Quill", "Xanthia Feather"


def whole_database():
    """Every text of every column of every table, ours or not."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                for value in row:
                    if isinstance(value, bytes | memoryview):
                        continue
                    text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
                    yield table, text.encode().decode("unicode_escape") if "\\u" in text else text


def places_of(*names):
    return {(table, text) for table, text in whole_database() for name in names if name.casefold() in text.casefold()}


def ticked(player):
    """As an owner who ticks every name of a party, a table, rules…"""
    return Choice(change={each.mark for each in texts_naming(player) if each.is_thing})


def test_other_people_keep_their_names(prairie, by_olga):
    ann, anne_marie = add_player(prairie, "Ann"), add_player(prairie, "Ann Marie")
    evening = party(prairie, by_olga["by"], "Ann", "Ann Marie", "Bob", "Cy")
    broadcast.show_message(evening, "Ann Marie drives Ann home, Annie walks", **by_olga)
    erase_person(ann, "Ann", **by_olga)
    anne_marie.refresh_from_db()
    evening.refresh_from_db()
    assert anne_marie.name == "Ann Marie"
    assert evening.message == "Ann Marie drives Former player 1 home, Annie walks"


def test_an_earlier_name_that_somebody_else_bears_now_is_left_to_them(prairie, by_olga):
    first = add_player(prairie, "Ann")
    rename_player(first, "Ann Berg", **by_olga)
    second = add_player(prairie, "Ann")
    evening = party(prairie, by_olga["by"], "Ann", "Bob", "Cy", "Di")
    broadcast.show_message(evening, "Ann has cake", **by_olga)
    erase_person(first, "Ann Berg", **by_olga)
    evening.refresh_from_db()
    assert (evening.message, Player.objects.get(pk=second.pk).name) == ("Ann has cake", "Ann")


def test_a_name_that_is_also_a_word_of_the_program_changes_no_code(prairie, olga, by_olga):
    names = ("Ladder", "Wins", "High", "Running", "Playing", "Game")
    play_out(game(prairie, olga, names=names[:4]))
    made = party(prairie, olga, *names)
    next_round(made, olga)
    room.change_room(made, Room({1: "Window"}), **by_olga)
    for name in names:
        erase_person(prairie.players.get(name=name), name, **by_olga)
    made.refresh_from_db()
    assert (made.movement, made.criteria[0], made.state) == ("ladder", "wins", "playing")
    undo_step(made, made.step or made.steps.last().entry_id, **by_olga)
    assert list(integrity.disagreements(prairie, report_progress=ignore_progress)) == []


def test_names_of_parties_and_rules_stay_unless_they_are_ticked_and_texts_change_unless_they_are(
    prairie, olga, organiser, by_olga
):
    player = add_player(prairie, "Club")
    evil = party(prairie, olga, "Ann", "Bob", "Cy", "Di", name="Evil Club")
    own = party(prairie, olga, "Ann", "Bob", "Cy", "Di", name="Birthday of Club")
    broadcast.show_message(evil, "The club closes at ten", **by_olga)
    broadcast.show_message(own, "Club has cake", **by_olga)
    address = reverse("archive:person_data", args=[prairie.slug, player.pk])
    page = Html(organiser.get(address))
    marks = dict(zip(page.texts("span", css="named"), page.find("input", type="checkbox"), strict=True))
    ours = {text: mark["value"] for text, mark in marks.items()}
    answer = organiser.post(
        reverse("archive:erase", args=[prairie.slug, player.pk]),
        {
            "name": "Club",
            "stay": ours["The club closes at ten Party"],
            "change": ours["Birthday of Club Party"],
        },
    )
    assert answer.status_code == 302
    evil.refresh_from_db()
    own.refresh_from_db()
    assert (evil.name, evil.message) == ("Evil Club", "The club closes at ten")
    assert (own.name, own.message) == ("Birthday of Former player 1", "Former player 1 has cake")


def test_texts_are_listed_as_people_read_them(prairie, olga, organiser, by_olga):
    """In a remark, names that the club knows are stored as references, and braces are doubled; in a message not."""
    player = add_player(prairie, "Mary Quill")
    rename_player(player, "Mary", **by_olga)
    evening = party(prairie, olga, "Ann", "Bob", "Cy", "Di")
    lifecycle.change_remark(evening, "Ann and mary quill {{x}} sang {player:1}", for_all=False, **by_olga)
    broadcast.show_message(evening, "Mary sits at {table} {{2}} {player:1}", **by_olga)
    evening.refresh_from_db()
    stored = evening.remark
    rename_player(prairie.players.get(name="Ann"), "Annabel", **by_olga)
    page = Html(organiser.get(reverse("archive:person_data", args=[prairie.slug, player.pk])))
    listed = {each.rpartition(" ")[0] for each in page.texts("span", css="named")}
    assert listed >= {"Annabel and mary quill {{x}} sang {player:1}", "Mary sits at {table} {{2}} {player:1}"}
    assert "Annabel and mary quill {{x}} sang {player:1}" in as_plain_text("Data", sections(player))
    # What is ticked is found all the same.
    boxes = zip(page.texts("span", css="named"), page.find("input", type="checkbox"), strict=True)
    ticks = [mark["value"] for text, mark in boxes if "sang" in text]
    organiser.post(reverse("archive:erase", args=[prairie.slug, player.pk]), {"name": "Mary", "stay": ticks})
    evening.refresh_from_db()
    assert (evening.remark, evening.message) == (stored, "Former player 1 sits at {table} {{2}} {player:1}")


def test_what_was_ticked_stays_ticked_when_the_name_was_wrong(prairie, olga, organiser):
    player = add_player(prairie, "Club")
    party(prairie, olga, "Ann", "Bob", "Cy", "Di", name="Evil Club")
    (named,) = texts_naming(player)
    address = reverse("archive:erase", args=[prairie.slug, player.pk])
    page = Html(organiser.post(address, {"name": "Clbu", "change": named.mark}))
    (box,) = page.find("input", type="checkbox")
    assert (box["value"], "checked" in box.attributes) == (named.mark, True)


def test_two_seasons_would_get_the_same_name(prairie, by_olga):
    player = add_player(prairie, EARLIER)
    rename_player(player, NAME, **by_olga)
    for name in (NAME, EARLIER):
        add_season(prairie, (f"{name} cup", NOON.date(), NOON.date(), "points", None), **by_olga)
    with pytest.raises(SameNameTwice):
        erase_person(player, NAME, choice=ticked(player), **by_olga)
    assert Player.objects.get(pk=player.pk).name == NAME
    erase_person(player, NAME, **by_olga)
    assert prairie.seasons.filter(name=f"{NAME} cup").exists()


def test_two_rule_sets_would_get_the_same_name(prairie, by_olga):
    player = add_player(prairie, EARLIER)
    rename_player(player, NAME, **by_olga)
    for name in (NAME, EARLIER):
        save_set(prairie, replace(own_rules(), name=f"{name} rules"), **by_olga)
    with pytest.raises(SameNameTwice):
        erase_person(player, NAME, choice=ticked(player), **by_olga)
    assert Player.objects.get(pk=player.pk).name == NAME


def test_any_other_failure_of_the_database_is_no_clash_of_names(prairie, olga, by_olga):
    player = add_player(prairie, NAME)
    party(prairie, olga, NAME, "Bob", "Clara", "Dan", name=f"{NAME}’s birthday")

    def refuse(execute, sql, *rest):
        if sql.startswith('UPDATE "party_party"'):
            raise IntegrityError
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse), pytest.raises(IntegrityError):
        erase_person(player, NAME, choice=ticked(player), **by_olga)
    assert Player.objects.get(pk=player.pk).name == NAME


@pytest.mark.parametrize("source", ["Zebulon_Quist.csv", "quist, zebulon.xlsx", "ZebulonQuist 2024.csv"])
def test_the_name_of_a_file_that_names_the_person_is_gone(prairie, by_olga, source):
    import_players(prairie, ["Zebulon Quist", "Zoe"], source=source, **by_olga)
    import_players(prairie, ["Solveig"], source="members.csv", **by_olga)
    erase_person(prairie.players.get(name="Zebulon Quist"), "Zebulon Quist", **by_olga)
    assert list(Import.objects.order_by("pk").values_list("source", flat=True)) == ["", "members.csv"]


def test_an_anonymous_person_is_erased_by_the_real_name(prairie, by_olga):
    player = add_player(prairie, NAME)
    make_anonymous(player, **by_olga)
    with pytest.raises(AnotherNameTyped):
        erase_person(player, player.name, **by_olga)
    erase_person(player, NAME, **by_olga)
    assert places_of(NAME) == set()
    name_again(player, **by_olga)
    assert Player.objects.get(pk=player.pk).name == "Former player 1"
