"""A finished party as a story: its first places, what was special, one person’s result; and texts to send.

Texts to send last longer than names are shown: they have what the club shows of past parties, also on its first day.
Pages of the party name everyone who came; what is sent does not name hidden players, and has no result of theirs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.contrib.humanize.templatetags.humanize import ordinal
from django.http import HttpRequest

from whistclub.club.access import names_shown
from whistclub.club.models import Club
from whistclub.club.shown_names import HIDDEN_PLAYER, initials, shows_initials
from whistclub.party.models import Party
from whistclub.party.queries.ranks import Rank
from whistclub.party.queries.standings import Standings, standings_for_all
from whistclub.party.state import RoundState
from whistclub.party.text import ruling_text
from whistclub.play.models import Game
from whistclub.stats.access import statistics_wanted
from whistclub.stats.inputs import evening_of
from whistclub.stats.results.days import day_title
from whistclub.stats.results.story import Place, Ranked, Story, first_places, story_of_party
from whistclub.web.formatting import format_score, join_side, plural

# Lines of the story in a text to send, besides the first places.
LINES_SENT = 3


@dataclass(frozen=True)
class PartyStory:
    """A finished party whose winners are out; `is_sent`: as it may be sent."""

    standings: Standings
    story: Story
    is_sent: bool = False

    @property
    def party(self) -> Party:
        return self.standings.party

    @cached_property
    def places(self) -> list[Place]:
        shown = self.party.club.links_names
        return first_places(
            Ranked(
                each.line.rank,
                str(HIDDEN_PLAYER) if self.is_sent and each.player.hidden else each.name,
                each.figures,
                str(each.player.pk) if shown and not each.player.hidden else "",
            )
            for each in self.standings.lines
        )

    @property
    def headline(self) -> str:
        """Who won; empty without results."""
        return f"{self.places[0].people} won" if self.places else ""

    @property
    def day(self) -> str:
        """The evening it began, as statistics count it; only where somebody won."""
        return day_title(evening_of(self.standings.state.announced[0].announced_at, self.party.club))

    @property
    def size(self) -> str:
        """ "24 people, 6 rounds"."""
        people, rounds = len(self.standings.lines), self.standings.rounds
        came = plural(people, "{n} person", "{n} people").format(n=people)
        played = plural(rounds, "{n} round", "{n} rounds").format(n=rounds)
        return f"{came}, {played}"

    @property
    def text(self) -> str:
        """The party in a few lines, to send; the address comes below it."""
        places = [each.line for each in self.places]
        special = [each.whole for each in self.story.lines[:LINES_SENT]]
        return "\n".join([f"{self.party.club.name}: {self.party.name}", *places, *special])


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of a person. `outcome` and `score` are empty for a person who sat out."""

    number: int
    table: str
    partner: str
    opponents: str
    score: str
    outcome: str
    game_code: str


def learn_of_games(party: Party) -> None:
    """Let the facts of games be up to date, from which the story is taken."""
    statistics_wanted.send(Club, club=party.club)


def party_story(party: Party, version: str) -> PartyStory:
    """As this visitor may read it now. 2 to 9 queries."""
    return PartyStory(standings_for_all(party, version), story_of_party(party.club, party.code))


def sent_story(request: HttpRequest, party: Party, version: str) -> PartyStory | None:
    """As it may be sent: None for a rehearsal, and where the club shows strangers nothing of past parties."""
    if party.is_rehearsal or party.club.shown_to_strangers == Club.Shown.NOTHING:
        return None
    with names_shown(request, party.club, party.club.shown_to_strangers):
        return replace(party_story(party, version), is_sent=True)


def result_text(found: Standings, rank: Rank) -> str:
    """One person’s result as a sentence: “Ann came 3rd of 24: 4 won · 62 points.”"""
    text = "{name} tied for {nth} of {n}: {figures}." if rank.line.shared else "{name} came {nth} of {n}: {figures}."
    return text.format(
        name=rank.name, nth=ordinal(rank.line.rank), n=len(found.lines), figures=rank.sit_out_note or rank.figures
    )


def sent_result(found: Standings, rank: Rank) -> str:
    """The same as it may be sent; empty before the end, in a rehearsal, of a hidden player, and where the club shows
    strangers nothing.
    """
    club = found.party.club
    if (
        not found.is_final
        or rank.player.hidden
        or found.party.is_rehearsal
        or club.shown_to_strangers == Club.Shown.NOTHING
    ):
        return ""
    if club.shown_to_strangers == Club.Shown.INITIALS and not shows_initials():
        rank = replace(rank, name=initials(rank.name))
    return f"{club.name}, {found.party.name}\n{result_text(found, rank)}"


def rounds_of(found: Standings, number: int) -> Iterator[PlayedRound]:
    """A person’s way through the party; rounds in which they were not are left out."""
    entrant = next((key for key, each in found.state.entrants.items() if each.number == number), None)
    for round_state in found.state.announced:
        played = None if entrant is None else _played(round_state, entrant)
        if played:
            yield played


def _played(round_state: RoundState, entrant: int) -> PlayedRound | None:
    seat, number = round_state.assignment_of(entrant), round_state.round.number
    if seat is None or seat.went_home:
        return None
    table = round_state.table(seat.table) if seat.table else None
    if table is None or seat.position is None:
        return PlayedRound(number, "sat out", "", "", "", "", "")
    side = seat.position % 2
    partner, game = table.partner_of(seat), table.game
    score = format_score(_own_first(game, side)) if game and not ruling_text(table.table) else ruling_text(table.table)
    outcome = "drawn" if table.winner is None else "won" if table.winner == side else "lost"
    return PlayedRound(
        number,
        f"Table {table.number}",
        partner.entrant.player.name if partner else "",
        join_side(table.names(1 - side)),
        score,
        outcome,
        game.code if game and game.hands_scored else "",
    )


def _own_first(game: Game, side: int) -> tuple[int, int]:
    return game.totals[side], game.totals[1 - side]
