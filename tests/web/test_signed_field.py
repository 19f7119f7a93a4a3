import pytest
from django.core.exceptions import ValidationError

from whistclub.web.fields import SignedField


@pytest.mark.parametrize("typed, number", [("−3", -3), ("-3", -3), (" 4 ", 4)])
def test_the_minus_that_pages_print_is_understood(typed, number):
    assert SignedField().clean(typed) == number


def test_anything_else_is_not_a_number():
    with pytest.raises(ValidationError):
        SignedField().clean("–3")
