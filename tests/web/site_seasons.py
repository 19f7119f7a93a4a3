"""Pages of seasons and of parties that are over, as they look with and without any."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.stats.seasons import actions as season_actions
from whistclub.stats.seasons.scoring import SeasonSettings


def pages(club: Club, by: User, organiser: Client) -> Iterator[tuple[str, HttpResponse]]:
    """What is made here is made when the pages are asked for: a season with every party, an empty and a removed one."""
    manage = reverse("stats:manage", args=[club.slug])
    add = reverse("stats:add_season", args=[club.slug])
    yield "no seasons", organiser.get(reverse("stats:seasons", args=[club.slug]))
    yield "statistics managed", organiser.get(manage)
    yield "season refused", organiser.post(add, {"name": "", "first_day": "soon", "best_parties": "-1"})
    yield "readers refused", organiser.post(reverse("stats:show", args=[club.slug]), {"who": "nobody"})
    now = timezone.now()
    days = (now.date() - timedelta(days=300), now.date() + timedelta(days=30))
    whole = season_actions.add_season(club, SeasonSettings("This year", *days, "places", 2), by=by, at=now)
    empty = season_actions.add_season(
        club, SeasonSettings("Long ago", date(1990, 1, 1), date(1990, 6, 1), "wins", None), by=by, at=now
    )
    gone = season_actions.add_season(club, SeasonSettings("Gone", *days, "points", None), by=by, at=now)
    season_actions.remove_season(gone, by=by, at=now)
    season_actions.show_statistics(club, to_everyone=True, by=by, at=now)
    yield "statistics managed with seasons", organiser.get(manage)
    change = reverse("stats:change_season", args=[club.slug, whole.pk])
    yield "season not changed", organiser.post(change, {"name": "Long ago", "first_day": "1990-01-01"})
    groups = reverse("stats:season_groups", args=[club.slug, whole.pk])
    yield "groups of a season proposed", organiser.get(groups, {"as": "2"})
    yield "groups of a season refused", organiser.post(groups, {"moving": "-1"})
    people = list(club.players.filter(guest=False, merged_into=None).order_by("pk").values_list("pk", flat=True))
    season_actions.change_groups(whole, (tuple(people[:3]), tuple(people[3:])), 1, by=by, at=now)
    for name, client in (("organiser", organiser), ("stranger", Client())):
        yield f"seasons for {name}", client.get(reverse("stats:seasons", args=[club.slug]))
        yield f"season for {name}", client.get(reverse("stats:season", args=[club.slug, whole.pk]))
        yield f"parties for {name}", client.get(reverse("stats:parties", args=[club.slug]))
    yield "empty season", Client().get(reverse("stats:season", args=[club.slug, empty.pk]))
