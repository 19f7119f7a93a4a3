"""What forms say of a wrong entry: in our words, not in Django's."""

import pytest
from django.core.exceptions import ValidationError
from django.forms import CharField, DecimalField
from django.urls import reverse

from tests.web.html import Html

pytestmark = pytest.mark.django_db


def wrong(response):
    assert response.status_code == 422
    return Html(response).texts("p", css="wrong")


def test_a_number_out_of_range_is_answered_with_the_limit(organiser):
    set_up = reverse("party:set_up", args=["prairie"])
    found = wrong(organiser.post(set_up, {"hands": 0, "planned_rounds": 101}))
    assert {"At least 1.", "At most 100.", "Required."} <= set(found)


def test_a_wrong_account_is_answered_field_by_field(organiser):
    change = reverse("accounts:account")
    assert wrong(organiser.post(change, {"name": "", "email": "olga", "current": ""})) == [
        "Enter your name.",
        "Enter an e-mail address, like ann@example.org.",
        "Enter your current password.",
    ]
    assert "Enter your e-mail address." in wrong(organiser.post(change, {"email": ""}))


def test_a_text_that_is_too_long_is_answered_with_the_limit():
    with pytest.raises(ValidationError) as refused:
        CharField(max_length=40).clean("W" * 41)
    assert refused.value.messages == ["At most 40 characters."]


def test_a_sum_with_a_third_digit_after_the_point_is_answered_with_the_limit():
    with pytest.raises(ValidationError) as refused:
        DecimalField(decimal_places=2).clean("5.005")
    assert refused.value.messages == ["At most 2 digits after the point."]
