"""Points of a table given or taken by the organiser: standings, log and seating in draft follow."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import results
from whistclub.party.queries import tables as table_queries
from whistclub.party.queries.console import Party
from whistclub.party.views.tables import say
from whistclub.play.actions.refusals import StalePage
from whistclub.play.organiser.forms import AdjustForm, TakeBackForm
from whistclub.play.organiser.views import game_page
from whistclub.web.errors import ActionRefused, error_page, posted_only


@for_organiser_of_party
@posted_only
def adjust(request: HttpRequest, party: Party, number: int, table: int) -> HttpResponse:
    """From the page of the game, and back to it; refused, everything typed stays."""
    game = table_queries.game_of(party, number, table)
    if game is None:
        raise Http404
    form = AdjustForm(game.form.sides, request.POST)
    if form.is_valid():
        reason, now = form.cleaned_data["reason"], timezone.now()
        try:
            changed = results.adjust_table(
                party, number, table, form.uid_sent, form.points_by_side, reason, by=request.user, at=now
            )
        except ActionRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            say(request, party, table, changed)
            return redirect("play:game", party.club.slug, game.code)
    return game_page(request, game, form, status=422)


@for_organiser_of_party
@posted_only
def take_back(request: HttpRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Let an adjustment count no more."""
    game = table_queries.game_of(party, number, table)
    if game is None:
        raise Http404
    form = TakeBackForm(request.POST)
    try:
        if not form.is_valid():
            raise StalePage
        adjustment = form.cleaned_data["adjustment"]
        changed = results.undo_adjustment(party, number, table, adjustment, by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, _("Nothing was taken back"), refusal.sentence)
    say(request, party, table, changed)
    return redirect("play:game", party.club.slug, game.code)
