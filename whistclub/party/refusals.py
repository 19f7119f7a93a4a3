"""What is refused of a party where callers tell it apart, or two actions refuse the same."""

from collections.abc import Iterable

from whistclub.party.rounds import TableState
from whistclub.party.state import PartyState
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural, tables_text


class StalePartyState(Refused):
    """The action does not fit the state of the party: the page was old, or two organisers work at once."""

    def __init__(self) -> None:
        sentence = "Something changed since you opened this page. Look at what it shows now, then try again."
        super().__init__("not_now", sentence)


class StillPlaying(Refused):
    """A person at a table without a result cannot be checked out."""


class ResultKnown(Refused):
    """The table has a result already: the same one, or another than the organiser saw when they typed theirs.

    `state` has that table as it was found.
    """

    def __init__(self, state: PartyState, *, is_same: bool) -> None:
        super().__init__("result_known", "This table has a result already.")
        self.state, self.is_same = state, is_same


def results_missing(tables: Iterable[TableState]) -> Refused:
    numbers = [each.number for each in tables]
    results, are = plural(len(numbers), "result", "results"), plural(len(numbers), "is", "are")
    return Refused("results_missing", f"The {results} of {tables_text(numbers)} {are} missing.")


def list_closed() -> Refused:
    return Refused("list_closed", "This list is closed. Please ask the organiser.", 410)
