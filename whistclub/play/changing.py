"""The one way to change a game: hold it, change it, replay it, write its log, raise its revision; and its refusals.

Callers tell those with a class of their own apart; the others differ by their code only.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F
from django.forms import BaseForm
from django.http import QueryDict
from django.utils.formats import date_format

from whistclub.accounts.models import User
from whistclub.play import replay
from whistclub.play.models import EntryRecord, Game, GameEvent, PadLink, PartyNow
from whistclub.play.statistics import learn_after_commit
from whistclub.web.errors import PAGE_IS_OLD, Refused
from whistclub.web.fields import whole
from whistclub.web.transactions import write_transaction

# An organiser, or the seat of a phone's owner; None for a phone whose owner does not play.
By = User | int | None


@contextmanager
def changing(
    of: Game | PadLink,
    kind: GameEvent.Kind | None = None,
    *,
    by: By,
    at: datetime,
    counts_as_use: bool = True,
    **data: Any,
) -> Iterator[Game]:
    """The game of a link, or a game, held: nobody else writes it until it is replayed, logged as `kind` and stored.

    A block that finds nothing to do sets `game.left_alone`. Phones may write as long as a game is in use: a change of
    something else than its play does not count as use. Raises LinkGone.
    """
    with write_transaction():
        game = _held(of)
        before = game.state
        yield game
        if game.left_alone:
            return
        if kind:
            log_event(game, kind, by=by, at=at, **data)
        store(game, before, by=by, at=at, counts_as_use=counts_as_use)


def store(game: Game, before: str, *, by: By, at: datetime, counts_as_use: bool = True) -> None:
    """Inside a transaction: store a held game, with the result of its entries; `before` was its state.

    A stopped game stays so. Pages of the party hear of it: `PartyNow` counts up its `hands` and `results` here alone.
    """
    after = replay.fold(game, replay.read(game))
    game.cache_state(after)
    was_finished = before == Game.State.FINISHED
    if game.state != Game.State.STOPPED:
        game.state = Game.State.FINISHED if after.over else Game.State.RUNNING
        if not after.over:
            game.finished_at = None
            if was_finished:
                log_event(game, GameEvent.Kind.REOPENED, by=by, at=at)
        elif not was_finished:
            game.finished_at = at
            log_event(game, GameEvent.Kind.ENDED, by=by, at=at)
    # A phone that corrects a finished game does not keep its pads open: they stop with the game.
    if counts_as_use and (isinstance(by, User) or not (was_finished and game.state == Game.State.FINISHED)):
        game.used_at = at
    # Before the first hand somebody else may deal first, which pages of seats say too.
    is_result = was_finished or game.state != Game.State.RUNNING or not game.hands_scored
    game.awaits_statistics |= was_finished or game.state == Game.State.FINISHED
    game.revision += 1
    game.save()
    if game.awaits_statistics:
        learn_after_commit([game.pk])
    if game.party_code:
        # A change of several games of a party has locked them all before, so two changes never deadlock here.
        PartyNow.objects.filter(pk=game.party_code).update(hands=F("hands") + 1, results=F("results") + int(is_result))


def _held(of: Game | PadLink) -> Game:
    games = Game.objects.select_for_update()
    if isinstance(of, Game):
        found = games.filter(pk=of.pk).first()
    else:
        found = games.filter(code=of.code, link_version=of.version).first()
    if found is None or found.binned_at is not None:
        raise LinkGone(binned=found is not None)
    return found


def require_open(game: Game, at: datetime) -> None:
    """Raises Closed if phones may not write; a game that is over may still be open, so that it can be corrected.

    Callers first answer a repeat of an entry that is already saved.
    """
    if game.locked:
        sentence = "The organiser has locked this result. Nothing was changed; ask the organiser to unlock it."
        raise Closed("result_closed", sentence)
    if not game.is_of_now(at):
        raise pad_stopped(game)


def require_standalone_game(game: Game) -> None:
    """The games of a party are started and ended on the party's page."""
    if game.party_code:
        raise Refused("belongs_to_party", "This game belongs to a party. Go to the party’s page to do this.")


def log_event(game: Game, kind: GameEvent.Kind, *, by: By, at: datetime, **data: Any) -> None:
    """Which `data` belong to which kind is written at GameEvent."""
    user, seat = (by, None) if isinstance(by, User) else (None, by)
    GameEvent.objects.create(game=game, kind=kind, at=at, by_user=user, by_seat=game.seat(seat), data=data)


# Refusals


def page_is_old() -> Refused:
    return Refused("page_is_old", PAGE_IS_OLD)


def not_as_seen() -> Refused:
    sentence = "This has been changed on another phone since, so nothing was done. Look at what the page shows now."
    return Refused("not_as_seen", sentence)


def checked(form: BaseForm) -> dict[str, Any]:
    """What a page has sent. Raises "page_is_old" if no page of now sends this."""
    if not form.is_valid():
        raise page_is_old()
    return form.cleaned_data


def number_in(sent: QueryDict, name: str) -> int:
    """A number that a page has sent. Raises "page_is_old" if it is none."""
    number = whole(sent, name)
    if number is None:
        raise page_is_old()
    return number


class LinkGone(Refused):
    """The game of the link is in the bin, or the organiser has handed out a newer link."""

    def __init__(self, *, binned: bool = False) -> None:
        if binned:
            code, title = "game_removed", "This game was removed"
            sentence = "An organiser has moved it to the bin."
            then = "Unsent entries stay on this phone; they can be sent if the game is restored."
        else:
            code, title = "link_revoked", "This link has been replaced"
            sentence = "This score pad link has been replaced. Ask the organiser for the new code."
            then = "Unsent entries stay on this phone. To send them, open the new score pad on this phone."
        super().__init__(code, f"{sentence} {then}", 410, title=title)


class InvalidHand(Refused):
    """The entry is impossible with these rules; `sentences` name every problem."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("not_a_hand", " ".join(sentences), 422)
        self.sentences = sentences


class EntryConflict(Refused):
    """Another phone was first. `theirs` is the saved entry; without one, an entry before mine is missing."""

    def __init__(self, code: str, sentence: str, theirs: EntryRecord | None = None) -> None:
        super().__init__(code, sentence)
        self.theirs = theirs


class Closed(Refused):
    """The game takes no more hands."""


def pad_stopped(game: Game) -> Closed:
    """The game has been over, or unused, for too long for phones to change it."""
    day = date_format(game.touched_at.astimezone(ZoneInfo(game.club.time_zone)), "DATE_FORMAT")
    if game.state != Game.State.RUNNING:
        sentence = f"This game ended on {day}, so phones can only view it now."
    else:
        sentence = f"Nobody has used this score pad since {day}, so phones can only view it now."
    ask = "Nothing was changed. Ask the organiser to choose “Let phones change it again” on the game’s page."
    return Closed("pad_stopped", f"{sentence} {ask}", 410)


def game_over(game: Game, then: str = "This hand was not saved.") -> Closed:
    """The game is finished, stopped or abandoned."""
    if game.state != Game.State.STOPPED:
        sentence = "The game is over."
    elif game.party_code:
        sentence = "The organiser has ended this game."
    else:
        sentence = "The organiser has ended this game without a result."
    return Closed("game_closed", f"{sentence} {then}")
