"""What the API answers. These descriptions are its documentation: `openapi.json` is made of them."""

from datetime import date, datetime
from typing import Literal

from ninja import Field, Schema


class Page(Schema):
    """Lists come in pages; `next` is the address of the next one, null on the last."""

    count: int = Field(description="of all pages together")
    next: str | None


class ClubOut(Schema):
    name: str
    slug: str
    time_zone: str = Field(description="an IANA name; all moments are given in it")
    currency: str


class PlayerOut(Schema):
    id: int
    name: str = Field(description="the made-up name of a player who was made anonymous")
    guest: bool


class PlayersPage(Page):
    items: list[PlayerOut]


PartyStateName = Literal["gathering", "playing", "finished"]


class PartyOut(Schema):
    code: str = Field(description="as in the address of its public page")
    name: str
    day: date = Field(description="when people are invited for; without an invitation, when the party was created")
    state: PartyStateName
    rules: str
    people: int = Field(description="who are here, or were")
    rounds: int = Field(description="announced so far")
    url: str = Field(description="its public page")


class PartiesPage(Page):
    items: list[PartyOut]


class SeatOut(Schema):
    seat: int = Field(description="clockwise from 0; with four players seats 0 and 2 are side 0")
    player: int
    name: str


class TableOut(Schema):
    number: int
    name: str = Field(description="empty for a table that only has a number")
    seats: list[SeatOut]
    game: str | None = Field(description="the code of its game")
    finished: bool
    points: list[int] = Field(description="by side, as they are now")
    winner: int | None = Field(description="the side that won; null for a draw and while it is played")


class RoundOut(Schema):
    number: int
    announced_at: datetime
    tables: list[TableOut]
    sitting_out: list[str]


class RankOut(Schema):
    rank: int | None = Field(description="people who share a place have the same")
    player: int
    name: str
    games: int
    figures: dict[str, float] = Field(description="the criteria, in the order in which they rank")
    group: str = Field(description="the final or the consolation, where the movement has them")
    partner_group: str = Field(description="A or B, where partners come from these two groups")


class AwardOut(Schema):
    title: str
    names: list[str]


class StandingsOut(Schema):
    final: bool
    waits_for_winners: bool = Field(description="the winners are being announced; ranks and prizes come afterwards")
    missing_tables: int
    ranks: list[RankOut]
    prizes: list[AwardOut]


class GameOut(Schema):
    code: str
    started_at: datetime
    finished_at: datetime | None
    state: Literal["running", "stopped", "finished"]
    format: str = Field(description="who plays: four in pairs, three with a widow, two players")
    rules: str
    party: str | None = Field(description="the code of its party")
    round: int | None
    table: int | None
    seats: list[SeatOut]
    points: list[int] = Field(description="by side")
    stars: list[int] = Field(description="by side, where the rules have stars")
    winner: int | None = Field(description="the side that won")
    in_statistics: bool


class GamesPage(Page):
    items: list[GameOut]


class EntryOut(Schema):
    kind: Literal["hand", "redeal", "adjustment"]
    hand: int | None = Field(description="the hand number; null for anything but a hand")
    contract: str | None
    declarer: int | None = Field(description="the seat of the player who granded or plays alone")
    tricks: list[int] | None = Field(description="by side; of three players by seat; of a soloist one number")
    points: list[int] = Field(description="by side")
    total: list[int] | None = Field(description="points by side after it; null after the end of the game")
    dealer: int


class GameWithHandsOut(GameOut):
    first_dealer: int
    entries: list[EntryOut] = Field(
        description="the score sheet, in order; replaced, removed and taken-out entries are left out"
    )
