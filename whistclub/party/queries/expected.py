"""Who said before the party that they will come: the order decides who has a place and who is on the waiting list."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from whistclub.club.models import Player
from whistclub.club.queries import known_names
from whistclub.party.invitation import Invitation
from whistclub.party.models import ExpectedName, Party, Round, SeatAssignment
from whistclub.party.state import PartyState


@dataclass(frozen=True, slots=True)
class Expected:
    """Those who have a place, and the waiting list, each in the order in which they said so; then those removed.

    Two who come together may both have said so, each with the other: everyone is counted once. `numbers` are those of
    the waiting list, by the key of the line.
    """

    coming: list[ExpectedName]
    waiting: list[ExpectedName]
    removed: list[ExpectedName]
    numbers: Mapping[int, int]

    @property
    def people(self) -> int:
        """How many people have a place."""
        return people_in(self.coming)

    @property
    def people_waiting(self) -> int:
        return people_in([*self.coming, *self.waiting]) - self.people

    def fits(self, line: ExpectedName, most: int | None) -> bool:
        """Whether there is a place for somebody who waits: those before them are too many for it."""
        return most is None or people_in([*self.coming, line]) <= most

    @property
    def couples(self) -> set[frozenset[str]]:
        """Who said that they come together, on both lists."""
        return {line.people for line in [*self.coming, *self.waiting] if line.partner}

    def number_of(self, name: ExpectedName) -> int:
        """Their number on the waiting list; 0 for those who have a place."""
        return self.numbers.get(name.pk, 0)


@dataclass(slots=True)
class ExpectedRow:
    """People who said so first on one line, as the desk lists them: everyone once, whatever lines they are on.

    `partner` is on another row. `keys`: lines that go when this is removed. `fits`: the line that can be given a free
    place, which is too small for those before it; 0 for none.
    """

    names: list[str]
    partner: str = ""
    keys: list[int] = field(default_factory=list)
    fits: int = 0

    def __str__(self) -> str:
        return " & ".join(self.names)


@dataclass(frozen=True, slots=True)
class ExpectedPerson:
    """One person who is expected and not here yet. `player` is None for a name that is new to the club.

    `waiting` is their number on the waiting list, else 0. `key` is that of their line, `partner` the other name on it.
    """

    key: int
    is_partner: bool
    name: str
    partner: str
    waiting: int
    player: Player | None


@dataclass(frozen=True, slots=True)
class Coming:
    """What the public page shows a phone before the party."""

    party: Party
    expected: Expected
    phone: str

    @property
    def mine(self) -> list[str]:
        """The names that this phone wrote: none, one or two."""
        return self._line.names if self._line else []

    @property
    def own(self) -> dict[str, str]:
        """The same as the form shows it."""
        return {"name": self._line.name, "partner": self._line.partner} if self._line else {}

    @property
    def number(self) -> int:
        """The number of this phone’s people on the waiting list; 0 if they have a place."""
        return self.expected.number_of(self._line) if self._line else 0

    @property
    def is_full(self) -> bool:
        """Whether the next one would be on the waiting list."""
        most = self.party.invitation.most
        return bool(self.expected.waiting) or (most is not None and self.expected.people >= most)

    @property
    def names(self) -> list[str]:
        """Who is coming, as they wrote it; none unless the organiser lets everyone read the names."""
        if not self.party.invitation.shows_names:
            return []
        shown = {name.casefold(): name for line in self.expected.coming for name in line.names}
        return sorted(shown.values(), key=str.casefold)

    @property
    def version(self) -> str:
        """What a phone waits for: its own place. How many others come is news when the page is opened again."""
        return "·".join([self.party.invitation.when, self.party.invitation.place, str(self.number), *self.mine])

    @property
    def _line(self) -> ExpectedName | None:
        lines = [*self.expected.coming, *self.expected.waiting]
        return next((each for each in lines if each.phone == self.phone), None)


def is_invited(party: Party) -> bool:
    """Whether people can say that they are coming: until the first round is announced."""
    return party.invitation.starts_at is not None and party.state == Party.State.GATHERING


def usual_invitation(party: Party) -> Invitation:
    """The newest invitation to another party of the club: time and place are often the same. One query."""
    others = (
        Party.objects.filter(club=party.club_id, binned_at=None).exclude(pk=party.pk).exclude(invitation_settings={})
    )
    stored = others.order_by("-created_at").values_list("invitation_settings", flat=True).first()
    return Invitation.read(stored or {})


def people_in(names: Iterable[ExpectedName]) -> int:
    """How many people these lines name, each counted once."""
    return len(everyone_in(names))


def everyone_in(names: Iterable[ExpectedName]) -> frozenset[str]:
    return frozenset(person for each in names for person in each.people)


def name_expected(party: Party, phone: str) -> str:
    """The name that a phone wrote before the party, for the list at the door. One query; none if nobody was invited."""
    lines = party.expected_names.filter(phone=phone, removed_at=None) if party.invitation_settings else []
    return next((line.name for line in lines), "")


def expected_names(party: Party, known: Mapping[str, Player]) -> set[str]:
    """The names on the list before the party as the club has them now. One query."""
    lines = party.expected_names.filter(removed_at=None)
    names = [name for line in lines for name in line.names]
    return {known[name.casefold()].name if name.casefold() in known else name for name in names}


def expected(party: Party) -> Expected:
    """Nobody is passed over: once two people find only one place, everyone after them waits as well. One query.

    Unless an organiser gives somebody after them the place. A line of people who have a place by earlier lines has one
    too; of people who wait, their number.
    """
    names = list(party.expected_names.all())
    given = [each for each in names if each.placed_at and not each.removed_at]
    most, placed, last = party.invitation.most, everyone_in(given), 0
    found = Expected([], [], [each for each in names if each.removed_at], numbers := {})
    waiting: dict[str, int] = {}
    for each in names:
        if each.removed_at:
            continue
        new = each.people - placed
        if not new or (not waiting and (most is None or len(placed | new) <= most)):
            placed |= new
            found.coming.append(each)
            continue
        if not new <= waiting.keys():
            last += 1
            waiting |= dict.fromkeys(new - waiting.keys(), last)
        numbers[each.pk] = max(waiting[person] for person in new)
        found.waiting.append(each)
    return found


def expected_rows(found: Expected, most: int | None) -> tuple[list[ExpectedRow], list[ExpectedRow]]:
    """Those who have a place, and the waiting list."""
    coming: list[ExpectedRow] = []
    waiting: list[ExpectedRow] = []
    of: dict[str, ExpectedRow] = {}
    for line in [*found.coming, *found.waiting]:
        new = [name for name in line.names if name.casefold() not in of]
        if new:
            row = ExpectedRow(new)
            (waiting if found.number_of(line) else coming).append(row)
            if found.number_of(line) and found.fits(line, most):
                row.fits = line.pk
            of |= {name.casefold(): row for name in new}
        for own, other in [(line.name, line.partner), (line.partner, line.name)] if line.partner else []:
            row = of[own.casefold()]
            if len(row.names) == 1 and not row.partner:
                row.partner = other
        touched = [row] if new else [of[name.casefold()] for name in line.names]
        for row in touched:
            if line.pk not in row.keys:
                row.keys.append(line.pk)
    return coming, waiting


def named_now(found: Expected, known: Mapping[str, Player]) -> Expected:
    """For organisers, the same with the names that the club’s players have by now."""
    return replace(
        found,
        coming=[_named(line, known) for line in found.coming],
        waiting=[_named(line, known) for line in found.waiting],
        removed=[_named(line, known) for line in found.removed],
    )


def _named(line: ExpectedName, known: Mapping[str, Player]) -> ExpectedName:
    named = copy(line)
    named.name, named.partner = (
        known[each.casefold()].name if each.casefold() in known else each for each in (line.name, line.partner)
    )
    return named


def still_expected(state: PartyState) -> list[ExpectedPerson]:
    """Everyone on the list who is not here and has not played tonight, each once.

    Three queries; one if nobody is on it. Organisers add people before they know the day.
    """
    listed = expected(state.party)
    if not (listed.coming or listed.waiting):
        return []
    known = known_names(state.party.club)
    found = named_now(listed, known)
    seated = SeatAssignment.objects.filter(round__party=state.party, entrant__present=False)
    seated = seated.exclude(round__state__in=[Round.State.DRAFT, Round.State.UNDONE]).order_by()
    done = {*(entrant.player_id for entrant in state.present), *seated.values_list("entrant__player", flat=True)}
    people: dict[int | str, ExpectedPerson] = {}
    for line in [*found.coming, *found.waiting]:
        for name in line.names:
            player, is_partner = known.get(name.casefold()), name == line.partner
            if player is None or player.pk not in done:
                partner = line.name if is_partner else line.partner
                person = ExpectedPerson(line.pk, is_partner, name, partner, found.number_of(line), player)
                key = player.pk if player else name.casefold()
                known_person = people.setdefault(key, person)
                if person.partner and not known_person.partner:
                    people[key] = replace(known_person, partner=person.partner)
    return list(people.values())


def expected_couples(party: Party, known: Mapping[str, Player]) -> list[tuple[int, int]]:
    """Who said that they will come together, as keys of players; only where the club knows both. One query."""
    lines = party.expected_names.filter(removed_at=None).exclude(partner="")
    couples = [(known.get(line.name.casefold()), known.get(line.partner.casefold())) for line in lines]
    return [(one.pk, other.pk) for one, other in couples if one and other]
