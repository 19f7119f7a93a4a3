"""The guides: how an evening goes in ten pictures, one page for organisers and one for scorekeepers.

`tests/browser/test_guides.py` says how each picture is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

FOLDER = "img/guide"


@dataclass(frozen=True, slots=True)
class Step:
    """One picture, by the name of its file, and the line below it."""

    name: str
    text: Promise

    @property
    def picture(self) -> str:
        return f"{FOLDER}/{self.name}.webp"


@dataclass(frozen=True, slots=True)
class Guide:
    """`width` and `height` are those of its pictures, in pixels of a page."""

    title: Promise
    width: int
    height: int
    steps: Sequence[Step]


GUIDES = {
    "organiser": Guide(
        title=_("A party in ten pictures"),
        width=640,
        height=480,
        steps=(
            Step("set-up", _("Under Tonight, press New party. Last time’s settings are filled in.")),
            Step("check-in", _("Check people in: type a name and press Enter, or tap the name.")),
            Step("first-round", _("Seat the first round when enough people are here.")),
            Step("draft", _("Look at the draft. Tap two people to swap them, then announce the round.")),
            Step("cards", _("Print the table cards once. Put each on its table.")),
            Step("projector", _("Show the projector page on the wall: everyone finds their table there.")),
            Step("playing", _("While they play, you see the score of each table.")),
            Step("result", _("A table without a phone? Type its result from the score sheet.")),
            Step("leaving", _("If a player leaves, choose what happens at their table.")),
            Step("standings", _("After the last round, finish the party. Then print standings and diplomas.")),
        ),
    ),
    "scorekeeper": Guide(
        title=_("Keeping score in ten pictures"),
        width=360,
        height=270,
        steps=(
            Step("scan", _("Scan the code on your table with your phone’s camera. You need no account.")),
            Step("granded", _("After the bidding, tap who granded, or the middle of the table for low.")),
            Step("tricks", _("After the hand, tap the number of tricks. The colour shows whose they are.")),
            Step("save", _("Read the sentence. If it is right, tap Save.")),
            Step("total", _("The new total is at the top. Below it is who deals next.")),
            Step("undo", _("A mistake? Undo removes the last hand.")),
            Step("correct", _("To correct an older hand, or take it out, tap its line.")),
            Step("special", _("A revoke or a misdeal is entered here.")),
            Step("call", _("Need the organiser? Call them here.")),
            Step("next", _("When the game is over, the phone shows where to go next.")),
        ),
    ),
}


@require_safe
def guide(request: HttpRequest, guide: str) -> HttpResponse:
    found = GUIDES.get(guide)
    if found is None:
        raise Http404
    return render(request, "club/guide.html", {"guide": found})
