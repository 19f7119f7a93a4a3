"""Accounts are created with a name, an e-mail address of their own, and a password that is not easy to guess."""

import pytest

from tests import builders
from whistclub.accounts.actions import EmailTaken, new_user, store_user
from whistclub.accounts.forms import NewUserForm
from whistclub.accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

PERA = {"name": "Pera", "email": " Pera@Example.ORG ", "password": "three blind mice"}


def test_a_form_becomes_an_account():
    form = NewUserForm(PERA)
    assert form.is_valid()
    user = new_user(**form.cleaned_data)
    assert (user.name, user.email, user.check_password("three blind mice")) == ("Pera", "pera@example.org", True)


@pytest.mark.parametrize("email", ["olga@example.org", "OLGA@Example.org"])
def test_an_address_has_one_account(email):
    builders.organiser()
    with pytest.raises(EmailTaken):
        store_user(new_user("Olga", email, "three blind mice"))
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["", "mice", "1234567890", "pera@example.org", "x" * 201])
def test_an_easy_password_is_refused_at_its_field(password):
    form = NewUserForm(PERA | {"password": password})
    assert list(form.errors) == ["password"]


@pytest.mark.parametrize("email", ["", "pera", "pera@", "\0", "p" * 300 + "@example.org"])
def test_what_is_no_address_is_refused_at_its_field(email):
    assert list(NewUserForm(PERA | {"email": email}).errors) == ["email"]
