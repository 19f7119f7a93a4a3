"""What a form on a page that is out of date did not do, as a sentence by the URL name of its view.

`party_change` finds out that the page was old, the gate of the organiser answers.
"""

from django.http import HttpRequest
from django.utils.text import capfirst

from whistclub.party.models import Party
from whistclub.web.formatting import table_text

NOT_DONE = {
    "make_draft": "The next round was not seated.",
    "discard_draft": "The draft was not discarded.",
    "announce": "The draft was not announced.",
    "swap": "Your swap was not made.",
    "swap_here": "Your swap was not made.",
    "undo_round": "Round {number} was not undone.",
    "finish": "The party was not finished.",
    "reopen": "The party was not reopened.",
    "fill_round": "No made-up results were filled in.",
    "set_timer start": "The timer was not started.",
    "set_timer pause": "The timer was not paused.",
    "set_timer resume": "The timer was not resumed.",
    "set_timer add": "The time left was not changed.",
    "set_timer ring": "The bell was not rung.",
    "rule unlock": "The result of {table} was not unlocked.",
    "rule lock": "The result of {table} was not locked.",
    "rule end": "The game at {table} was not ended.",
    "rule draw": "{title} was not counted as a draw.",
    "rule walkover": "The win at {table} was not awarded.",
    "rule cut": "The cut at {table} was not recorded.",
}


def nothing_done(request: HttpRequest, party: Party) -> str:
    """ "The timer was not started." """
    match = request.resolver_match
    assert match is not None
    which = match.kwargs.get("action") or match.kwargs.get("ruling")
    sentence = NOT_DONE.get(f"{match.url_name} {which}" if which else str(match.url_name))
    if sentence is None:
        return "Nothing was changed."
    table = table_text(match.kwargs.get("table", 0))
    return str(sentence).format(**match.kwargs | {"table": table, "title": capfirst(table)})


def nothing_saved(table: int, first: object, second: object) -> str:
    """For a result from paper, as it was typed: "Not saved: table 3, 11–8." """
    return f"Not saved: {table_text(table)}, {first}–{second}."
