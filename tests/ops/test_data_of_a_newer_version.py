"""A database that holds what this version does not know is refused with a sentence, not shown as broken pages."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests import builders
from tests.ops.test_outdated_statistics import start
from tests.party.builders import friday
from whistclub.ops.compatibility import unknown_data
from whistclub.ops.errors import StartError
from whistclub.party.models import Party
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.play.models import Game
from whistclub.rules.models import RuleSet
from whistclub.stats.models import FACTS_REVISION, GameFact

pytestmark = pytest.mark.django_db


@pytest.fixture
def rule_set(prairie, olga, game):
    return RuleSet.objects.create(
        club=prairie, name="Ours", base="minnesota", options=game.options, made_by=olga, made_at=builders.NOON
    )


@pytest.fixture
def party(olga):
    return friday(olga)


def refused():
    with pytest.raises(StartError) as refusal:
        start()
    return str(refusal.value)


def test_known_data_is_accepted(game, party, rule_set):
    assert list(unknown_data()) == []
    assert start() == ""


def test_an_unknown_rule_option_of_a_game_is_refused(game):
    Game.objects.update(options=game.options | {"gold_stars": True})
    assert refused() == (
        "The database was used by a newer version of whistclub: a game uses the rule option “gold_stars”, which this "
        "version does not know. Update the program, for instance with: git pull"
    )


def test_an_unknown_value_of_a_rule_option_is_refused(game):
    Game.objects.update(options=game.options | {"trump": "stars"})
    assert "a game uses the value “stars” of the rule option “trump”" in refused()


def test_an_unknown_preset_is_refused(game):
    Game.objects.update(preset="iceland")
    assert "a game or a rule set uses the preset “iceland”" in refused()


def test_an_unknown_option_of_a_rule_set_is_refused(rule_set):
    RuleSet.objects.update(options=rule_set.options | {"gold_stars": True})
    assert "a club’s rule set uses the rule option “gold_stars”" in refused()


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"movement": "spiral"}, "a party uses the movement “spiral”"),
        ({"sit_out_worth": "third"}, "a party uses “third” for those who sit out"),
        ({"criteria": ["wins", "luck"]}, "a party uses the criterion “luck”"),
        ({"prizes": ["best", "tallest"]}, "a party uses the prize “tallest”"),
    ],
)
def test_unknown_settings_of_a_party_are_refused(party, changes, sentence):
    Party.objects.update(**changes)
    assert sentence in refused()


def test_an_unknown_rule_option_of_a_party_is_refused(party):
    Party.objects.update(options=party.options | {"gold_stars": True})
    assert "a party uses the rule option “gold_stars”" in refused()


def test_facts_of_a_newer_version_are_refused(game):
    builders.play_out(game)
    bring_up_to_date()
    GameFact.objects.update(version=f"{FACTS_REVISION + 1}-0badcafe")
    assert f"statistics were computed as version {FACTS_REVISION + 1}-0badcafe" in refused()


@pytest.mark.parametrize("command", ["check_books", "rebuild_stats"])
def test_other_commands_refuse_it_too(game, command):
    Game.objects.update(options=game.options | {"gold_stars": True})
    with pytest.raises(CommandError, match="gold_stars"):
        call_command(command, stdout=StringIO(), stderr=StringIO())
