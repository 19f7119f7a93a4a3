"""A club's own rules: kept, changed, put away, brought back; and which ones it proposes."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests import builders
from tests.builders import NOON
from tests.rules.conftest import rule_set_input
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.rules import actions, queries
from whistclub.rules.models import ClubDefault, RuleSet
from whistclub.rules.summary import own_key

pytestmark = [pytest.mark.django_db, pytest.mark.writes]
LATER = NOON + timedelta(hours=1)


def titles(club):
    return [card.title for card in queries.choices(club) if card.is_own]


def change(seen, club, by, **more):
    return actions.change_set(seen, replace(rule_set_input(), **more), by=by, at=LATER)


def test_saved_rules_can_be_chosen(prairie, thursday):
    found = queries.chosen(prairie, own_key(thursday.code))
    assert (found.title, found.base, found.about) == ("Thursday", "minnesota", "Edna taught us.")
    assert (found.rules.target, found.differences) == (15, ["Target score: 15, instead of 13."])


def test_own_rules_come_before_the_presets(prairie, olga, thursday):
    actions.save_set(prairie, rule_set_input("Advent"), by=olga, at=NOON)
    keys = [card.key for card in queries.choices(prairie)]
    assert titles(prairie) == ["Advent", "Thursday"]
    assert keys[2:] == list(PRESETS)


def test_saving_rules_twice_stores_them_once(prairie, olga, thursday):
    assert actions.save_set(prairie, rule_set_input(), by=olga, at=LATER) == thursday
    assert RuleSet.objects.count() == 1


def test_two_sets_of_a_club_do_not_share_a_name(prairie, olga, thursday):
    with pytest.raises(actions.SetNameTaken):
        actions.save_set(prairie, rule_set_input("THURSDAY", target=21), by=olga, at=LATER)


def test_two_clubs_may_use_the_same_name_and_a_presets_title(prairie, thursday):
    otto, valley = builders.organiser("Otto", "Valley")
    actions.save_set(valley, rule_set_input(), by=otto, at=NOON)
    actions.save_set(valley, rule_set_input("Minnesota"), by=otto, at=NOON)
    assert (titles(prairie), titles(valley)) == (["Thursday"], ["Minnesota", "Thursday"])


def test_a_change_is_a_new_row_under_the_same_code(prairie, olga, thursday):
    changed = change(thursday, prairie, olga, name="Thursdays", rules=replace(PRESETS["minnesota"], target=21))
    thursday.refresh_from_db()
    assert (thursday.current, thursday.rules.target, thursday.name) == (False, 15, "Thursday")
    assert (changed.current, changed.rules.target, changed.code) == (True, 21, thursday.code)
    assert (changed.replaces, changed.made_at) == (thursday, LATER)
    assert titles(prairie) == ["Thursdays"]


def test_changing_nothing_writes_nothing(prairie, olga, thursday):
    assert change(thursday, prairie, olga) == thursday


def test_a_change_sent_twice_is_made_once(prairie, olga, thursday):
    first = change(thursday, prairie, olga, name="Thursdays")
    assert change(thursday, prairie, olga, name="Thursdays") == first


def test_a_version_changed_meanwhile_is_not_changed_again(prairie, olga, thursday):
    change(thursday, prairie, olga, name="Thursdays")
    with pytest.raises(actions.SetChangedMeanwhile):
        change(thursday, prairie, olga, name="Fridays")
    assert titles(prairie) == ["Thursdays"]


def test_retired_rules_cannot_be_changed(prairie, olga, thursday):
    actions.retire_set(prairie, thursday.code, by=olga, at=LATER)
    with pytest.raises(actions.SetChangedMeanwhile):
        change(thursday, prairie, olga, name="Thursdays")


def test_a_rule_set_cannot_take_the_name_of_another(prairie, olga, thursday):
    actions.save_set(prairie, rule_set_input("Advent"), by=olga, at=NOON)
    with pytest.raises(actions.SetNameTaken):
        change(thursday, prairie, olga, name="advent")
    thursday.refresh_from_db()
    assert thursday.current


def test_retired_rules_are_no_longer_offered_and_show_who_retired_them(prairie, olga, thursday):
    actions.retire_set(prairie, thursday.code, by=olga, at=LATER)
    again = actions.retire_set(prairie, thursday.code, by=olga, at=LATER + timedelta(days=1))
    assert titles(prairie) == []
    assert queries.chosen(prairie, own_key(thursday.code)) is None
    assert (again.retired_by, again.retired_at) == (olga, LATER)


def test_a_retired_name_is_free_for_others(prairie, olga, thursday):
    actions.retire_set(prairie, thursday.code, by=olga, at=LATER)
    other = actions.save_set(prairie, rule_set_input(target=21), by=olga, at=LATER)
    assert other.code != thursday.code
    with pytest.raises(actions.SetNameTaken):
        actions.bring_back(prairie, thursday.code, thursday.pk, by=olga, at=LATER)


def test_retired_rules_come_back_as_a_new_row(prairie, olga, thursday):
    actions.retire_set(prairie, thursday.code, by=olga, at=LATER)
    back = actions.bring_back(prairie, thursday.code, thursday.pk, by=olga, at=LATER)
    assert (back.pk != thursday.pk, back.code, back.current, back.replaces) == (True, thursday.code, True, thursday)
    assert titles(prairie) == ["Thursday"]


def test_an_earlier_version_can_be_restored_and_later_ones_are_kept(prairie, olga, thursday):
    change(thursday, prairie, olga, rules=replace(PRESETS["minnesota"], target=21))
    back = actions.bring_back(prairie, thursday.code, thursday.pk, by=olga, at=LATER)
    assert back.rules == thursday.rules
    assert [each.row.rules.target for each in queries.edited(prairie, thursday.code).earlier] == [21, 15]
    assert actions.bring_back(prairie, thursday.code, thursday.pk, by=olga, at=LATER) == back


def test_a_version_of_other_rules_is_not_restored(prairie, olga, thursday):
    other = actions.save_set(prairie, rule_set_input("Advent"), by=olga, at=NOON)
    for code, version in ((thursday.code, other.pk), ("nonsense", thursday.pk)):
        with pytest.raises(actions.VersionUnknown):
            actions.bring_back(prairie, code, version, by=olga, at=LATER)


def test_a_new_club_has_no_default_rules(prairie):
    assert queries.default_key(prairie) is None


def test_the_latest_default_rules_apply_and_earlier_choices_are_kept(prairie, olga, thursday):
    for key in ("askov", own_key(thursday.code), own_key(thursday.code)):
        actions.set_default(prairie, key, by=olga, at=NOON)
    assert queries.default_key(prairie) == own_key(thursday.code)
    assert [each.key for each in ClubDefault.objects.all()] == ["askov", own_key(thursday.code)]


def test_a_default_stays_when_its_rules_are_changed(prairie, olga, thursday):
    actions.set_default(prairie, own_key(thursday.code), by=olga, at=NOON)
    change(thursday, prairie, olga, name="Thursdays")
    assert queries.chosen(prairie, queries.default_key(prairie)).title == "Thursdays"


def test_a_default_that_is_retired_gives_way_to_the_most_common_rules_and_returns_with_them(prairie, olga, thursday):
    actions.set_default(prairie, own_key(thursday.code), by=olga, at=NOON)
    actions.retire_set(prairie, thursday.code, by=olga, at=NOON)
    assert queries.default_key(prairie) == DEFAULT_PRESET
    actions.bring_back(prairie, thursday.code, thursday.pk, by=olga, at=LATER)
    assert queries.default_key(prairie) == own_key(thursday.code)


def test_retired_rules_cannot_be_the_default(prairie, olga, thursday):
    otto, valley = builders.organiser("Otto", "Valley")
    elsewhere = actions.save_set(valley, rule_set_input("Valley’s"), by=otto, at=NOON)
    actions.retire_set(prairie, thursday.code, by=olga, at=NOON)
    for key in (own_key(thursday.code), own_key(elsewhere.code), "nonsense", "own-", "", "own-\x00"):
        with pytest.raises(actions.DefaultRetired):
            actions.set_default(prairie, key, by=olga, at=NOON)
        assert queries.chosen(prairie, key) is None


def test_the_database_itself_keeps_one_current_version(prairie, thursday):
    for copied in ({"name": "Other", "code": thursday.code}, {"name": "thursday", "code": "other"}):
        fields = {"base": "minnesota", "options": {}, "made_by": thursday.made_by, "made_at": NOON, **copied}
        with pytest.raises(IntegrityError), transaction.atomic():
            RuleSet.objects.create(club=prairie, **fields)
