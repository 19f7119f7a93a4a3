"""Pages of seasons and of parties that are over, as they look with and without any."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import add_season, show_statistics
from whistclub.accounts.models import User
from whistclub.club.models import Club


def pages(club: Club, by: User, organiser: Client) -> Iterator[tuple[str, HttpResponse]]:
    """What is made here is made when the pages are asked for: a season with every party, and an empty one."""
    manage = reverse("stats:manage", args=[club.slug])
    yield "no seasons", organiser.get(reverse("stats:seasons", args=[club.slug]))
    yield "statistics managed", organiser.get(manage)
    yield "season refused", organiser.post(manage, {"name": "", "first_day": "soon", "best_parties": "-1"})
    now = timezone.now()
    days = (now.date() - timedelta(days=300), now.date() + timedelta(days=30))
    whole = add_season(club, ("This year", *days, "places", 2), by=by, at=now)
    empty = add_season(club, ("Long ago", date(1990, 1, 1), date(1990, 6, 1), "wins", None), by=by, at=now)
    show_statistics(club, to_everyone=True, by=by, at=now)
    yield "statistics managed with seasons", organiser.get(manage)
    change = reverse("stats:change_season", args=[club.slug, whole.pk])
    yield "season not changed", organiser.post(change, {"name": "Long ago", "first_day": "1990-01-01"})
    for name, client in (("organiser", organiser), ("stranger", Client())):
        yield f"seasons for {name}", client.get(reverse("stats:seasons", args=[club.slug]))
        yield f"season for {name}", client.get(reverse("stats:season", args=[club.slug, whole.pk]))
    yield "empty season", Client().get(reverse("stats:season", args=[club.slug, empty.pk]))
