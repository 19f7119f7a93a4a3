"""Why an action on a party may be refused: a code, a sentence for people, a status."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.web.errors import ActionRefused


class TooFewPlayers(ActionRefused):
    """Nobody can be seated with so few people."""

    def __init__(self, *, pairs: bool) -> None:
        super().__init__(
            "too_few",
            _("At least two pairs are needed.") if pairs else _("At least four people are needed."),
        )


class NeedPartners(ActionRefused):
    """A movement of pairs cannot seat single people."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(
            "need_partners", _("Everybody needs a partner first. Without one: {names}.").format(names=", ".join(names))
        )


class DoesNotFit(ActionRefused):
    """The movement chosen cannot run with so many people or rounds; `why` is a sentence."""

    def __init__(self, people: int, why: str) -> None:
        super().__init__(
            "does_not_fit",
            _(
                "The movement of this party cannot seat {people} people. {why} Choose another one in the settings."
            ).format(people=people, why=why),
        )


class ResultsMissing(ActionRefused):
    """The next seating waits for tables that still play."""

    def __init__(self, tables: Sequence[int]) -> None:
        super().__init__(
            "results_missing",
            ngettext(
                "The result of table {tables} is missing.",
                "The results of tables {tables} are missing.",
                len(tables),
            ).format(tables=", ".join(map(str, tables))),
        )


class CutRequired(ActionRefused):
    """A drawn table must say which pair moves as the winner."""

    def __init__(self, tables: Sequence[int]) -> None:
        super().__init__(
            "cut_needed",
            _("Table {tables} ended level: say which pair moves as the winner (the higher cut).").format(
                tables=", ".join(map(str, tables))
            ),
        )


class ConfirmationRequired(ActionRefused):
    """Undoing this would throw away hands; `sentences` name them, and doing it needs a second word."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("would_lose", " ".join(sentences))
        self.sentences = sentences


class StalePartyState(ActionRefused):
    """What was asked does not fit the state of the party: the page was old, or two organisers work at once."""

    def __init__(self) -> None:
        super().__init__(
            "not_now", _("The party has moved on since this page was loaded. Look at it again, then repeat.")
        )


class StillPlaying(ActionRefused):
    """Somebody who plays just now can only leave by saying what becomes of the table."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "sits_at_table", _("{name} is playing. Say first what becomes of the table.").format(name=name)
        )


class NoSubstitute(ActionRefused):
    """Whoever is to take the chair does not sit out in this round."""

    status = 422

    def __init__(self) -> None:
        super().__init__("no_substitute", _("Only somebody who sits out this round can take the chair."))


class ReasonNeeded(ActionRefused):
    """Seats of the movement are changed with a reason only."""

    status = 422

    def __init__(self) -> None:
        super().__init__("reason_needed", _("Say in a few words why the seats are changed; it goes into the log."))


class NotRemovable(ActionRefused):
    """Only a party of which nothing was ever played can be taken away; `why` is a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__("not_removable", why)


class NotARehearsal(ActionRefused):
    """Results are made up in rehearsals only."""

    def __init__(self) -> None:
        super().__init__("not_a_rehearsal", _("This is the real party: results are made up in a rehearsal only."))
