"""What a club holds about one person is shown, and erased for ever."""

import pytest
from django.apps import apps
from django.urls import reverse

from tests.builders import NOON, add_season, client_of, game, joined, play_out, refusal_of
from tests.party.builders import next_round, party
from tests.web.html import Html
from whistclub.archive.person import erase_person, texts_naming
from whistclub.club.actions import add_player, change_player
from whistclub.club.models import Player
from whistclub.club.roles import invite
from whistclub.engine.options import PRESETS
from whistclub.party.actions import lifecycle, timer
from whistclub.party.actions.merging import merge_players
from whistclub.play.games import adjust_points
from whistclub.rules.actions import RuleSetInput, save_set

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def data_url(player):
    return reverse("archive:person_data", args=["prairie", player.pk])


def test_the_page_has_names_parties_and_games(prairie, olga, organiser, by_olga):
    play_out(game(prairie, olga, names=("Ann", "Bob", "Cy", "Di")))
    ann = prairie.players.get(name="Ann")
    party(prairie, olga, "Ann", "Bob", "Cy", "Di", name="Friday")
    change_player(ann, name="Anna", **by_olga)
    merge_players(ann, add_player(prairie, "Annie"), **by_olga)
    text = Html(organiser.get(data_url(ann))).text
    for part in ("earlier Ann", "also called Annie", "Friday", "Anna, Bob, Cy, Di"):
        assert part in text


def test_a_person_is_erased_with_earlier_names_and_the_results_stay(prairie, olga, organiser, by_olga):
    played = game(prairie, olga, names=("Ann", "Bob", "Cy", "Di"))
    play_out(played)
    evening = party(prairie, olga, "Ann", "Bob", "Cy", "Di")
    lifecycle.change_remark(evening, "Ann sang", for_all=False, **by_olga)
    next_round(evening, olga)
    ann = prairie.players.get(name="Ann")
    change_player(ann, name="Anna", **by_olga)
    merge_players(ann, add_player(prairie, "Annie"), **by_olga)
    wrong = organiser.post(data_url(ann), {"name": "Ann"})
    assert (wrong.status_code, "Type “Anna” exactly" in wrong.content.decode()) == (422, True)
    assert organiser.post(data_url(ann), {"name": "anna"}).status_code == 302
    assert sorted(prairie.players.values_list("name", flat=True)) == [
        "Bob",
        "Cy",
        "Di",
        "Former player 1",
        "Former player 2",
    ]
    for url in (
        reverse("club:person", args=["prairie", ann.pk]),
        reverse("play:game", args=["prairie", played.code]),
        reverse("party:log", args=["prairie", evening.code]),
    ):
        page = Html(organiser.get(url)).text
        assert "Ann" not in page, url
    assert "Former player 1 sang" in Html(organiser.get(reverse("party:log", args=["prairie", evening.code]))).text


def test_typed_texts_with_the_name_are_listed_with_the_page_to_change_them(prairie, olga, organiser, by_olga):
    zoë = add_player(prairie, "Zoë")
    evening = party(prairie, olga, "Ann", "Bob", "Cy", "Di", name="Zoë’s birthday")
    timer.show_message(evening, "zoë has cake, Zoëlle walks", **by_olga)
    other = party(prairie, olga, "Ann", "Bob", "Cy", "Di")
    timer.show_message(other, "Zoëlle walks", **by_olga)
    page = Html(organiser.get(data_url(zoë)))
    console = reverse("party:console", args=["prairie", evening.code])
    assert [text for text, _where, url in texts_naming(prairie, {"Zoë"}) if url == console] == [
        "Zoë’s birthday",
        "zoë has cake, Zoëlle walks",
    ]
    assert console in [each["href"] for each in page.find("a")]
    assert "Texts with the name" in page.text
    erase_person(zoë, "Zoë", **by_olga)
    evening.refresh_from_db()
    assert evening.name == "Zoë’s birthday"


def test_an_erased_name_is_found_wherever_people_typed_it_and_stands_nowhere_else(prairie, olga, by_olga):
    evening = party(prairie, olga, name="Zoë’s birthday")
    timer.show_message(evening, "Zoë has cake", **by_olga)
    adjust_points(game(prairie, olga), (1, 0), "Zoë saw it", **by_olga)
    save_set(prairie, RuleSetInput("Zoë’s rules", "askov", PRESETS["askov"]))
    add_season(prairie, ("Zoë’s winter", NOON.date(), NOON.date(), "wins", None), **by_olga)
    invite(prairie, "organiser", "Zoë", **by_olga)
    erase_person(add_player(prairie, "Zoë"), "Zoë", **by_olga)  # what Undo would put back goes too
    stored = [value for each in apps.get_models() for row in each._default_manager.values_list() for value in row]
    assert sum("Zoë" in str(value) for value in stored) == len([*texts_naming(prairie, {"Zoë"})]) == 10


def test_an_organiser_reads_the_data_and_only_an_owner_erases(prairie, by_olga):
    ann = add_player(prairie, "Ann")
    organiser = client_of(joined(prairie, "Ole", "organiser"))
    assert "Erase" not in Html(organiser.get(data_url(ann))).text
    assert organiser.post(data_url(ann), {"name": "Ann"}).status_code in (403, 404)
    with refusal_of("another_name_typed"):
        erase_person(ann, "Anne", **by_olga)
    assert Player.objects.get(pk=ann.pk).name == "Ann"
