"""The law of rows that are kept: each is what would be rendered now, because nothing but its value decides it."""

import re
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from django.conf import settings
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import friday, play_round
from tests.web.party_site import run
from whistclub.club.actions import rename_player
from whistclub.party import shared_html
from whistclub.party.actions import results
from whistclub.party.actions.people import check_out
from whistclub.party.organiser.queries import people
from whistclub.party.paper import lists, round_tables, score_sheets, table_cards
from whistclub.party.queries import positions, ranks, shared
from whistclub.web.templatetags import rows

# What each template gets.
ROWS = {
    "party/organiser/_person.html": people.Row,
    "party/organiser/_rank.html": ranks.Row,
    "party/paper/_pairs_at_table.html": round_tables.TableLine,
    "party/paper/_rank.html": ranks.Row,
    "party/paper/_score_sheet.html": score_sheets.ScoreSheet,
    "party/paper/_seat.html": lists.Seat,
    "party/paper/_table_card.html": table_cards.TableCard,
    "party/projector/_rank.html": ranks.NamedCells,
    "party/public/_course.html": positions.Course,
    "party/public/_rank.html": shared_html.RankRow,
}
TAG = re.compile(r"{% kept_rows? \"([^\"]+)\"")
# What a row may read beside its value: nothing of the request, the clock or the database.
LOADED = re.compile(r"{% (?:load (?!i18n %})|include|url|now|csrf_token|querystring)")
TOKEN = re.compile(r'csrfmiddlewaretoken" value="\w+')


def templates() -> list[tuple[str, str]]:
    folder = Path(settings.BASE_DIR) / "templates"
    return [(str(each.relative_to(folder)), each.read_text()) for each in folder.rglob("*.html")]


def is_value(found: Any) -> bool:
    """Whether it is a class whose objects are made of named values."""
    return isinstance(found, type) and (is_dataclass(found) or hasattr(found, "_fields"))


def types_within(found: Any) -> set[Any]:
    """The types that a value of this type consists of."""
    parts = {part for each in get_args(found) for part in types_within(each)}
    if is_value(found):
        parts |= {part for each in get_type_hints(found).values() for part in types_within(each)}
    return {found, *parts}


def test_every_kind_of_row_is_known_here():
    assert {name for _path, text in templates() for name in TAG.findall(text)} == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_the_value_of_a_row_is_frozen_and_holds_no_object_of_a_model(name):
    assert all(
        each.__dataclass_params__.frozen for each in types_within(ROWS[name]) if is_value(each) and is_dataclass(each)
    )
    assert not [each for each in types_within(ROWS[name]) if isinstance(each, type) and issubclass(each, Model | list)]


@pytest.mark.parametrize("name", ROWS)
def test_a_row_reads_nothing_but_its_value(name):
    assert not LOADED.findall(dict(templates())[name])


def shown(client: Client, address: str) -> str:
    """The page, which is the same with the rows that were kept and without them."""
    kept = TOKEN.sub("", client.get(address).content.decode())
    rows._rendered.cache_clear()
    shared.forget_all()
    assert kept == TOKEN.sub("", client.get(address).content.decode())
    return kept


@pytest.mark.django_db
def test_a_kept_row_follows_its_person(organiser, olga):
    made = friday(olga, "Ann", "Bob")
    address = run(made, "people")
    assert "Annika" not in shown(organiser, address)
    rename_player(made.club.players.get(name="Ann"), "Annika", by=olga, at=NOON)
    assert "Annika" in shown(organiser, address)
    assert shown(organiser, address).count('aria-pressed="true"') == 2
    check_out(made, made.entrants.get(player__name="Annika").pk, by=olga, at=NOON)
    assert shown(organiser, address).count('aria-pressed="true"') == 1


@pytest.mark.django_db(transaction=True)
def test_every_page_with_kept_rows_follows_names_and_results(organiser, olga):
    made = friday(olga, count=9)
    printed = ("sheets", "seating", "tables", "standings")
    addresses = [run(made, page) for page in ("people", "standings", *(f"print_{each}" for each in printed))]
    addresses += [reverse(f"party:{page}", args=[made.code]) for page in ("public_standings", "projector")]
    for points in ((5, 3), (3, 5)):
        play_round(made, olga, points, points)
    before = [shown(organiser, address) for address in addresses]
    rename_player(made.club.players.get(name="P1"), "Annika <b>", by=olga, at=NOON)
    results.type_result(made, 2, 1, (1, 9), by=olga, at=NOON)
    after = [shown(organiser, address) for address in addresses]
    assert not [address for address, old, new in zip(addresses, before, after, strict=True) if old == new]
    assert not [address for address, new in zip(addresses, after, strict=True) if "Annika <b>" in new]
