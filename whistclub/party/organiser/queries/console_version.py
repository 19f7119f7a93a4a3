"""What an open console holds, so that it asks only for what changed, or is led to another page."""

from datetime import datetime, timedelta

from whistclub.party.models import Party, Round
from whistclub.party.organiser.queries.console import QUIET
from whistclub.party.queries.parties import token_of_results

FIELDS = ("pk", "state", "announced_at")


def version(party: Party, at: datetime) -> str:
    """What the console holds: the results, and after a dash what only another page can show. Two queries.

    The bell changes the results’ part without an action: at that moment the page offers what comes next. So do the
    minutes of a round in which a table can be quiet.
    """
    rounds = party.rounds.exclude(state=Round.State.UNDONE).values_list(*FIELDS)
    announced = [row for row in rounds if row[1] != Round.State.DRAFT]
    draft = next((row[0] for row in rounds if row[1] == Round.State.DRAFT), 0)
    now, state, announced_at = announced[-1] if announced else (0, "", None)
    played = at - announced_at if announced_at and state == Round.State.RUNNING and not draft else timedelta()
    minute = f"m{played // timedelta(minutes=1)}" if played > QUIET else ""
    rung = "b" if party.now.bell_has_rung(at) else ""
    return f"{token_of_results(party)}{rung}{minute}-{now}.{draft}.{party.state}"


def is_other_page(held: str, version: str) -> bool:
    """Whether the page that holds a version has to be replaced as a whole."""
    return bool(held) and held.partition("-")[2] != version.partition("-")[2]
