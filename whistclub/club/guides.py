"""The guides: how an evening goes in ten pictures, one page for organisers and one for scorekeepers.

`tests/browser/test_guides.py` says how each picture is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

FOLDER = "img/guide"


@dataclass(frozen=True, slots=True)
class Step:
    """One picture, by the name of its file, and the line below it."""

    name: str
    text: str

    @property
    def picture(self) -> str:
        return f"{FOLDER}/{self.name}.webp"


@dataclass(frozen=True, slots=True)
class Guide:
    """`width` and `height` are those of its pictures, in pixels of a page."""

    title: str
    width: int
    height: int
    steps: Sequence[Step]


GUIDES = {
    "organiser": Guide(
        title="A party in ten pictures",
        width=640,
        height=480,
        steps=(
            Step("set-up", "Under Tonight, press New party. Last time’s settings are filled in."),
            Step("check-in", "Check people in: type a name and press Enter, or tap the name."),
            Step("first-round", "Seat the first round when enough people are here."),
            Step("draft", "Look at the draft. Tap two people to swap them, then announce the round."),
            Step("cards", "Print the table cards once. Put each on its table."),
            Step("projector", "Show the projector page on the wall: everyone finds their table there."),
            Step("playing", "While they play, you see the score of each table."),
            Step("result", "A table without a phone? Type its result from the score sheet."),
            Step("leaving", "If a player leaves, choose what happens at their table."),
            Step("standings", "After the last round, finish the party. Then print standings and diplomas."),
        ),
    ),
    "scorekeeper": Guide(
        title="Keeping score in ten pictures",
        width=360,
        height=270,
        steps=(
            Step("scan", "Scan the code on your table with your phone’s camera. You need no account."),
            Step("granded", "After the bidding, tap who granded, or the middle of the table for low."),
            Step("tricks", "After the hand, tap the number of tricks. The colour shows whose they are."),
            Step("save", "Read the sentence. If it is right, tap Save."),
            Step("total", "The new total is at the top. Below it is who deals next."),
            Step("undo", "A mistake? Undo removes the last hand."),
            Step("correct", "To correct an older hand, or take it out, tap its line."),
            Step("special", "A revoke or a misdeal is entered here."),
            Step("call", "Need the organiser? Call them here."),
            Step("next", "When the game is over, the phone shows where to go next."),
        ),
    ),
}


@require_safe
def guide(request: HttpRequest, guide: str) -> HttpResponse:
    found = GUIDES.get(guide)
    if found is None:
        raise Http404
    return render(request, "club/guide.html", {"guide": found})
