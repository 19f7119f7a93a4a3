"""What is refused of a party, in sentences: a class where callers tell it apart, else a function."""

from collections.abc import Iterable, Sequence

from django.utils.text import capfirst

from whistclub.party.rounds import TableState
from whistclub.party.state import PartyState
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural, tables_text


class StalePartyState(Refused):
    """The action does not fit the state of the party: the page was old, or two organisers work at once."""

    def __init__(self) -> None:
        super().__init__(
            "not_now", "Something changed since you opened this page. Look at what it shows now, then try again."
        )


class PageOutOfDate(Refused):
    """A form of a page that shows another round, or another draft, than there is now."""

    def __init__(self) -> None:
        super().__init__(
            "page_out_of_date",
            "This page was out of date: by now there is another round or another seating. Nothing was changed.",
        )


class ConfirmationRequired(Refused):
    """The action would lose hands, which `sentences` name; it needs a confirmation."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("would_lose", " ".join(sentences))
        self.sentences = sentences


class StillPlaying(Refused):
    """A person at a table without a result cannot be checked out."""

    def __init__(self, name: str) -> None:
        super().__init__("sits_at_table", f"{name} is playing: first decide what happens to their table.")


class ResultKnown(Refused):
    """The table has a result already: the same one, or another than the organiser saw when they typed theirs.

    `state` has that table as it was found.
    """

    def __init__(self, state: PartyState, *, is_same: bool) -> None:
        super().__init__("result_known", "This table has a result already.")
        self.state = state
        self.is_same = is_same


class ResultUnlikely(Refused):
    """This result is very unlikely by the rules; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__("result_unlikely", sentence)


def party_removed() -> Refused:
    return Refused("party_removed", "This party is in the bin. Nothing was changed.", 410)


def cannot_undo(later: str = "") -> Refused:
    """Undo takes back the newest change, as long as everything is as that left it. `later`: what must go first."""
    sentence = f"First undo what was done later: {later}." if later else "Something has changed since; this stays."
    return Refused("cannot_undo", sentence)


def results_missing(tables: Iterable[TableState]) -> Refused:
    numbers = [each.number for each in tables]
    results = plural(len(numbers), "result", "results")
    are = plural(len(numbers), "is", "are")
    return Refused("results_missing", f"The {results} of {tables_text(numbers)} {are} missing.")


def cut_needed(tables: Iterable[TableState]) -> Refused:
    """Drawn tables need a cut of the cards before the next seating."""
    numbers = [each.number for each in tables]
    were = plural(len(numbers), "was", "were")
    pair = plural(len(numbers), "pair moves", "pairs move")
    sentence = f"{capfirst(tables_text(numbers))} {were} tied: cut the cards and choose which {pair} up."
    return Refused("cut_needed", sentence)


def too_few(*, pairs: bool) -> Refused:
    return Refused("too_few", "At least two pairs are needed." if pairs else "At least four people are needed.")


def need_partners(names: Sequence[str]) -> Refused:
    return Refused("need_partners", f"These players still need a partner: {', '.join(names)}.")


def does_not_fit(people: int, why: str) -> Refused:
    """The movement does not work with this number of people or rounds; `why` is a sentence."""
    sentence = f"This movement doesn’t work with {people} people. {why} Choose another one in the settings."
    return Refused("does_not_fit", sentence)


def left_in_draft(names: Sequence[str]) -> Refused:
    """Somebody who left has a seat in a draft that was changed by hand."""
    one = "has left and still has a seat in this draft. Swap them with someone who sits out"
    many = "have left and still have seats in this draft. Swap them with people who sit out"
    sentence = f"{', '.join(names)} {plural(len(names), one, many)}, or seat the round again."
    return Refused("left_in_draft", sentence)


def no_substitute() -> Refused:
    sentence = "Only a player who is here without a seat in this round can take over."
    return Refused("no_substitute", sentence, 422)


def reason_needed() -> Refused:
    return Refused("reason_needed", "Enter a short reason for the swap; it is kept in the log.", 422)


def party_not_over() -> Refused:
    return Refused("party_not_over", "The party is not over. Finish it first; then you can change its day.")


def not_a_rehearsal() -> Refused:
    return Refused("not_a_rehearsal", "This is not a rehearsal: only rehearsals can have made-up results.")


def list_closed() -> Refused:
    return Refused("list_closed", "This list is closed. Please ask the organiser.", 410)


def list_full() -> Refused:
    return Refused("list_full", "The list is full at the moment. Try again in a minute, or ask the organiser.", 429)
