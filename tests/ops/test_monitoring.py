"""What programs that watch over a site read: its health, its figures, its log."""

import json
import logging
import sys

import pytest
from django.db import DatabaseError, OperationalError
from django.test import Client

from tests import builders
from tests.play.phone import pad_url
from whistclub.web.logs import DatabaseAwayOnce, JsonLines

pytestmark = pytest.mark.django_db


def test_health_is_ok_while_the_database_answers(client):
    response = client.get("/health/")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.parametrize("header, status", [("Bearer right", 200), ("right", 200), ("Bearer wrong", 401), ("", 401)])
def test_figures_need_the_token_of_the_settings(settings, header, status):
    settings.METRICS_TOKEN = "right"
    assert Client(headers={"Authorization": header}).get("/metrics/").status_code == status


def test_figures_count_requests_by_page_and_name_nobody(settings, olga, prairie):
    settings.METRICS_TOKEN = "right"
    game = builders.game(prairie, olga)
    Client().get(pad_url(game, "pad"))
    Client().get("/t/forged-by-Ann/")
    text = Client(headers={"Authorization": "Bearer right"}).get("/metrics/").content.decode()
    assert 'whistclub_requests_total{page="play:pad",status="200"}' in text
    assert 'whistclub_request_seconds_bucket{le="0.25",page="play:pad"}' in text
    assert "forged-by-Ann" not in text
    assert game.code not in text


def test_each_request_is_a_line_of_json_without_address_or_name(client, olga, prairie, caplog):
    game = builders.game(prairie, olga)
    with caplog.at_level(logging.INFO, "whistclub.requests"):
        client.get(pad_url(game, "pad"), REMOTE_ADDR="203.0.113.9")
    (line,) = [json.loads(JsonLines().format(record)) for record in caplog.records]
    assert {"method", "page", "status", "milliseconds", "at", "level", "logger", "message"} == set(line)
    assert (line["method"], line["page"], line["status"]) == ("GET", "play:pad", 200)


def record(error):
    try:
        raise error
    except DatabaseError:
        return logging.LogRecord("django.request", logging.ERROR, "", 1, "Error: %s", ("/",), sys.exc_info())


def test_a_database_that_is_away_is_one_line_a_minute():
    once = DatabaseAwayOnce()
    away = [record(OperationalError("connection refused\n  Is it running?")) for _each in range(3)]
    assert [once.filter(each) for each in away] == [True, False, False]
    assert logging.Formatter().format(away[0]) == (
        "The database cannot be used at the moment: connection refused. Visitors are asked to wait."
    )
    once.logged_at -= 61
    assert once.filter(away[1])


def test_other_errors_of_the_database_are_logged_in_full():
    once = DatabaseAwayOnce()
    ours = record(OperationalError("no such table: whist"))
    assert once.filter(ours)
    assert once.filter(ours)
    assert "no such table" in logging.Formatter().format(ours)
    assert "Traceback" in logging.Formatter().format(ours)
