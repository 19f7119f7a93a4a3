"""The club's pages of statistics, as they look with and without games."""

from collections.abc import Iterator

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.stats.models import ClubDay

QUERIES = {
    "results": ({}, {"page": "x"}),
    "records": ({}, {"rules": "askov"}, {"rules": "nothing"}),
    "rules": ({}, {"rules": "askov", "period": "2026"}, {"rules": "nothing", "period": "soon"}),
}


def pages(club: Club, organiser: Client, other: Club, of_other: User) -> Iterator[tuple[str, HttpResponse]]:
    """`other` is a club in which nothing was finished yet."""
    alone = Client()
    alone.force_login(of_other)
    for name, queries in QUERIES.items():
        for query in queries:
            said = " ".join(f"{key}={value}" for key, value in query.items())
            yield f"{name} {said}".strip(), organiser.get(reverse(f"stats:{name}", args=[club.slug]), query)
        yield f"{name} of nothing", alone.get(reverse(f"stats:{name}", args=[other.slug]))
    for day in ClubDay.objects.filter(club=club).values_list("day", flat=True):
        yield f"day {day}", organiser.get(reverse("stats:day", args=[club.slug, day.isoformat()]))
