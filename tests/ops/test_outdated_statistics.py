"""Statistics that another version of the program computed are rebuilt when it starts."""

import socket
from io import StringIO

import pytest
from django.core.management import call_command

from tests import builders
from whistclub.engine.facts import COUNTERS
from whistclub.ops import integrity
from whistclub.ops.management.commands.start import Command
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.stats import models
from whistclub.stats.models import FACTS_VERSION, GameFact, PlayerGame, PlayerStanding

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(prairie, game):
    builders.play_out(game)
    bring_up_to_date()
    return prairie


def ignore_progress(_what, _number):
    pass


def start():
    """Prepare the data as `start` does; what it prints."""
    out = StringIO()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    Command(stdout=out, stderr=StringIO()).prepare("127.0.0.1", port, demo=False)
    return out.getvalue()


def test_current_statistics_are_not_rebuilt(played):
    assert integrity.clubs_to_rebuild() == []
    assert start() == ""


def test_facts_of_another_version_are_rebuilt_at_the_start(played):
    GameFact.objects.update(version="0-old")
    PlayerGame.objects.update(grands=77)
    assert start() == "Prairie: statistics were rebuilt for this version: 1 game, 4 players.\n"
    assert set(GameFact.objects.values_list("version", flat=True)) == {FACTS_VERSION}
    assert list(integrity.disagreements(played, report_progress=ignore_progress)) == []


def test_the_integrity_check_rebuilds_facts_of_another_version_first(played):
    GameFact.objects.update(version="0-old")
    PlayerGame.objects.update(grands=77)
    out = StringIO()
    call_command("check_books", stdout=out, stderr=StringIO())
    first, last = out.getvalue().splitlines()
    assert first.startswith("Prairie: statistics of another version were rebuilt: 1 game")
    assert last.endswith("everything agrees.")


def test_missing_statistics_are_rebuilt(played):
    GameFact.objects.all().delete()
    PlayerStanding.objects.all().delete()
    assert integrity.clubs_to_rebuild() == [played]
    integrity.rebuild(played, report_progress=ignore_progress)
    assert integrity.clubs_to_rebuild() == []
    assert list(integrity.disagreements(played, report_progress=ignore_progress)) == []


def test_a_club_without_a_finished_game_needs_no_statistics(game):
    assert integrity.clubs_to_rebuild() == []


def test_a_new_counter_makes_another_version():
    assert models.facts_version(COUNTERS) == FACTS_VERSION
    assert models.facts_version((*COUNTERS, "solo_tricks")) != FACTS_VERSION


def test_every_counter_is_a_column():
    assert set(COUNTERS) <= {field.name for field in PlayerGame._meta.concrete_fields}
