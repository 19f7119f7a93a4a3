"""Refusals of actions at the table: each has a code, a sentence for people and an HTTP status."""

from zoneinfo import ZoneInfo

from django.utils.formats import date_format

from whistclub.play.models import EntryRecord, Game
from whistclub.web.errors import ActionRefused


class LinkRevoked(ActionRefused):
    """The link's signature is good, but the organiser has handed out a newer one."""

    status = 410

    @property
    def title(self) -> str:
        return "This link has been replaced"

    def __init__(self) -> None:
        super().__init__(
            "link_revoked",
            (
                "This score pad link has been replaced. Ask the organiser for the new code. Unsent entries stay on "
                "this phone. To send them, open the new score pad on this phone."
            ),
        )


class GameRemoved(LinkRevoked):
    """The game is in the bin: nobody sees or changes it unless an organiser restores it."""

    def __init__(self) -> None:
        super().__init__()
        self.code = "game_removed"
        self.sentence = (
            "An organiser has moved it to the bin. Unsent entries stay on this phone; they can be sent if the game is "
            "restored."
        )

    @property
    def title(self) -> str:
        return "This game was removed"


class InvalidHand(ActionRefused):
    """The entry is impossible with these rules; `sentences` name every problem."""

    status = 422

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("not_a_hand", " ".join(sentences))
        self.sentences = sentences


class GameOver(ActionRefused):
    """The game is finished, stopped or abandoned: no more hands."""

    def __init__(self, game: Game) -> None:
        if game.state != Game.State.STOPPED:
            sentence = "The game is over. This hand was not saved."
        elif game.party_code:
            sentence = "This game was abandoned. This hand was not saved."
        else:
            sentence = "The organiser has ended this game without a result. This hand was not saved."
        super().__init__("game_closed", sentence)


class GameStopped(GameOver):
    """Nothing is undone while a game is stopped or abandoned: what was entered after an undo could not follow it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if game.party_code:
            self.sentence = "This game was abandoned. Nothing was undone."
        else:
            self.sentence = "The organiser has ended this game without a result. Nothing was undone."


class ResultLocked(ActionRefused):
    """The organiser has locked the result: phones can only view it."""

    def __init__(self) -> None:
        super().__init__(
            "result_closed",
            "The organiser has locked this result. Nothing was changed; ask the organiser to unlock it.",
        )


class PadStopped(ActionRefused):
    """The game has been over, or unused, for too long for phones to change it: an organiser can let them again."""

    status = 410

    def __init__(self, game: Game) -> None:
        day = date_format(game.touched_at.astimezone(ZoneInfo(game.club.time_zone)), "DATE_FORMAT")
        if game.state == Game.State.FINISHED:
            sentence = "This game ended on {day}, so phones can only view it now."
        else:
            sentence = "Nobody has used this score pad since {day}, so phones can only view it now."
        ask = "Nothing was changed. Ask the organiser to choose “Let phones change it again” on the game’s page."
        super().__init__("pad_stopped", f"{sentence.format(day=day)} {ask}")


class ImpossibleDay(ActionRefused):
    """Nothing can have been played on this day."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("impossible_day", sentence)


class NothingPlayed(ActionRefused):
    """A game cannot end before its first hand."""

    def __init__(self) -> None:
        super().__init__("nothing_played", "Enter the hand you are playing before you end the game.")


class AlreadyEntered(ActionRefused):
    """Another phone was first, with something else; `theirs` is the saved entry."""

    def __init__(self, theirs: EntryRecord) -> None:
        super().__init__(
            "already_entered",
            "This hand has already been entered on another phone. Yours was not saved.",
        )
        self.theirs = theirs


class CorrectedMeanwhile(AlreadyEntered):
    """Another phone corrected the same hand first; `theirs` is the saved entry."""

    def __init__(self, theirs: EntryRecord) -> None:
        super().__init__(theirs)
        self.code = "corrected_meanwhile"
        self.sentence = "This hand has since been corrected on another phone. Your correction was not saved."


class StalePage(ActionRefused):
    """The page was made before something that has happened since."""

    def __init__(self) -> None:
        super().__init__(
            "page_is_old",
            "Something changed since you opened this page. Look at what it shows now, then try again.",
        )


class NotTheLast(StalePage):
    """What was to be undone is no longer the last entry.

    `number` and `newest` are those of hands; None of other entries, and where a page may know other numbers.
    """

    def __init__(self, number: int | None, newest: int | None) -> None:
        super().__init__()
        self.code = "not_the_last"
        if number is not None and newest is not None:
            sentence = (
                "Hand {newest} has been entered since, so hand {number} can no longer be undone. To correct it, tap it "
                "in the score sheet."
            )
            self.sentence = sentence.format(newest=newest, number=number)
        else:
            self.sentence = (
                "Something else has been entered since, so this can no longer be undone. To correct a hand, tap it in "
                "the score sheet."
            )


class NotAsSeen(StalePage):
    """What was to be undone, confirmed or disputed has been corrected or removed meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.code = "not_as_seen"
        self.sentence = (
            "This has been changed on another phone since, so nothing was done. Look at what the page shows now."
        )


class EarlierEntryRemoved(StalePage):
    """An entry before this one was removed, or discarded before it was sent: this one has a lower position now."""

    def __init__(self) -> None:
        super().__init__()
        self.code = "earlier_entry_removed"
        self.sentence = "An entry before this one is missing. Yours was not saved."


class LastEntryReplaced(StalePage):
    """Another phone put `theirs` in the place of the last entry, in the same words: perhaps it is the same hand."""

    def __init__(self, theirs: EntryRecord) -> None:
        super().__init__()
        self.code = "last_entry_replaced"
        self.sentence = "Another phone has changed the last entry: it now says the same as yours. Yours was not saved."
        self.theirs = theirs


class OldPage(ActionRefused):
    """The page was made before an update and names what it means in a way that is no longer understood."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            "page_before_update",
            "The site was updated while this page was open. Your choices are still here: tap again in a moment.",
        )


class UidReused(ActionRefused):
    """The same id came with different content: two entries would pass for one."""

    def __init__(self) -> None:
        super().__init__("uid_used", "This page has already saved something else. Reload it and try again.")


class GameInProgress(ActionRefused):
    """The next game waits for the end of this one."""

    def __init__(self) -> None:
        super().__init__("game_running", "This game is not over yet.")


class CannotConfirm(ActionRefused):
    """A hand is confirmed by another side than the one that entered it."""

    status = 422

    def __init__(self) -> None:
        super().__init__("cannot_answer", "Only another side’s phone can confirm this hand.")
