"""Whatever is wrong in what is kept, `check_books` names it, and `rebuild_stats` mends it."""

from datetime import date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import models

from tests import builders
from tests.builders import NOON, add_season, game, high, low, play_out, record, undone
from tests.party.builders import LATER, friday_playing, typed
from whistclub.club.models import Player
from whistclub.ops.integrity import TABLES
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import PartyRank

KEPT_OF_A_GAME = {
    "totals": [99, 0],
    "stars": [1, 0],
    "winner": 1,
    "reason": "hands",
    "hands_scored": 40,
    "dealer": 3,
    "state": "running",
}


@pytest.fixture(scope="module")
def club(django_db_setup, django_db_blocker):
    """Two games beside parties, a party that is over, a season; taken back after all tests."""
    with django_db_blocker.unblock(), undone():
        olga = builders.organiser()[0]
        prairie = olga.roles.get().club
        party = friday_playing(olga, count=4)
        typed(party, olga, (14, 6))
        party_lifecycle.finish(party, by=olga, at=LATER)
        play_out(game(prairie, olga))
        record(game(prairie, olga), high(1, 1, 5), low(2, 3), high(3, 0, 13))
        season = ("Spring", date(2026, 3, 1), date(2026, 5, 31), "points", None)
        add_season(prairie, season, by=olga, at=NOON)
        bring_up_to_date()
        yield prairie


pytestmark = pytest.mark.django_db


def check(*options):
    """Status and lines of check_books."""
    out = StringIO()
    try:
        call_command("check_books", *options, stdout=out, stderr=StringIO())
    except SystemExit as ended:
        return ended.code, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def rebuild(*options):
    out = StringIO()
    call_command("rebuild_stats", *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def named(lines, *words):
    """The one line with these words."""
    found = [line for line in lines if all(word in line for word in words)]
    assert len(found) == 1, (words, lines)
    return found[0]


def in_order(value):
    return dict(sorted(value.items())) if isinstance(value, dict) else value


def of_club(model, club):
    return model.objects.filter(**{"party__club" if model is PartyRank else "club": club})


def spoiled(field, value, club):
    """Something else than this value."""
    if field.is_relation:
        return Player.objects.filter(club=club).exclude(pk=value).earliest("pk").pk
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.JSONField):
        return [77] if isinstance(value, list) else {"low": 77}
    if isinstance(field, models.DateTimeField):
        return (value or datetime.now().astimezone()) + timedelta(days=1)
    if isinstance(field, models.DateField):
        return value + timedelta(days=1)
    if isinstance(field, models.CharField):
        return f"{value}x"[-field.max_length :]
    return 7 if value is None else value + 1


def test_check_books_passes_on_consistent_data(club):
    status, lines = check()
    assert (status, len(lines)) == (0, 1)
    assert lines == ["Prairie, 3 games: everything agrees."]


def test_at_a_terminal_check_books_says_first_that_it_counts(club, monkeypatch):
    monkeypatch.setattr(OutputWrapper, "isatty", lambda _out: True)
    assert check()[1][0] == "Counting everything again …"


ROW_KEYS = {model: (name, keys) for model, name, _way, keys in TABLES}


@pytest.mark.parametrize("model", ROW_KEYS, ids=lambda model: model.__name__)
def test_a_changed_row_is_reported_by_column_and_repaired(club, model):
    name, keys = ROW_KEYS[model]
    row = of_club(model, club).latest("pk")
    keyed = {key.partition("__")[0] for key in keys}
    fields = [
        field
        for field in model._meta.concrete_fields
        if field.name not in {"club", *keyed}
        and not field.primary_key
        # They change when rows are rebuilt.
        and field.attname not in {"fact_id", "party_id"}
    ]
    with undone():
        before = {field.attname: getattr(row, field.attname) for field in fields}
        changes = {field.attname: spoiled(field, before[field.attname], club) for field in fields}
        model.objects.filter(pk=row.pk).update(**changes)
        status, lines = check()
        assert status == 1
        line = named(lines, f"Prairie: {name} ", " is ", f"{fields[0].attname} is ")
        for field in fields:
            now, due = (in_order(found[field.attname]) for found in (changes, before))
            assert f"{field.attname} is {now}, should be {due}" in line, field.name
        rebuild()
        assert check()[0] == 0


@pytest.mark.parametrize("model", ROW_KEYS, ids=lambda model: model.__name__)
def test_a_missing_row_is_reported_and_repaired(club, model):
    name, _keys = ROW_KEYS[model]
    with undone():
        rows = of_club(model, club)
        rows.filter(pk=rows.latest("pk").pk).delete()
        status, lines = check()
        assert status == 1
        assert any(f"Prairie: {name} " in line and line.endswith(": is missing") for line in lines)
        rebuild()
        assert check()[0] == 0


@pytest.mark.parametrize("model", ROW_KEYS, ids=lambda model: model.__name__)
def test_an_extra_row_is_reported_and_repaired(club, model):
    name, _keys = ROW_KEYS[model]
    with undone():
        row = of_club(model, club).latest("pk")
        for field in model._meta.concrete_fields:
            # A second row needs another key wherever the database would not have two.
            if field.name in OTHERWISE.get(model.__name__, ()):
                setattr(row, field.attname, spoiled(field, getattr(row, field.attname), club))
        if model is PartyRank:
            row.player = Player.objects.create(club=club, name="Nobody")
        row.pk = None
        row._state.adding = True
        row.save(force_insert=True)
        status, lines = check()
        assert status == 1
        assert any(f"Prairie: {name} " in line and line.endswith(": should not be there") for line in lines)
        rebuild()
        assert check()[0] == 0


OTHERWISE = {"GameFact": ("game", "code"), "PlayerGame": ("seat",), "PartyFact": ("code",)}


@pytest.mark.parametrize("name", KEPT_OF_A_GAME)
def test_cached_results_of_games_are_checked(club, name):
    kept = Game.objects.filter(party_code="", state=Game.State.FINISHED).earliest("pk")
    with undone():
        Game.objects.filter(pk=kept.pk).update(**{name: KEPT_OF_A_GAME[name]})
        status, lines = check()
        assert status == 1
        line = f"game {kept.code}: {name} is {KEPT_OF_A_GAME[name]}, should be {getattr(kept, name)}"
        named(lines, f"Prairie: {line}")


def test_a_finished_game_missing_from_statistics_is_noticed(club):
    with undone():
        changed = Game.objects.filter(party_code="").latest("pk")
        changed.entries.filter(position=2).update(tricks=[9, 4])
        status, lines = check()
        assert status == 1
        named(lines, f"game {changed.code}: totals is")
        named(lines, f"player in game {changed.code} 0: ")
