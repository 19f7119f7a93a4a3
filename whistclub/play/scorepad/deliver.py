"""Another phone brings the entries that wait on an offline pad: it shows them in words, then saves them."""

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
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest, for_organiser, organises
from whistclub.club.queries import Club
from whistclub.play import queries
from whistclub.play.access import Pad, device_in, for_scorekeeper, seat_in
from whistclub.play.actions import confirming, lifecycle, party_games, recording
from whistclub.play.actions.refusals import AlreadyEntered, GameRemoved, InvalidHand, LinkRevoked, StalePage
from whistclub.play.game_view import GameView
from whistclub.play.links import PadLink
from whistclub.play.organiser.forms import AgainForm
from whistclub.play.scorepad.delivery import DeliveredEntry, Delivery, UnreadableCode, link_in, read_code
from whistclub.play.scorepad.delivery_lines import can_replace, entry_in, in_place_of, lines_of
from whistclub.play.scorepad.form import ConfirmationForm, Decision, DecisionForm, UndoForm
from whistclub.play.scorepad.responses import render_pad
from whistclub.web.errors import ActionRefused, error_page
from whistclub.web.polling import HtmxRequest

AnyForm = TypeVar("AnyForm", bound=Form)


class EarlierCodeMissing(ActionRefused):
    """The entries before this code have not been saved."""

    def __init__(self, part: int) -> None:
        super().__init__(
            "earlier_code_missing",
            _("Nothing was saved. Scan code {n} first: the codes must be saved in order.").format(n=part),
        )


class OrganiserNeeded(LinkRevoked):
    """The link of a code has been replaced since; only an organiser may save its entries."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = _(
            "This table’s link has been replaced, so only an organiser can save these entries. Show the organiser this "
            "code: they can scan it and sign in, or paste its link on the game’s page."
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
        if by_user:
            lifecycle.open_pads(game, by=by_user, at=timezone.now())
        decided = DecisionForm(request.POST).decision
        refused = _save(queries.link(game), game, delivery, decided, by_user=by_user, at=timezone.now())
        game.refresh_from_db()
    elif not queries.is_known(game, delivery.after):
        refused = EarlierCodeMissing(delivery.part - 1)
    return _page(request, pad, game, delivery, refused)


@for_organiser
@require_POST
def paste(request: SignedInRequest, club: Club) -> HttpResponse:
    """From the pasted link of a code to what it holds."""
    found = link_in(request.POST.get("link", ""))
    if found is None:
        sentence = _("This is not a link to waiting entries. On the phone, tap “Show QR code”, then “Copy the link”.")
        back = (reverse("play:tonight", args=[club.slug]), _("Back to Tonight"))
        return error_page(request, 400, _("Nothing was saved"), sentence, leads_to=back)
    token, payload = found
    return redirect(f"{reverse('play:pad_deliver', args=[token])}?{payload}")


def _game(request: HtmxRequest, pad: Pad) -> tuple[queries.Game, bool]:
    """The game of a code's link, and whether its organiser saves it: the link was replaced, or the pad has stopped.

    Raises OrganiserNeeded, GameRemoved.
    """
    try:
        return pad.game, not pad.game.is_of_now(timezone.now()) and organises(request, pad.game.club)
    except GameRemoved:
        raise
    except LinkRevoked:
        game = queries.game_of_old_link(pad.link)
        if game is None or not organises(request, game.club):
            raise OrganiserNeeded from None
        if game.binned_at is not None:
            raise GameRemoved from None
        return game, True


def _save(
    link: PadLink,
    game: queries.Game,
    delivery: Delivery,
    decided: Decision | None,
    *,
    by_user: int | None,
    at: datetime,
) -> ActionRefused | None:
    """Save the entries of a code one by one. Returns the first refusal; what was saved before it stays.

    What was decided about an entry is done when its turn comes; an undo of one that was not used has nothing to undo.
    """
    if not queries.is_known(game, delivery.after):
        return EarlierCodeMissing(delivery.part - 1)
    known = queries.known_uids(game)
    saved_as, kept = game.delivered()
    new: dict[str, str] = {}
    kept_now: dict[str, str] = {}
    rows = queries.entries_by_uid(game)
    refusal = None
    for entry in delivery.entries:
        uid = str(entry.uid)
        gives_way = kept.get(entry.fields.get("last", ""))
        if decided and uid == decided.uid and not decided.uses_mine and decided.saved in rows:
            gives_way = decided.saved
        if uid not in kept and gives_way:
            kept[uid] = kept_now[uid] = gives_way
        if uid in kept:
            continue
        # What this phone entered may have been saved by another one before, under that one's uid.
        fields = {name: saved_as.get(value, value) for name, value in entry.fields.items()} | {"uid": str(entry.uid)}
        sent = replace(entry, fields=fields)
        if decided and uid == decided.uid and decided.uses_mine and decided.saved in rows:
            sent = in_place_of(rows[decided.saved], sent)
        try:
            saved = _take(link, sent, at)
        except LinkRevoked:
            raise
        except ActionRefused as refused:
            refusal = refused
            break
        saved_as[uid] = str(saved)
        if entry.uid not in known:
            new[uid] = str(saved)
    if new or kept_now:
        recording.log_delivery(link, new, kept_now, by_user=by_user, at=at)
    return refusal


def _take(link: PadLink, entry: DeliveredEntry, at: datetime) -> UUID:
    """Do what the phone would have posted; return the uid of what is saved. Raises the refusals of the actions."""
    fields = entry.fields
    seat, device = seat_in(fields.get("by_seat", "")), device_in(fields.get("device", ""))
    match entry.kind:
        case "correction":
            return recording.correct_hand(link, replace(entry_in(fields), device=device), by_seat=seat, at=at).hand.uid
        case "undo":
            undo = _valid(UndoForm(fields))
            return recording.undo_hand(link, *undo.values(), by_seat=seat, at=at).hand.uid
        case "confirmation":
            answer = _valid(ConfirmationForm(fields))
            hand, agrees = answer.cleaned_data["hand"], answer.is_accepted
            confirming.confirm_hand(link, entry.uid, hand, agrees=agrees, seat=seat, device=device, at=at)
        case "end":
            party_games.end_after_bell(link, uid=entry.uid, by_seat=seat, at=at)
        case "again":
            again = _valid(AgainForm(fields))
            lifecycle.play_again(link, again.cleaned_data["partner"], by_seat=seat, at=at)
        case _:
            return recording.record_hand(link, replace(entry_in(fields), device=device), by_seat=seat, at=at).hand.uid
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
    rejected = next((entry for entry, line in zip(delivery.entries, lines, strict=True) if not line.saved), None)
    saved_instead = refusal.theirs if isinstance(refusal, AlreadyEntered) else None
    context = {
        "delivery": delivery,
        "lines": lines,
        "refused": refusal and _sentences(view, refusal),
        "refused_line": next((line for line in lines if not line.saved), None),
        "saved": [line for line in lines if line.saved],
        "all_saved": all(line.saved for line in lines),
        "may_save": not isinstance(refusal, EarlierCodeMissing),
        "saved_instead": saved_instead,
        "rejected": rejected,
        "is_usable": saved_instead and rejected and can_replace(saved_instead, rejected),
        "token": queries.link(game).token,
    }
    return render_pad(request, "play/deliver.html", pad, view, status=refusal.status if refusal else 200, **context)


def _sentences(view: GameView, refusal: ActionRefused) -> list[str]:
    if isinstance(refusal, AlreadyEntered):
        return [refusal.sentence, _("Saved: {hand}").format(hand=view.numbered_text(refusal.theirs))]
    return refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence]
