"""The log of games from before it was data: values where a sentence holds them, references to players elsewhere."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.builders import NOON
from tests.old_database import migrated, old_database
from whistclub.engine.options import options_to_mapping
from whistclub.engine.presets import PRESETS

BEFORE = [("play", "0005_names_of_the_redesign"), ("club", "0002_statistics"), ("accounts", "0001_initial")]
AFTER = ("play", "0007_log_of_games_as_data")


@pytest.fixture
def apps_before(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), old_database(*BEFORE) as apps:
        yield apps


class OldClub:
    """Ann, Bob, Ann Marie and Dan; Ann was called Anna until noon and has since been made anonymous."""

    def __init__(self, apps):
        self.apps = apps
        self.olga = apps.get_model("accounts", "User").objects.create(email="olga@example.org", name="Olga")
        self.club = apps.get_model("club", "Club").objects.create(
            name="Prairie", slug="prairie", time_zone="America/Chicago", currency="$"
        )
        names = ("Anonymous 1", "Bob", "Ann Marie", "Dan")
        players = apps.get_model("club", "Player").objects
        self.players = [players.create(club=self.club, name=name, folded=name.casefold()) for name in names]
        self.ann, self.bob, self.marie, self.dan = (player.pk for player in self.players)
        players.filter(pk=self.ann).update(real_name="Ann")
        changes = (("renamed", "Anna", "Ann", 0), ("anonymous", "Ann", "Anonymous 1", 9))
        for kind, before, after, hours in changes:
            apps.get_model("club", "PlayerChange").objects.create(
                player_id=self.ann, kind=kind, before=before, after=after, at=self.at(hours), by_user=self.olga
            )

    @staticmethod
    def at(hours):
        return NOON + timedelta(hours=hours)

    def game(self, **fields):
        return self.apps.get_model("play", "Game").objects.create(
            club=self.club,
            code=f"g{uuid4().hex[:8]}",
            preset="neuralplay",
            options=options_to_mapping(PRESETS["neuralplay"]),
            first_dealer=0,
            started_at=NOON,
            **fields,
        )

    def event(self, game, kind, before="", after="", hours=1):
        events = self.apps.get_model("play", "GameEvent").objects
        return events.create(game=game, kind=kind, before=before, after=after, at=self.at(hours), by_user=self.olga).pk

    def adjustment(self, game, reason, **fields):
        return self.apps.get_model("play", "AdjustmentRecord").objects.create(
            uid=uuid4(), game=game, after=0, points=[0, -2], reason=reason, by_user=self.olga, **fields
        )


def data_of(keys):
    events = migrated(AFTER).get_model("play", "GameEvent").objects.in_bulk(keys)
    return [events[key].data for key in keys]


def test_sentences_become_values(apps_before):
    old = OldClub(apps_before)
    game = old.game()
    events = [
        old.event(game, "started"),
        old.event(game, "paper", before="9–6", after="16 : −9"),
        old.event(game, "opened", before="5–7–1"),
        old.event(game, "last_hand", after="7"),
        old.event(game, "reseated", before="Anna, Bob, Ann Marie, Dan", after="Bob, Anna, Ann Marie, Dan", hours=-1),
        old.event(game, "reseated", before="Ann, Bob", after="Anonymous 1, Bob"),
    ]
    people = [old.ann, old.bob, old.marie, old.dan]
    assert data_of(events) == [
        {},
        {"before": [9, 6], "after": [16, -9]},
        {"before": [5, 7, 1]},
        {"hand": 7},
        {"before": people, "after": [old.bob, old.ann, old.marie, old.dan]},
        {"before": [old.ann, old.bob], "after": [old.ann, old.bob]},
    ]


def test_adjustments_are_found_and_their_reasons_refer_to_players(apps_before):
    old = OldClub(apps_before)
    game = old.game()
    old.adjustment(game, "Ann told Ann Marie {twice}", at=old.at(1), taken_back_at=old.at(2))
    events = [
        old.event(game, "adjusted", after="Bob & Dan −2: Ann told Ann Marie {twice}", hours=1),
        old.event(game, "taken_back", before="Bob & Dan −2: Ann told Ann Marie {twice}", hours=2),
    ]
    reason = f"{{player:{old.ann}}} told {{player:{old.marie}}} {{{{twice}}}}"
    assert data_of(events) == [{"points": [0, -2], "reason": reason}] * 2
    stored = migrated(AFTER).get_model("play", "AdjustmentRecord").objects.values_list("reason", flat=True)
    assert list(stored) == [reason]


def test_texts_that_cannot_be_read_keep_references(apps_before):
    old = OldClub(apps_before)
    game = old.game()
    events = [
        old.event(game, "reseated", before="Ann, Zoe", after="Zoe, Ann Marie"),
        old.event(game, "adjusted", after="Ann & Dan −2: cut short", hours=5),
        old.event(game, "paper", after="a lot"),
    ]
    assert data_of(events) == [
        {"before_text": f"{{player:{old.ann}}}, Zoe", "after_text": f"Zoe, {{player:{old.marie}}}"},
        {"before_text": "", "after_text": f"{{player:{old.ann}}} & {{player:{old.dan}}} −2: cut short"},
        {"before_text": "", "after_text": "a lot"},
    ]


def test_games_that_people_ended_are_marked(apps_before):
    old = OldClub(apps_before)
    over = {"state": "finished", "last_hand": 3}
    alone, by_bell, at_table = old.game(**over), old.game(party_code="p", **over), old.game(party_code="p", **over)
    going_on, conceded = old.game(last_hand=3), old.game(conceded_by=1, **over)
    old.event(at_table, "last_hand", after="3")
    games = migrated(AFTER).get_model("play", "Game").objects.filter(ended_early=True)
    assert {game.pk for game in games} == {alone.pk, at_table.pk}
    assert {by_bell.pk, going_on.pk, conceded.pk}.isdisjoint({game.pk for game in games})
