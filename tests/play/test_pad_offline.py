"""A phone can install a pad: the manifest names it, and the worker may answer for all pads."""

import re

from django.urls import reverse

from tests import builders


def manifest_of(client, game):
    page = client.get(reverse("play:pad", args=[builders.link(game).token])).content.decode()
    return client.get(re.search(r'<link rel="manifest" href="([^"]+)"', page)[1])


def test_the_installed_pad_opens_the_pad_it_was_installed_from(client, game):
    pad = reverse("play:pad", args=[builders.link(game).token])
    client.cookies["seat"] = "0"
    answer = manifest_of(client, game)
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["start_url"] == manifest["id"] == pad
    assert manifest["scope"] == "/t/"
    assert manifest["name"] == "Score pad: Ann, Bob, Clara and Dan"
    assert manifest["display"] == "standalone"


def test_every_visit_asks_for_the_newest_worker(client):
    answer = client.get(reverse("play:pad_worker"))
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    # Beside the pads, so that it may answer for them without a header that says so.
    assert answer.request["PATH_INFO"] == "/t/worker.js"
