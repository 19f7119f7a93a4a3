"""Standings, prizes and settlement, for every page that shows them and for paper."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from whistclub.engine.prizes import Prize
from whistclub.engine.standings import Criterion, Worth
from whistclub.party import results
from whistclub.party.follow import once
from whistclub.party.models import Party
from whistclub.party.money import Pot, pot_of
from whistclub.party.queries.positions import Course, courses
from whistclub.party.queries.ranks import USUAL, Column, Rank, column_labels
from whistclub.party.results import RoundParts, payments, prize_winners, round_parts, table_standings
from whistclub.party.state import PartyState, load
from whistclub.web.formatting import format_money, tables_text

PLACES = {1: "First place", 2: "Second place", 3: "Third place"}


@dataclass(frozen=True, slots=True)
class Award:
    """A prize with its winners. `winner` is the number of the one who was given a club's own prize.

    `prize` is what it is given for, None for a club's own prize.
    """

    title: str
    names: list[str]
    is_own: bool = False
    winner: int | None = None
    prize: Prize | None = None


@dataclass(frozen=True, slots=True)
class Winners:
    """One step of announcing the winners: a prize or a place, whose it is, and their figures."""

    title: str
    names: list[str]
    figures: str = ""


@dataclass(frozen=True)
class Standings:
    """The standings from all results that are in. `awards` also lists prizes without a winner.

    `parts` are what each announced round adds.
    """

    state: PartyState
    parts: list[RoundParts]
    ranks: list[Rank]
    awards: list[Award]

    @property
    def party(self) -> Party:
        return self.state.party

    @property
    def is_final(self) -> bool:
        return self.party.state == Party.State.FINISHED

    @property
    def rounds(self) -> int:
        return len(self.state.announced)

    @property
    def missing(self) -> int:
        """How many tables of the last round have no result yet."""
        return len(self.state.current.missing) if self.state.current else 0

    @cached_property
    def lines(self) -> list[Rank]:
        """All ranks once there is a result; before, nobody leads."""
        return self.ranks if any(rank.line.games for rank in self.ranks) else []

    @property
    def divisions(self) -> list[tuple[str, list[Rank]]]:
        """The final, then the consolation, with a title each; without them all ranks, and no title."""
        return [(title, list(ranks)) for title, ranks in groupby(self.ranks, key=lambda rank: rank.division)]

    @property
    def ranked_by(self) -> str:
        """What ranks people: "games won, then points"."""
        named = [str(results.CRITERIA[Criterion(each)]) for each in self.party.criteria]
        return ", then ".join(["final before consolation", *named] if self.state.movement.divides else named)

    @property
    def waits_for(self) -> str:
        """The tables whose results are not counted yet; empty once all are in."""
        missing = self.state.current.missing if self.state.current else []
        return f"Waiting for {tables_text([each.number for each in missing])}." if missing else ""

    @property
    def sit_out_worth(self) -> str:
        """What a sit-out counts: "Sitting out a round counts as half a game won." """
        return f"Sitting out a round counts as {self._worth}."

    @property
    def sit_out_counts(self) -> str:
        """The same, and when it counts; empty where nobody has sat out yet."""
        current = self.state.current
        if current and current.missing and any(each.counts_as_sit_out for each in current.assignments):
            sentence = "Sitting out a round counts as {worth}, once all results of that round are in."
            return sentence.format(worth=self._worth)
        return self.sit_out_worth if any(rank.line.sat_out for rank in self.ranks) else ""

    @property
    def _worth(self) -> str:
        worth = str(results.WORTHS[Worth(self.party.sit_out_worth)])
        return f"{worth[:1].lower()}{worth[1:]}"

    @property
    def winners(self) -> list[Award]:
        """The prizes to announce: those with a winner, when the party is over."""
        return [award for award in self.awards if award.names] if self.is_final else []

    @property
    def one_by_one(self) -> list[Winners]:
        """The steps of announcing the winners: the other prizes first, then from the third place to the first."""
        won = [each for each in self.awards if each.names]
        best = [each.title for each in won if each.prize is Prize.BEST]
        steps = [Winners(each.title, each.names) for each in won if each.prize is not Prize.BEST]
        for place in (3, 2, 1):
            ranks = [each for each in self.lines if each.line.rank == place]
            if ranks:
                title = " · ".join([str(PLACES[place]), *(best if place == 1 else [])])
                steps.append(Winners(title, [each.name for each in ranks], ranks[0].figures))
        return steps

    @property
    def own_prizes(self) -> list[Award]:
        """The prizes that the club awards by hand."""
        return [award for award in self.awards if award.is_own]

    @cached_property
    def courses(self) -> list[Course]:
        """Everyone's way through the rounds."""
        return courses(self.state, self.parts)

    def of(self, number: int | None) -> Rank | None:
        """The rank of one person by number; before the first result None."""
        return next((rank for rank in self.lines if rank.number == number), None)


def standings(party: Party) -> Standings:
    """The standings as they are now: five queries, however many people and rounds."""
    return standings_from(load(party))


# The same, built once for all who look.
standings_for_all = once(standings)


def standings_from(state: PartyState) -> Standings:
    """The standings of a snapshot."""
    parts = [round_parts(each) for each in state.announced]
    lines, names = table_standings(state, parts), state.names_by_number
    criteria = dict.fromkeys([*(Criterion(each) for each in state.party.criteria), *USUAL])
    games = "games"
    columns = (*(Column(each, *column_labels(each)) for each in criteria), Column(None, games, games))
    awards = [
        Award(str(results.PRIZES[prize]), [names[person] for person in winners], prize=prize)
        for prize, winners in prize_winners(state, lines).items()
        if not (prize is Prize.MOST_GRANDS and _is_on_paper(state))
    ]
    for own in state.party.own_prizes:
        winner = own["entrant"]
        awards.append(Award(own["title"], [names[winner]] if winner in names else [], is_own=True, winner=winner))
    divisions, entrants = results.division_titles(state), {each.number: each for each in state.entrants.values()}
    ranks = [
        Rank(
            line,
            names[line.person],
            entrants[line.person].player,
            columns,
            entrants[line.person].group if state.is_mixed else "",
            divisions.get(line.person, ""),
        )
        for line in lines
    ]
    return Standings(state, parts, ranks, awards)


def pot(found: Standings) -> Pot | None:
    """The pot and who gets what; for organisers only."""
    return pot_of(found.state, [rank.line for rank in found.ranks])


def _is_on_paper(state: PartyState) -> bool:
    """Whether the party is over and no table's hands were recorded, so that nobody knows who made grands."""
    return state.party.state == Party.State.FINISHED and not any(game.hands_scored for game in state.games)


def settlement(state: PartyState) -> list[str]:
    """Who pays whom; for organisers only."""
    names = state.names_by_number
    return [
        f"{names[each.payer]} pays {names[each.payee]} {format_money(each.cents, state.party.club.currency)}"
        for each in payments(state)
    ]
