"""Who helps the clubs of a site reads everything at /support/; nobody else finds it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import client_of
from tests.party.builders import friday
from tests.web.access_matrix_site import routes

pytestmark = [pytest.mark.django_db, pytest.mark.writes]
LISTS = [
    *("accounts_user", "club_club", "club_role", "club_player", "party_party", "play_game"),
]


@pytest.fixture
def support():
    user, _valley = builders.organiser("Sue", "Valley")
    call_command("support", "Sue@example.org", stdout=StringIO())
    return client_of(user)


@pytest.fixture
def filled(olga, prairie):
    """Something in each list, with a name that is markup."""
    builders.game(prairie, olga, names=("<b>Ann", "Bob", "Clara", "Dan"))
    return friday(olga, count=4)


@pytest.mark.parametrize("name", LISTS)
def test_support_reads_every_list_and_row(support, filled, name):
    assert support.get(reverse(f"admin:{name}_changelist"), {"q": "ann"}).status_code == 200
    page = support.get(reverse(f"admin:{name}_changelist"))
    assert b"<b>Ann" not in page.content
    row = page.context["cl"].queryset.first()
    assert support.get(reverse(f"admin:{name}_change", args=[row.pk])).status_code == 200


@pytest.mark.parametrize(
    "name, asked",
    [
        ("accounts_user", {"password__startswith": "a"}),
        ("accounts_user", {"password": "a"}),
        ("club_role", {"user__password__startswith": "a"}),
        ("accounts_user", {"_to_field": "password"}),
    ],
)
def test_support_cannot_guess_what_no_page_shows_by_asking_for_rows_with_it(support, filled, name, asked):
    assert support.get(reverse(f"admin:{name}_changelist"), asked).status_code == 400


@pytest.mark.parametrize("name", LISTS)
def test_support_adds_and_deletes_nothing(support, filled, name):
    row = support.get(reverse(f"admin:{name}_changelist")).context["cl"].queryset.first()
    for address in (reverse(f"admin:{name}_add"), reverse(f"admin:{name}_delete", args=[row.pk])):
        assert (support.get(address).status_code, support.post(address, {"post": "yes"}).status_code) == (403, 403)
    if name != "accounts_user":
        assert support.post(reverse(f"admin:{name}_change", args=[row.pk]), {"name": "X"}).status_code == 403


def test_support_shuts_out_a_user_and_nothing_else_changes(support, olga):
    before = (olga.password, olga.email)
    address = reverse("admin:accounts_user_change", args=[olga.pk])
    page = support.get(address).content.decode()
    assert olga.password not in page
    support.post(address, {"email": "x@example.org", "password": "x", "is_support": "on"})
    olga.refresh_from_db()
    assert (olga.password, olga.email, olga.is_active, olga.is_support) == (*before, False, False)


@pytest.mark.parametrize("signed_in", [True, False])
def test_nobody_else_finds_any_of_it(organiser, signed_in):
    client = organiser if signed_in else Client()
    values = {"object_id": "1", "content_type_id": 1, "app_label": "club"}
    found = {name: parts for name, parts in routes().items() if name.startswith("admin:") and name != "admin:None"}
    del found["admin:app_list"]  # its address says nothing of its part
    addresses = [reverse(name, kwargs={part: values[part] for part in parts}) for name, parts in found.items()]
    assert len(addresses) > 30
    for address in [*addresses, "/support/club/", "/support/else/"]:
        assert (client.get(address).status_code, client.post(address).status_code) == (404, 404), address


def test_who_is_no_longer_support_finds_nothing(support):
    assert support.get("/support/").status_code == 200
    call_command("support", "sue@example.org", "--end", stdout=StringIO())
    assert support.get("/support/").status_code == 404


def test_an_unknown_address_is_said():
    with pytest.raises(CommandError, match="No account has the e-mail address nobody@"):
        call_command("support", "nobody@example.org")
