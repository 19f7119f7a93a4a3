"""Refusals of actions at the table. Four are told apart by their callers; the others differ by their code only."""

from typing import Any
from zoneinfo import ZoneInfo

from django.forms import BaseForm
from django.http import QueryDict
from django.utils.formats import date_format

from whistclub.play.models import EntryRecord, Game
from whistclub.web.errors import Refused
from whistclub.web.fields import whole


def page_is_old() -> Refused:
    sentence = "Something changed since you opened this page. Look at what it shows now, then try again."
    return Refused("page_is_old", sentence)


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
    if game.state == Game.State.FINISHED:
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
        sentence = "This game was abandoned."
    else:
        sentence = "The organiser has ended this game without a result."
    return Closed("game_closed", f"{sentence} {then}")
