"""Every row says which club it belongs to, so that a database can be divided by club; check_books names a wrong one."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.db.models import ForeignKey

from tests import builders
from tests.builders import NOON, game, high, play_out, record, undone
from tests.party.builders import LATER, party, play_round
from tests.stats.test_corrupted_data_is_reported import check
from whistclub.club.fields import ClubOf
from whistclub.club.models import Club, PlayerChange
from whistclub.ops.club_of_rows import models_of_clubs, rows_of_another_club
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.models import DoorName, ExpectedName, Step
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.play.models import AdjustmentRecord, Confirmation, Game, GameEvent, Seat

# Why their rows belong to no club.
OF_THE_SITE = {
    "club.Club": "it is the club",
    "club.FoundingLink": "it is there before the club",
    "accounts.User": "one person may have a role in several clubs",
    "accounts.AccountChange": "it is of a user",
    "accounts.UserSession": "it is of a user",
}

COPIES = [model for model in models_of_clubs() if isinstance(model._meta.get_field("club"), ClubOf)]


def test_every_model_has_a_club_or_belongs_to_the_site():
    ours = [config for config in apps.get_app_configs() if config.name.startswith("whistclub.")]
    models = {model._meta.label: model for config in ours for model in config.get_models()}
    assert {label for label, model in models.items() if model not in models_of_clubs()} == OF_THE_SITE.keys()
    for label in models.keys() - OF_THE_SITE.keys():
        field = models[label]._meta.get_field("club")
        assert (field.many_to_one or field.one_to_one, field.related_model, field.null) == (True, Club, False), label


@pytest.mark.parametrize("model", COPIES, ids=lambda model: model.__name__)
def test_what_a_club_is_copied_from_is_always_there(model):
    source = model._meta.get_field(model._meta.get_field("club").source)
    assert not source.null
    assert source.related_model in models_of_clubs()


def full_club(name):
    """With a row of every kind that copies its club."""
    olga, club = builders.organiser(f"Olga of {name}", name)
    evening = party(club, olga, count=4)
    play_round(evening, olga, (14, 6))
    party_lifecycle.finish(evening, by=olga, at=LATER)
    play_out(game(club, olga))
    played = game(club, olga)
    record(played, high(1, 1, 5))
    hand = played.hands.get()
    Confirmation.objects.create(uid=uuid4(), hand=hand, seat=1, agrees=True, at=NOON)
    AdjustmentRecord.objects.create(
        uid=uuid4(), game=played, after=1, points=[1, 0], by_user=olga, at=NOON, undone_by=olga, undone_at=NOON
    )
    PlayerChange.objects.create(player=club.players.earliest("pk"), kind="hidden", at=NOON, by_user=olga)
    DoorName.objects.create(party=evening, name="Zoe", phone=name, at=NOON)
    ExpectedName.objects.create(party=evening, name="Zoe", phone=name, at=NOON)
    Step.objects.create(party=evening, entry=evening.log.earliest("pk"), shows="", since=0, rows=[])
    return club


@pytest.fixture(scope="module")
def clubs(django_db_setup, django_db_blocker):
    """Two of them; taken back after all tests."""
    with django_db_blocker.unblock(), undone():
        yield full_club("Prairie"), full_club("Valley"), bring_up_to_date()


@pytest.mark.django_db
@pytest.mark.parametrize("model", COPIES, ids=lambda model: model.__name__)
def test_a_row_that_says_another_club_is_named(clubs, model):
    prairie, valley, _done = clubs
    row = model.objects.filter(club=prairie).earliest("pk")
    with undone():
        model.objects.filter(pk=row.pk).update(club=valley)
        assert f"{model._meta.label} {row.pk}: club is {valley.pk}, should be {prairie.pk}" in "\n".join(
            rows_of_another_club(prairie)
        )


@pytest.mark.django_db
def test_a_row_that_names_one_of_another_club_is_named(clubs):
    prairie, valley, _done = clubs
    found = 0
    for model in models_of_clubs():
        for field in model._meta.concrete_fields:
            if not isinstance(field, ForeignKey) or field.related_model not in models_of_clubs() or field.primary_key:
                continue
            row = model.objects.filter(club=prairie).order_by("pk").first()
            other = field.related_model.objects.filter(club=valley).order_by("pk").first()
            if row is None or other is None or getattr(model._meta.get_field("club"), "source", "") == field.name:
                continue
            with undone():
                # Its place may be taken; what names those rows does not matter here.
                model.objects.filter(**{field.name: other})._raw_delete("default")
                model.objects.filter(pk=row.pk).update(**{field.name: other})
                line = f"{model._meta.label} {row.pk}: its {field.name} {other.pk} belongs to another club"
                assert line in list(rows_of_another_club(prairie))
            found += 1
    assert found >= 15


@pytest.mark.django_db
def test_check_books_reports_such_a_row(clubs):
    prairie, valley, _done = clubs
    assert check()[0] == 0
    with undone():
        seat = Seat.objects.filter(club=prairie).earliest("pk")
        Seat.objects.filter(pk=seat.pk).update(club=valley)
        status, lines = check("--club", prairie.slug)
        assert status == 1
        assert f"Prairie: play.Seat {seat.pk}: club is {valley.pk}, should be {prairie.pk} as its game says" in lines


@pytest.mark.django_db
def test_copying_the_club_of_a_row_costs_no_query(clubs, django_assert_num_queries):
    played = Game.objects.filter(club=clubs[0]).earliest("pk")
    event = {"game": played, "kind": "called", "at": NOON}
    with undone(), django_assert_num_queries(2):
        made = GameEvent.objects.create(**event)
        [other] = GameEvent.objects.bulk_create([GameEvent(**event)])
    assert {made.club_id, other.club_id} == {played.club_id}
