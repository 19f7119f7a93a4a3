"""Why an action at the table may be refused: a code, a sentence for people, a status."""

from django.utils.translation import gettext as _

from whistclub.play.models import EntryRecord
from whistclub.web.errors import ActionRefused


class LinkRevoked(ActionRefused):
    """The link's signature is good, but the organiser has handed out a newer one."""

    status = 410

    def __init__(self) -> None:
        super().__init__(
            "link_revoked",
            _("This score pad link has been replaced. Ask the organiser for the new code; nothing is lost."),
        )


class InvalidHand(ActionRefused):
    """What was entered cannot have happened at a table; `sentences` name every fault."""

    status = 422

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("not_a_hand", " ".join(sentences))
        self.sentences = sentences


class GameClosed(ActionRefused):
    """The game is over or stopped: no more hands."""

    def __init__(self, *, stopped: bool) -> None:
        super().__init__(
            "game_closed",
            _("The game has been stopped by the organiser. This hand was not saved.")
            if stopped
            else _("The game is over. This hand was not saved."),
        )


class ResultClosed(ActionRefused):
    """The organiser has closed the table's result: phones only look."""

    def __init__(self) -> None:
        super().__init__(
            "result_closed",
            _("The organiser has closed this result. Nothing was changed; ask the organiser to open it again."),
        )


class NothingPlayed(ActionRefused):
    """A game cannot end before its first hand, nor in the middle of one."""

    def __init__(self) -> None:
        super().__init__(
            "nothing_played", _("Enter the hand that was being played, or take its bid out, before you end the game.")
        )


class AlreadyEntered(ActionRefused):
    """Another phone was first, with something else; `theirs` is what is in the book."""

    def __init__(self, theirs: EntryRecord) -> None:
        super().__init__(
            "already_entered",
            _("This hand has already been entered on another phone. Yours was not saved."),
        )
        self.theirs = theirs


class CorrectedMeanwhile(AlreadyEntered):
    """Somebody else put the same hand right first; `theirs` is what is in the book now."""

    def __init__(self, theirs: EntryRecord) -> None:
        super().__init__(theirs)
        self.code = "corrected_meanwhile"
        self.sentence = _("This hand has been corrected on another phone meanwhile. Yours was not saved.")


class StalePage(ActionRefused):
    """The page was made before something that has happened since."""

    def __init__(self) -> None:
        super().__init__(
            "page_is_old",
            _("Something has changed since this page was loaded. Look at it again, then repeat."),
        )


class UidReused(ActionRefused):
    """The same id came with other content: two entries would be taken for one."""

    def __init__(self) -> None:
        super().__init__("uid_used", _("This page has saved something else already. Load it again, then repeat."))


class GameRunning(ActionRefused):
    """The next game waits for the end of this one."""

    def __init__(self) -> None:
        super().__init__("game_running", _("This game is not over yet."))


class CannotAnswer(ActionRefused):
    """A hand is accepted by another side than the one that entered it."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            "cannot_answer", _("A hand is accepted on a phone of another side than the one that entered it.")
        )
