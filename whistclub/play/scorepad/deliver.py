"""Another phone brings the entries that wait on a pad without network: it shows them in words, then saves them."""

from dataclasses import replace
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.play import queries
from whistclub.play.access import Pad, for_scorekeeper, seat_in
from whistclub.play.actions import confirming, delivering, lifecycle, party_games, recording
from whistclub.play.actions.refusals import AlreadyEntered, InvalidHand, LinkRevoked, StalePage
from whistclub.play.game_view import GameView
from whistclub.play.links import PadLink
from whistclub.play.organiser.forms import AgainForm
from whistclub.play.scorepad.code_lines import entry_in, lines_of
from whistclub.play.scorepad.form import ConfirmationForm, UndoForm
from whistclub.play.scorepad.responses import render_pad
from whistclub.play.scorepad.transfer import DeliveredEntry, Delivery, UnreadableCode, link_in, read_code
from whistclub.stats.access import organises
from whistclub.web.errors import ActionRefused, error_page, posted_only
from whistclub.web.polling import HtmxRequest

AnyForm = TypeVar("AnyForm", bound=Form)


class EarlierCodeMissing(ActionRefused):
    """The entries before this code have not been saved."""

    def __init__(self, part: int) -> None:
        super().__init__(
            "earlier_code_missing",
            _("Nothing was saved. Scan code {n} first: entries are saved in their order.").format(n=part),
        )


class OrganiserNeeded(LinkRevoked):
    """The link of a code has been replaced since; only an organiser may save its entries."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = _(
            "The link of this table has been replaced, so only an organiser can save these entries. Show the organiser "
            "this code: they scan it and sign in, or paste its link on the page of the game."
        )


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def deliver(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Show what a code would save; save it when posted, in order, up to the first entry that is refused."""
    try:
        game, by_organiser = _game(request, pad)
    except OrganiserNeeded as refusal:
        title = _("This link has been replaced")
        return error_page(request, refusal.status, title, refusal.sentence, helped_by_sign_in=True)
    try:
        delivery = read_code(request.META.get("QUERY_STRING", "").partition("&")[0])
    except UnreadableCode as unreadable:
        return error_page(request, unreadable.status, _("Nothing was saved"), unreadable.sentence)
    refused: ActionRefused | None = None
    if request.method == "POST":
        by_user = request.user.pk if by_organiser else None
        refused = _save(queries.link(game), game, delivery, by_user=by_user, at=timezone.now())
        game.refresh_from_db()
    elif not queries.is_known(game, delivery.after):
        refused = EarlierCodeMissing(delivery.part - 1)
    return _page(request, pad, game, delivery, refused)


@for_organiser
@posted_only
def paste(request: SignedInRequest, club: Club) -> HttpResponse:
    """From the pasted link of a code to what it holds."""
    found = link_in(request.POST.get("link", ""))
    if found is None:
        sentence = _("That is not the link of a code. On the phone, tap “Show as a code”, then “Copy the link”.")
        return error_page(request, 400, _("Nothing was saved"), sentence)
    token, payload = found
    return redirect(f"{reverse('play:pad_deliver', args=[token])}?{payload}")


def _game(request: HtmxRequest, pad: Pad) -> tuple[queries.Game, bool]:
    """The game of a code's link, and whether only its organiser gets here: the link has been replaced.

    Raises OrganiserNeeded.
    """
    try:
        return pad.game, False
    except LinkRevoked:
        game = queries.game_of_old_link(pad.link)
        if game is None or not organises(request, game.club):
            raise OrganiserNeeded from None
        return game, True


def _save(
    link: PadLink, game: queries.Game, delivery: Delivery, *, by_user: int | None, at: datetime
) -> ActionRefused | None:
    """Save the entries of a code one by one. Returns the first refusal; what was saved before it stays."""
    if not queries.is_known(game, delivery.after):
        return EarlierCodeMissing(delivery.part - 1)
    known = queries.known_uids(game)
    saved_as = game.delivered()
    new: dict[str, str] = {}
    refusal = None
    for entry in delivery.entries:
        # What this phone entered may have been saved by another one before, under that one's uid.
        fields = {name: saved_as.get(value, value) for name, value in entry.fields.items()} | {"uid": str(entry.uid)}
        try:
            saved = _take(link, replace(entry, fields=fields), at)
        except LinkRevoked:
            raise
        except ActionRefused as refused:
            refusal = refused
            break
        saved_as[str(entry.uid)] = str(saved)
        if entry.uid not in known:
            new[str(entry.uid)] = str(saved)
    if new:
        delivering.log_delivery(link, new, by_user=by_user, at=at)
    return refusal


def _take(link: PadLink, entry: DeliveredEntry, at: datetime) -> UUID:
    """Do what the phone would have posted; return the uid of what is saved. Raises the refusals of the actions."""
    fields = entry.fields
    seat = seat_in(fields.get("by_seat", ""))
    match entry.kind:
        case "correction":
            return recording.correct_hand(link, entry_in(fields), by_seat=seat, at=at).hand.uid
        case "undo":
            undo = _valid(UndoForm(fields))
            return recording.undo_hand(link, *undo.values(), by_seat=seat, at=at).hand.uid
        case "confirmation":
            answer = _valid(ConfirmationForm(fields))
            hand, agrees = answer.cleaned_data["hand"], answer.is_accepted
            confirming.confirm_hand(link, entry.uid, hand, agrees=agrees, seat=seat, at=at)
        case "end":
            party_games.end_after_bell(link, uid=entry.uid, by_seat=seat, at=at)
        case "again":
            again = _valid(AgainForm(fields))
            lifecycle.play_again(link, again.cleaned_data["partner"], by_seat=seat, at=at)
        case _:
            return recording.record_hand(link, entry_in(fields), by_seat=seat, at=at).hand.uid
    return entry.uid


def _valid(form: AnyForm) -> AnyForm:
    """Raises StalePage."""
    if not form.is_valid():
        raise StalePage
    return form


def _page(
    request: HtmxRequest, pad: Pad, game: queries.Game, delivery: Delivery, refusal: ActionRefused | None
) -> HttpResponse:
    view = queries.game_view(game)
    lines = lines_of(view, delivery)
    context = {
        "delivery": delivery,
        "lines": lines,
        "refused": refusal and _sentences(view, refusal),
        "refused_line": next((line for line in lines if not line.saved), None),
        "saved": [line for line in lines if line.saved],
        "all_saved": all(line.saved for line in lines),
        "may_save": not isinstance(refusal, EarlierCodeMissing),
        "token": queries.link(game).token,
    }
    return render_pad(request, "play/deliver.html", pad, view, status=refusal.status if refusal else 200, **context)


def _sentences(view: GameView, refusal: ActionRefused) -> list[str]:
    if isinstance(refusal, AlreadyEntered):
        return [refusal.sentence, _("Saved: {hand}").format(hand=view.entry_text(refusal.theirs))]
    return refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence]
