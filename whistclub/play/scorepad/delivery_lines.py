"""The entries of a code in words, with what the game has of them already."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from whistclub.play import queries
from whistclub.play.actions.entries import EntrySubmission, validate_entry
from whistclub.play.actions.refusals import InvalidHand
from whistclub.play.game_view import GameView
from whistclub.play.models import EntryRecord
from whistclub.play.scorepad.delivery import DeliveredEntry, Delivery
from whistclub.play.scorepad.form import HandForm
from whistclub.play.text import entries as entries_text
from whistclub.play.text import hands as hand_text


@dataclass(slots=True)
class EntryLine:
    """A delivered entry in words; `problem` says why it cannot be saved, `saved` that it is saved already.

    `since` says what became of a saved entry, `differs` what is saved in the place of one that is not.
    """

    text: str
    problem: str = ""
    saved: bool = False
    since: str = ""
    differs: str = ""


def entry_in(fields: dict[str, str]) -> EntrySubmission:
    """The entry that these fields of a form make. Raises InvalidHand."""
    form = HandForm(fields)
    if not form.is_valid():
        raise InvalidHand(form.sentences)
    return form.entry()


def in_place_of(saved: EntryRecord, entry: DeliveredEntry) -> DeliveredEntry:
    """The entry as what corrects the saved one, or completes a saved bid."""
    fields = entry.fields | {"number": str(saved.position), "replaces": str(saved.uid)}
    return replace(entry, kind=entry.kind if saved.tricks is None else "correction", fields=fields)


def can_replace(saved: EntryRecord, entry: DeliveredEntry) -> bool:
    """Whether an entry can take the place of the saved one: a bid does not replace a whole hand."""
    return saved.tricks is None or entry.fields.get("save") != "bid"


def lines_of(view: GameView, delivery: Delivery) -> list[EntryLine]:
    """The entries of a code in their order."""
    saved = SavedEntries(view)
    places = Places(saved)
    texts = {str(entry.uid): view.numbered_text(entry) for entry in view.entries.hands}
    redeals = {entry.position: entry.is_taken_out for entry in view.complete_entries if entry.is_redeal}
    lines = []
    for entry in delivery.entries:
        try:
            line = EntryLine(_text(view, entry, texts, redeals))
        except InvalidHand as refusal:
            line = EntryLine(_("This entry cannot be saved"), problem=" ".join(refusal.sentences))
        if str(entry.uid) in saved.kept:
            line.saved, line.since = True, _("Not used: the saved entry was kept.")
        elif entry.uid in saved.known:
            line.saved, line.since = saved.holds(entry), saved.since(entry)
            if not line.saved:
                line.problem = _("This differs from what is saved: {entry}").format(entry=saved.text(entry))
        elif not line.problem and (other := places.other_than(entry)):
            line.differs = _("Entered differently on another phone: {entry}").format(entry=view.numbered_text(other))
        texts[str(entry.uid)] = line.text
        lines.append(line)
    return lines


def _text(view: GameView, entry: DeliveredEntry, texts: dict[str, str], redeals: dict[int, bool]) -> str:
    """What an entry says or does. Raises InvalidHand.

    `texts` are those of the entries before it, by uid; `redeals` are positions, which have no hand number, each with
    whether an entry was taken out there.
    """
    fields = entry.fields
    unknown = _("an earlier entry")
    match entry.kind:
        case "undo":
            return _("Undone: {entry}").format(entry=texts.get(fields.get("last", ""), unknown))
        case "confirmation":
            text = _("Confirmed: {hand}") if fields.get("agrees") == "yes" else _("Disputed: {hand}")
            return text.format(hand=texts.get(fields.get("hand", ""), unknown))
        case "end":
            return _("The game ends here, after the bell.")
        case "again":
            return _("The same people play the next game.")
    hand = entry_in(fields)
    validate_entry(hand, view.game)
    is_of_hand, was_taken_out = hand.position not in redeals, redeals.pop(hand.position, False)
    if hand.is_redeal:
        redeals[hand.position] = hand.is_taken_out
    number = hand.position - sum(each < hand.position for each in redeals)
    if hand.is_taken_out:
        return entries_text.taken_out(number if is_of_hand else None)
    if entry.kind == "correction":
        text = view.submission_text(hand.contract, hand.declarer, hand.tricks, hand.notes)
        if was_taken_out and not hand.is_redeal:
            return entries_text.detailed(entries_text.put_back(number), text)
        return hand_text.corrected(number, text)
    return view.submission_text(hand.contract, hand.declarer, hand.tricks, hand.notes, number)


class SavedEntries:
    """What a game has of the entries that codes bring: `known` are the uids of all that is saved."""

    def __init__(self, view: GameView) -> None:
        self.view = view
        self.known = queries.known_uids(view.game)
        self.saved_as, self.kept = view.game.delivered()
        self.rows = {str(row.uid): row for row in view.entries.hands}
        self.next_rows = {row.replaces_id: row for row in view.entries.hands if row.replaces_id}
        self.confirmed = {each.uid: (each.hand_id, each.agrees) for each in view.entries.confirmations}

    def row(self, uid: str) -> EntryRecord | None:
        """The row of an entry; another phone may have saved it under its own uid."""
        return self.rows.get(self.saved_as.get(uid, uid))

    def text(self, entry: DeliveredEntry) -> str:
        row = self.row(str(entry.uid))
        return self.view.numbered_text(row) if row else _("an earlier entry")

    def holds(self, entry: DeliveredEntry) -> bool:
        """Whether this entry, and no other, is saved under its uid."""
        row, fields = self.row(str(entry.uid)), entry.fields
        match entry.kind:
            case "undo":
                last = self.row(fields.get("last", ""))
                return row is not None and last is not None and row.removed and row.replaces_id == last.pk
            case "confirmation":
                hand = self.row(fields.get("hand", ""))
                return hand is not None and self.confirmed.get(entry.uid) == (hand.pk, fields.get("agrees") == "yes")
            case "end" | "again":
                return row is None and entry.uid not in self.confirmed
        return row is not None and _is_saved_as(entry, row)

    def since(self, entry: DeliveredEntry) -> str:
        """What became of a hand after it was saved; nothing of a bid that became its hand."""
        first = last = self.row(str(entry.uid))
        while last and last.pk in self.next_rows:
            last = self.next_rows[last.pk]
        if last is None or last is first:
            return ""
        if last.removed:
            return _("Removed since then.")
        if _is_saved_as(entry, last):
            return ""
        return _("Corrected since then: {hand}").format(hand=self.view.numbered_text(last))


def _is_saved_as(entry: DeliveredEntry, row: EntryRecord) -> bool:
    form = HandForm(entry.fields)
    return form.is_valid() and form.entry().is_saved_as(row)


class Places:
    """The score sheet as the entries of a code so far leave it: its saved rows, and None for each entry of the code."""

    def __init__(self, saved: SavedEntries) -> None:
        self.saved = saved
        self.rows: list[EntryRecord | None] = [*saved.view.entries.current_entries]

    def other_than(self, entry: DeliveredEntry) -> EntryRecord | None:
        """The next entry of the code takes its place, unless something else is saved there: that is returned."""
        if entry.kind == "undo":
            if self.rows and self.rows[-1] in {None, self.saved.row(entry.fields.get("last", ""))}:
                self.rows.pop()
            return None
        if entry.kind in {"confirmation", "end", "again"}:
            return None
        hand = entry_in(entry.fields)
        if hand.position > len(self.rows):
            self.rows.append(None)
            return None
        row = self.rows[hand.position - 1]
        if row is not None and hand.tricks is None and hand.has_same_bid_as(row):
            return None  # a bid: its hand, which comes later, may differ from the saved one
        if row is None or hand.is_same_entry_as(row):
            self.rows[hand.position - 1] = None
            return None
        fits = self.saved.row(str(hand.replaces)) == row
        if entry.kind != "correction":
            fits = row.tricks is None and (fits or hand.has_same_bid_as(row))
        if not fits:
            return row
        self.rows[hand.position - 1] = None
        return None
