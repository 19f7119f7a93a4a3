"""Whatever is sent to a party in any state, and what it changes."""

from contextlib import contextmanager
from copy import deepcopy

from django.contrib.messages import ERROR, get_messages
from django.db import connection

from tests.builders import NOON, undone
from tests.party.builders import friday, next_round, typed
from tests.party.forms import send
from whistclub.club.models import Player
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating
from whistclub.party.models import Entrant, LogEntry, Party, Round, SeatAssignment, Table
from whistclub.play.models import Game, GameEvent, Seat

STATES = ("gathering", "draft", "running", "all in", "second draft", "finished")


ROWS = (Party, Entrant, Round, Table, SeatAssignment, LogEntry, Game, GameEvent, Seat, Player)


def made_in(state, olga):
    """Nine people of Friday in this state; P9 sits out while a round is played."""
    made = friday(olga, count=9, own_prizes=("Best cake",))
    if state == "draft":
        seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    if state in STATES[2:]:
        next_round(made, olga)
    if state in STATES[3:]:
        typed(made, olga, (5, 3), (3, 5))
    if state == "second draft":
        seating.make_draft(made, seed=1, by=olga, at=NOON)
    if state == "finished":
        party_lifecycle.finish(made, by=olga, at=NOON)
    return made


def rows():
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in ROWS}


def shows_an_error(response):
    """Whether the page that comes next will say that this was refused."""
    return any(message.level == ERROR for message in get_messages(response.wsgi_request)._queued_messages)


@contextmanager
def writes():
    """The statements meanwhile that change rows, some of which may be taken back."""
    written = []

    def notice(execute, sql, *more):
        if not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")):
            written.append(sql)
        return execute(sql, *more)

    with connection.execute_wrapper(notice):
        yield written


def wrong(client, url, form, before, **how):
    """What is wrong with the answer to this form, these rows being there before it: nothing, if all is well."""
    cookies = deepcopy(client.cookies)
    with undone():
        with writes() as written:
            response = send(client, url, form, **how)
        refused = response.status_code >= 400 or shows_an_error(response)
        changed = [name for name, found in rows().items() if found != before[name]] if refused and written else []
    client.cookies = cookies
    if response.status_code >= 500:
        return [response.status_code]
    return changed
