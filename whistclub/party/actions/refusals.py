"""Expected refusals of actions on a party."""

from collections.abc import Sequence

from django.utils.text import capfirst

from whistclub.party.state import PartyState
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural, tables_text


class TooFewPlayers(Refused):
    """Too few people are present for one table."""

    def __init__(self, *, pairs: bool) -> None:
        super().__init__(
            "too_few",
            "At least two pairs are needed." if pairs else "At least four people are needed.",
        )


class NeedPartners(Refused):
    """A movement for fixed pairs cannot seat people without a partner."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__("need_partners", "These players still need a partner: {names}.".format(names=", ".join(names)))


class DoesNotFit(Refused):
    """The movement does not work with this number of people or rounds; `why` is a sentence."""

    def __init__(self, people: int, why: str) -> None:
        super().__init__(
            "does_not_fit",
            f"This movement doesn’t work with {people} people. {why} Choose another one in the settings.",
        )


class ResultsMissing(Refused):
    """Tables of the round have no result yet."""

    def __init__(self, tables: Sequence[int]) -> None:
        super().__init__(
            "results_missing",
            plural(len(tables), "The result of {tables} is missing.", "The results of {tables} are missing.").format(
                tables=tables_text(tables)
            ),
        )


class LeftInDraft(Refused):
    """Somebody who left has a seat in a draft that was changed by hand."""

    def __init__(self, names: Sequence[str]) -> None:
        sentence = plural(
            len(names),
            "{names} has left and still has a seat in this draft. Swap them with someone who sits out, or seat the "
            "round again.",
            "{names} have left and still have seats in this draft. Swap them with people who sit out, or seat the "
            "round again.",
        )
        super().__init__("left_in_draft", sentence.format(names=", ".join(names)))


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


class ConfirmationRequired(Refused):
    """The action would lose hands, which `sentences` name; it needs a confirmation."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("would_lose", " ".join(sentences))
        self.sentences = sentences


class StalePartyState(Refused):
    """The action does not fit the state of the party: the page was old, or two organisers work at once."""

    def __init__(self) -> None:
        super().__init__(
            "not_now", "Something changed since you opened this page. Look at what it shows now, then try again."
        )


class PartyNotOver(Refused):
    """The day of a party that is being played, or has not begun, cannot be changed."""

    def __init__(self) -> None:
        super().__init__("party_not_over", "The party is not over. Finish it first; then you can change its day.")


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


class NotSavedYet(Refused):
    """This result can be saved, but the organiser was asked about it before, and first sees what is true now."""

    def __init__(self, result: str, number: int) -> None:
        super().__init__(
            "not_saved_yet",
            f"{result}, in round {number}. The table now has no result.",
        )


class PageOutOfDate(Exception):
    """A form of a page that shows another round, or another draft, than there is now (numbers; 0: none).

    The gate answers it with a page of its own, so that no view can forget to: this is no Refused.
    """

    status = 409

    def __init__(self, *, shown: int, now: int, draft: int, is_same_round: bool) -> None:
        self.sentence = _old_draft(now, draft) if is_same_round else _old_round(shown, now)
        super().__init__(self.sentence)


def _old_round(shown: int, now: int) -> str:
    if not shown:
        return f"This page shows no round; round {now} is being played."
    if not now:
        return f"This page shows round {shown}, which was undone."
    if shown < now:
        return f"This page shows round {shown}; round {now} is being played."
    if shown > now:
        return f"This page shows round {shown}, which was undone; round {now} is being played."
    return f"This page shows round {shown} as it was before it was undone and seated again."


def _old_draft(now: int, draft: int) -> str:
    if draft:
        return f"The seating of round {draft} was drafted after this page was opened."
    return f"The draft of round {now + 1} on this page no longer exists."


class StillPlaying(Refused):
    """A person at a table without a result cannot be checked out."""

    def __init__(self, name: str) -> None:
        super().__init__("sits_at_table", f"{name} is playing: first decide what happens to their table.")


class SeatedSince(Refused):
    """A check-in is not undone after its people were seated."""

    def __init__(self) -> None:
        super().__init__(
            "seated_since", "A round has been announced since. To check someone out, tap their name in the list."
        )


class NoSubstitute(Refused):
    """The chosen substitute is not here, or has a seat in this round."""

    status = 422

    def __init__(self) -> None:
        super().__init__("no_substitute", "Only a player who is here without a seat in this round can take over.")


class ReasonNeeded(Refused):
    """Seats that the movement gave are only changed with a reason."""

    status = 422

    def __init__(self) -> None:
        super().__init__("reason_needed", "Enter a short reason for the swap; it is kept in the log.")


class PartyRemoved(Refused):
    """The party is in the bin: nothing happens in it unless an organiser restores it."""

    status = 410

    def __init__(self) -> None:
        super().__init__("party_removed", "This party is in the bin. Nothing was changed.")


class NotARehearsal(Refused):
    """Only rehearsals have made-up results."""

    def __init__(self) -> None:
        super().__init__("not_a_rehearsal", "This is not a rehearsal: only rehearsals can have made-up results.")
