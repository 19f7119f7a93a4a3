"""A form of which only a part has arrived changes nothing."""

from io import BytesIO
from urllib.parse import urlencode

import pytest
from django.test import RequestFactory
from django.test.client import ClientHandler

from tests.play.phone import hand_form, pad_url

pytestmark = pytest.mark.django_db


class Broken(BytesIO):
    """What a server hands on of a connection that was reset."""

    def read(self, size=-1):
        raise ConnectionResetError


def post(path, stream, length):
    form = {"CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(length)}
    environ = RequestFactory()._base_environ(PATH_INFO=path, REQUEST_METHOD="POST", **form)
    return ClientHandler()(environ | {"wsgi.input": stream}).status_code


def test_a_form_that_was_cut_off_is_refused_wherever_it_ends_and_the_whole_one_is_saved(game):
    body = urlencode(hand_form(revoke="1-0")).encode()
    address = pad_url(game, "pad_record")
    assert {post(address, BytesIO(body[:end]), len(body)) for end in range(len(body))} == {400}
    assert post(address, Broken(), len(body)) == 400
    assert not game.hands.exists()
    assert post(address, BytesIO(body), len(body)) in {201, 302}
    assert game.hands.get().notes["revoke"] == [1, 0]


@pytest.mark.parametrize("length", ["", "0"])
def test_a_form_without_content_is_answered_by_its_page(game, length):
    assert post(pad_url(game, "pad_record"), BytesIO(), length) == 422
