"""One database: made, rebuilt, looked through, asked for pages. Told what to do in lines of JSON, and answers so."""

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import django
from django.core.management import call_command

SEED = 1


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistclub.settings")
    django.setup()
    out = sys.stdout
    with redirect_stdout(sys.stderr):
        for line in sys.stdin:
            what, *args = json.loads(line)
            out.write(json.dumps(DOES[what](*args)) + "\n")
            out.flush()


def made(players: int, games: int) -> dict[str, Any]:
    """Migrate the database, and fill it where it holds no club; what is in it."""
    from tests.bench import generated
    from tests.bench.compared import additions
    from whistclub.club.models import Club
    from whistclub.play.models import EntryRecord as HandRow
    from whistclub.play.models import Game

    call_command("migrate", interactive=False, verbosity=0)
    if not Club.objects.exists():
        generated.fill(players, games, SEED)
    club = Club.objects.get()
    additions.remove(club)
    Club.objects.update(shown_to_strangers="names")
    return {
        "club": club.slug,
        "players": club.players.count(),
        "games": Game.objects.count(),
        "hands": HandRow.objects.filter(current=True, tricks__isnull=False).count(),
        "finished": club.game_facts.count(),
    }


def refolded() -> dict[str, float]:
    """Every game read, folded and made facts of, in this one process; nothing is written."""
    from whistclub.club.models import Club
    from whistclub.play import stats_feed

    hands = 0
    wall, cpu = time.perf_counter(), time.process_time()
    reader = stats_feed.Reader()
    for stored in stats_feed.stored_games(stats_feed.included_games(Club.objects.get())):
        found = reader.finished([stats_feed.made(each) for each in stored.games], stored.details)
        hands += sum(finished.facts.hands for finished in found)
    return {"hands": hands, "wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}


def checked() -> dict[str, float]:
    """As `check_books` does, against the hands; exits with the first disagreement."""
    from tests.bench.compared.parts import cpu_of_others
    from whistclub.club.models import Club
    from whistclub.ops.integrity import disagreements

    wall, cpu = time.perf_counter(), time.process_time() + cpu_of_others()
    for line in disagreements(Club.objects.get()):
        raise SystemExit(line)
    return {"wall": time.perf_counter() - wall, "cpu": time.process_time() + cpu_of_others() - cpu}


def rebuilt() -> list[tuple[str, float, float]]:
    """All statistics made anew: the parts and, last, the whole, each with its seconds by the clock and of CPU."""
    from tests.bench.compared.parts import rebuild

    return rebuild()


def added() -> None:
    """What both databases get alike; then the planner of PostgreSQL hears what there is, as it would by and by."""
    from django.db import connection

    from tests.bench.compared import additions
    from whistclub.club.models import Club

    additions.add(Club.objects.get())
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def tidied() -> None:
    """Without it again."""
    from tests.bench.compared import additions
    from whistclub.club.models import Club

    additions.remove(Club.objects.get())


def surveyed(what: str, *more: int) -> list[Any]:
    """What there is of a kind: see `surveys`."""
    from tests.bench.compared import surveys

    return surveys.SURVEYS[what](*more)


def answered(path: str, signed_in: bool) -> tuple[float, float]:
    """Milliseconds of one answer by the clock and of CPU."""
    client = _client(signed_in)
    wall, cpu = time.perf_counter(), time.process_time()
    response = client.get(path)
    found = (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000
    if response.status_code != 200:
        raise SystemExit(f"{path}: {response.status_code}")
    return found


def looked_at(path: str, signed_in: bool) -> dict[str, Any]:
    """What a page is: its status, how many rows of tables and choices it has, how many queries it takes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = _client(signed_in)
    try:
        client.get(path)  # the first one compiles templates and signs in
        with CaptureQueriesContext(connection) as captured:
            response = client.get(path)
    except Exception as error:  # a broken page is a line of the table, not the end of it
        return {"status": type(error).__name__, "rows": 0, "queries": 0}
    rows = response.content.count(b"<tr") + response.content.count(b"<option")
    return {"status": response.status_code, "rows": rows, "queries": len(captured)}


def finished(which: str) -> tuple[float, float]:
    """One of the games added is finished once more: milliseconds by the clock and of CPU."""
    from tests.bench.compared.additions import finish

    return finish(which)


def counted(which: str) -> int:
    """How many queries it takes to finish it."""
    from tests.bench.compared.additions import queries_to_finish

    return queries_to_finish(which)


_clients: dict[bool, Any] = {}


def _client(signed_in: bool) -> Any:
    from django.test import Client

    from whistclub.accounts.models import User

    if signed_in not in _clients:
        _clients[signed_in] = Client(HTTP_HOST="localhost")
        if signed_in:
            user = User.objects.filter(roles__isnull=False).first()
            _clients[signed_in].force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return _clients[signed_in]


DOES: dict[str, Callable] = {
    "make": made,
    "refold": refolded,
    "check": checked,
    "rebuild": rebuilt,
    "add": added,
    "tidy": tidied,
    "survey": surveyed,
    "look": looked_at,
    "get": answered,
    "finish": finished,
    "queries": counted,
}

if __name__ == "__main__":
    main()
