"""Two clubs on one site see nothing of each other, whatever one sends the keys of the other."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tests.builders import NOON, once, undone
from tests.party import builders as parties
from tests.web.access_matrix_site import Evening
from tests.web.addresses import TABLE, routes
from whistclub.accounts.models import User
from whistclub.club.actions import change_player
from whistclub.club.models import Club, Player

pytestmark = pytest.mark.django_db

# Of Prairie, and in no form of the matrix.
SECRET = "Quennevieve"
OF_CLUB = sorted(name for name, parts in routes().items() if "club" in parts)


def ways_to_the_club() -> dict[type[Model], str]:
    """Each of our models with rows of a club, and the shortest way from such a row to its club."""
    ways, found = {Club: "pk"}, [Club]
    for model in found:
        for other in apps.get_models():
            if other.__module__.startswith("whistclub.") and other not in ways and other is not User:
                for field in other._meta.concrete_fields:
                    if field.related_model is model:
                        ways[other] = field.name if model is Club else f"{field.name}__{ways[model]}"
                        found.append(other)
                        break
    return ways


class TwoClubs(Evening):
    """Otto's Valley has a party, a game and rules of its own, and people of other names."""

    def __init__(self) -> None:
        super().__init__()
        valley = Club.objects.get(slug="valley")
        change_player(Player.objects.get(pk=self.player), name=SECRET, by=self.olga, at=NOON)
        party = parties.party(valley, self.otto, "Vera", "Vito", "Vanessa", "Victor", "Volker", name="Vinterfest")
        parties.next_round(party, self.otto)
        game = builders.game(valley, self.otto, names=("Vera", "Vito", "Vanessa", "Victor"))
        self.codes_of_valley = {"party": party.code, "play": game.code}

    def stored(self) -> dict[str, list[dict]]:
        """Every row of Prairie."""
        return {
            model._meta.label: list(model._default_manager.filter(**{way: self.prairie.pk}).order_by("pk").values())
            for model, way in ways_to_the_club().items()
        }

    def addresses(self, name: str) -> list[str]:
        """In Valley, with the keys of Prairie; and with the party or game of Valley, where only the form has those."""
        found = [self.url(name, "Otto", TABLE[name].of).replace("/prairie/", "/valley/")]
        code = self.codes_of_valley.get(name.split(":")[0])
        if code and routes()[name] == {"club", "code"}:
            found.append(reverse(name, kwargs={"club": "valley", "code": code}))
        return found


two_clubs = once(TwoClubs)


def writes(statement: dict[str, str]) -> bool:
    return not statement["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK"))


def answers(clubs: TwoClubs) -> Iterator[tuple[str, HttpResponse, dict | None]]:
    """What Otto gets who sends keys of Prairie to every address of his own club, and what that left of Prairie."""
    for name in OF_CLUB:
        form = clubs.filled(TABLE[name].form)
        for address in clubs.addresses(name):
            for method in ("get", "post"):
                with undone():
                    client = clubs.client("Otto")
                    with CaptureQueriesContext(connection) as statements:
                        response = client.get(address) if method == "get" else client.post(address, form, follow=True)
                    changed = clubs.stored() if any(map(writes, statements.captured_queries)) else None
                yield f"{method} {address}", response, changed


def test_no_key_of_another_club_shows_or_changes_anything_of_it(two_clubs):
    before, shown, changed, broken, asked = two_clubs.stored(), [], [], [], []
    assert SECRET in two_clubs.client("Olga").get("/run/prairie/people/").content.decode()
    for what, response, after in answers(two_clubs):
        asked.append(what)
        content = b"".join(response) if response.streaming else response.content
        if SECRET.encode() in content or b"Prairie" in content:
            shown.append(what)
        if response.status_code >= 500:
            broken.append(what)
        if after is not None and after != before:
            changed.append(what)
    assert (shown, changed, broken) == ([], [], [])
    assert len(asked) > 200
