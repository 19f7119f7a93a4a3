"""Expected refusals of actions on a party that callers tell apart; the others are functions with their sentences."""

from collections.abc import Sequence

from django.utils.text import capfirst

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


class PartyRemoved(Refused):
    """The party is in the bin: nothing happens in it unless an organiser restores it."""

    status = 410

    def __init__(self) -> None:
        super().__init__("party_removed", "This party is in the bin. Nothing was changed.")


class CannotUndo(Refused):
    """Undo takes back the newest change, as long as everything is as that left it. `later`: what must go first."""

    def __init__(self, later: str = "") -> None:
        sentence = f"First undo what was done later: {later}." if later else "Something has changed since; this stays."
        super().__init__("cannot_undo", sentence)


class ConfirmationRequired(Refused):
    """The action would lose hands, which `sentences` name; it needs a confirmation."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("would_lose", " ".join(sentences))
        self.sentences = sentences


class StillPlaying(Refused):
    """A person at a table without a result cannot be checked out."""

    def __init__(self, name: str) -> None:
        super().__init__("sits_at_table", f"{name} is playing: first decide what happens to their table.")


class ResultsMissing(Refused):
    """Tables of the round have no result yet."""

    def __init__(self, tables: Sequence[int]) -> None:
        super().__init__(
            "results_missing",
            plural(len(tables), "The result of {tables} is missing.", "The results of {tables} are missing.").format(
                tables=tables_text(tables)
            ),
        )


class CutRequired(Refused):
    """Drawn tables need a cut of the cards before the next seating."""

    def __init__(self, tables: Sequence[int]) -> None:
        super().__init__(
            "cut_needed",
            plural(
                len(tables),
                "{tables} was tied: cut the cards and choose which pair moves up.",
                "{tables} were tied: cut the cards and choose which pairs move up.",
            ).format(tables=capfirst(tables_text(tables))),
        )


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
    sentence = plural(
        len(names),
        "{names} has left and still has a seat in this draft. Swap them with someone who sits out, or seat the "
        "round again.",
        "{names} have left and still have seats in this draft. Swap them with people who sit out, or seat the "
        "round again.",
    )
    return Refused("left_in_draft", sentence.format(names=", ".join(names)))


def no_substitute() -> Refused:
    sentence = "Only a player who is here without a seat in this round can take over."
    return Refused("no_substitute", sentence, 422)


def reason_needed() -> Refused:
    return Refused("reason_needed", "Enter a short reason for the swap; it is kept in the log.", 422)


def party_not_over() -> Refused:
    return Refused("party_not_over", "The party is not over. Finish it first; then you can change its day.")


def not_a_rehearsal() -> Refused:
    return Refused("not_a_rehearsal", "This is not a rehearsal: only rehearsals can have made-up results.")
