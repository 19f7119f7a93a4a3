"""What a form on a page that is out of date would have done, in words, by the URL name of its view.

`party_change` finds out that the page was old, the gate of the organiser answers.
"""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

WOULD_HAVE = {
    "make_draft": gettext_lazy("seat the next round"),
    "discard_draft": gettext_lazy("discard the draft"),
    "undo_draft_change": gettext_lazy("undo the last change of the draft"),
    "mark_draft_seen": gettext_lazy("keep the draft as it is now"),
    "announce": gettext_lazy("announce the draft"),
    "swap": gettext_lazy("swap two people"),
    "swap_here": gettext_lazy("swap two people"),
    "undo_round": gettext_lazy("undo round {number}"),
    "finish": gettext_lazy("finish the party"),
    "reopen": gettext_lazy("reopen the party"),
    "fill_round": gettext_lazy("fill in made-up results"),
    "set_timer start": gettext_lazy("start the timer"),
    "set_timer pause": gettext_lazy("pause the timer"),
    "set_timer resume": gettext_lazy("resume the timer"),
    "set_timer add": gettext_lazy("change the time left"),
    "set_timer ring": gettext_lazy("ring the bell"),
    "rule unlock": gettext_lazy("unlock the result of table {table}"),
    "rule lock": gettext_lazy("lock the result of table {table}"),
    "rule end": gettext_lazy("end the game at table {table}"),
    "rule draw": gettext_lazy("count table {table} as a draw"),
    "rule walkover": gettext_lazy("award the win at table {table}"),
    "rule cut": gettext_lazy("record the cut at table {table}"),
}


def nothing_done(request: HttpRequest) -> str:
    """ "Not done: start the timer." Without the last part for a form that no page of ours has."""
    match = request.resolver_match
    assert match is not None
    which = match.kwargs.get("action") or match.kwargs.get("ruling")
    does = WOULD_HAVE.get(f"{match.url_name} {which}" if which else str(match.url_name))
    if does is None:
        return _("Nothing was done.")
    return _("Not done: {what}.").format(what=str(does).format(**match.kwargs))


def nothing_saved(table: object, first: object, second: object) -> str:
    """For a result from paper, as it was typed: "Not saved: table 3, 11–8." """
    return _("Not saved: table {n}, {first}–{second}.").format(n=table, first=first, second=second)
