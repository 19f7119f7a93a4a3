"""The people who run a club: invited by links, with roles that owners change and take away."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import NOON, client_of, joined, refusal_of
from tests.party.builders import friday
from tests.web.html import Html, nothing_new
from tests.web.party_site import run
from whistclub.accounts.models import User
from whistclub.club import roles
from whistclub.club.models import Invitation, Role
from whistclub.club.roles import invite

pytestmark = pytest.mark.django_db

PAGE = "/run/prairie/club/roles/"
REMOVE = {"remove": "yes"}
NINA = {"name": "Nina", "email": "nina@example.org", "password": builders.PASSWORD}


@pytest.fixture
def ole(prairie):
    return joined(prairie, "Ole", "organiser")


def signed_in(user):
    return client_of(user)


def role_of(user):
    return Role.objects.filter(user=user).values_list("kind", flat=True).first()


def address(user):
    return f"{PAGE}{user.roles.get(club__slug='prairie').pk}/"


def path_of(invitation):
    return reverse("club:join", args=[invitation.token])


def link_for(prairie, olga, kind="organiser"):
    return path_of(invite(prairie, kind, "Nina", by=olga, at=timezone.now()))


# Invitations


def test_an_owner_makes_a_link_with_a_code_and_somebody_joins_with_a_new_account(organiser, prairie):
    shown = Html(organiser.post(PAGE, {"name": "Nina from work", "kind": "organiser"}, follow=True))
    assert "Invitation for Nina from work organiser" in shown.text
    (link,) = [each["value"] for each in shown.find("input", css="wide") if "/welcome/join/" in each["value"]]
    visitor = Client()
    path = link[link.index("/welcome/") :]
    assert "Help run Prairie" in Html(visitor.get(path)).text
    assert Html(visitor.get(path)).value("name") == "Nina from work"
    assert visitor.post(path, NINA).url == "/run/prairie/"
    assert visitor.get("/run/prairie/").status_code == 200
    assert role_of(User.objects.get(email="nina@example.org")) == "organiser"
    log = Html(organiser.get(PAGE)).text
    assert "Joined: Nina from work → Nina, organiser" in log
    assert "Invitation for Nina" not in log


def test_a_link_works_once_and_its_user_may_open_it_again(prairie, olga):
    client, path = Client(), link_for(prairie, olga)
    client.post(path, NINA)
    assert client.post(path).url == "/run/prairie/"
    for answer in (Client().get(path), Client().post(path, NINA | {"email": "eve@example.org"})):
        assert (answer.status_code, Html(answer).texts("h1")) == (410, ["This invitation is no longer valid"])
    assert not User.objects.filter(email="eve@example.org").exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_the_same_link_at_once_one_joins():
    olga, prairie = builders.organiser()
    path = link_for(prairie, olga)

    def send(number):
        try:
            return Client().post(path, NINA | {"email": f"nina{number}@example.org"}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(send, range(4))) == [302, 410, 410, 410]
    assert (prairie.roles.count(), User.objects.count()) == (2, 2)


def test_a_link_ends_after_14_days_or_when_it_is_cancelled(organiser, prairie, olga):
    old = path_of(invite(prairie, "organiser", "Old", by=olga, at=timezone.now() - timedelta(days=14)))
    path = link_for(prairie, olga)
    cancel = f"{PAGE}invitations/{Invitation.objects.last().pk}/cancel/"
    assert Client().get(path).status_code == 200
    assert "The invitation was cancelled." in Html(organiser.post(cancel, follow=True)).text
    assert [Client().post(each, NINA).status_code for each in (old, path)] == [410, 410]
    assert "Invitation cancelled: Nina" in Html(organiser.get(PAGE)).text


@pytest.mark.parametrize("token", ["x", "1-forged", "1", "9" * 400])
def test_a_forged_link_is_explained(prairie, token):
    answer = Client().get(f"/welcome/join/{token}/")
    assert (answer.status_code, Html(answer).texts("h1")) == (410, ["This invitation is no longer valid"])


# Roles


def test_who_is_removed_sees_nothing_any_more_on_open_pages_too(organiser, prairie, olga, ole):
    made, client = friday(olga, count=4), signed_in(ole)
    page = Html(client.get(run(made, "console")))
    (live,) = [each["hx-get"] for each in page.find("div") if "hx-get" in each.attributes]
    assert nothing_new(client.get(live, headers={"HX-Request": "true"}))
    organiser.post(address(ole), REMOVE)
    assert client.get(live, headers={"HX-Request": "true"}).status_code == 404
    assert client.post(run(made, "people"), {"names": "Zoe"}).status_code == 404
    assert client.get(run(made, "console")).status_code == 404
    assert "You are not part of a club here yet." in Html(client.get("/run/")).text


ENDS = {"remove": REMOVE, "change": {"kind": "organiser"}}


@pytest.mark.parametrize("end", ["remove", "change", "leave"])
def test_who_is_no_owner_any_more_cannot_come_back_by_an_open_invitation(organiser, prairie, olga, ole, end):
    Role.objects.filter(user=ole).update(kind="owner")
    links = [link_for(prairie, by, "owner") for by in (ole, olga)]
    client = signed_in(ole)
    if end == "leave":
        client.post(address(ole), REMOVE)
    else:
        organiser.post(address(ole), ENDS[end])
    assert [client.post(link).status_code for link in links] == [410, 410]
    assert [Client().post(link, NINA).status_code for link in links] == [410, 410]
    assert role_of(ole) == ("organiser" if end == "change" else None)
    assert Html(organiser.get(PAGE)).text.count("Invitation cancelled: Nina") == 2


@pytest.mark.parametrize("end", ENDS)
def test_the_last_owner_stays_owner(organiser, olga, ole, end):
    shown = Html(organiser.post(address(olga), ENDS[end], follow=True))
    assert "A club needs an owner. Make someone else an owner first." in shown.text
    assert role_of(olga) == "owner"
    assert "needs an owner" in Html(organiser.post(address(olga), REMOVE, follow=True)).text
    organiser.post(address(ole), {"kind": "owner"})
    assert organiser.post(address(olga), REMOVE).url == "/run/"
    assert "You left Prairie." in Html(organiser.get("/run/")).text
    assert (role_of(olga), role_of(ole)) == (None, "owner")


def test_the_only_owner_is_not_offered_what_is_refused(organiser, olga, ole):
    def offered():
        return {each["action"] for each in Html(organiser.get(PAGE)).find("form")} & {address(olga), address(ole)}

    assert offered() == {address(ole)}
    Role.objects.filter(user=ole).update(kind="owner")
    assert offered() == {address(olga), address(ole)}


def test_two_owners_who_remove_each_other_at_the_same_time_leave_one(prairie, olga, ole):
    Role.objects.filter(user=ole).update(kind="owner")
    roles.remove(prairie, ole.roles.get().pk, by=olga, at=NOON)
    with refusal_of("roles_changed"):
        roles.remove(prairie, olga.roles.get().pk, by=ole, at=NOON)
    assert role_of(olga) == "owner"


def test_those_who_are_no_owners_see_names_only(organiser, ole, olga, prairie):
    invite(prairie, "organiser", "Nina", by=olga, at=timezone.now())
    page = Html(signed_in(ole).get(PAGE))
    assert ("Olga" in page.text, "Ole" in page.text) == (True, True)
    for secret in ("olga@example.org", "Nina", "Invite", "Changes"):
        assert secret not in page.text
    assert [each["action"] for each in page.find("form") if "/club/roles/" in each["action"]] == [address(ole)]


def test_an_organiser_cannot_remove_somebody_else(prairie, olga, ole):
    with refusal_of("roles_changed"):
        roles.remove(prairie, olga.roles.get().pk, by=ole, at=NOON)
