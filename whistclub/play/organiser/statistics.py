"""What statistics are to know of, and every hand of the club to count for oneself: organisers only."""

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.play import export
from whistclub.play.access import for_organiser_of_game
from whistclub.play.actions import statistics
from whistclub.play.actions.refusals import StalePage
from whistclub.play.organiser.forms import InclusionForm
from whistclub.play.queries import Game
from whistclub.web.errors import error_page
from whistclub.web.workbook import table_response


@for_organiser_of_game
@require_POST
def count(request: SignedInRequest, game: Game) -> HttpResponse:
    """Leave a game out of statistics, or let it count again."""
    form = InclusionForm(request.POST)
    if not form.is_valid():
        refusal = StalePage()
        return error_page(request, refusal.status, "Nothing was changed", refusal.sentence)
    if form.cleaned_data["counts"]:
        statistics.include_game(game, by=request.user, at=timezone.now())
        messages.success(request, "The game is included in statistics again.")
    else:
        statistics.exclude_game(game, by=request.user, at=timezone.now())
        messages.success(request, "The game is excluded from statistics. Nothing is deleted.")
    return redirect("play:game", game.club.slug, game.code)


@for_organiser
@require_safe
def hands_csv(request: SignedInRequest, club: Club) -> HttpResponseBase:
    """Every entry of every game of the club, for spreadsheets and scripts."""
    return table_response(f"{club.slug}-hands", export.rows(club), "csv")
