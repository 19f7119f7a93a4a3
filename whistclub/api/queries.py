"""What the API answers, read in a fixed number of queries however many people, tables and hands there are."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.core.paginator import Page
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.api.models import ApiToken
from whistclub.api.schemas import (
    AwardOut,
    EntryOut,
    GameOut,
    GameWithHandsOut,
    PartyOut,
    PartyStateName,
    PlayerOut,
    RankOut,
    RoundOut,
    SeatOut,
    StandingsOut,
    TableOut,
)
from whistclub.club.models import Club, Role
from whistclub.club.queries import on_roster
from whistclub.party.models import Party, Round
from whistclub.party.queries.loading import load
from whistclub.party.queries.parties import token_of_finished_tables
from whistclub.party.queries.ranks import Rank
from whistclub.party.queries.standings import standings_for_all
from whistclub.party.state import TableState
from whistclub.play import replay
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.rules.summary import title_of
from whistclub.web.formatting import format_date

Kind = ApiToken.Kind


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token of a program; `story` says who made it and when, when it was used last, and why it no longer works.

    It `can_be_disabled` as long as nobody has done so.
    """

    key: int
    name: str
    story: str
    can_be_disabled: bool


def tokens_of(club: Club) -> list[TokenLine]:
    """The tokens of programs, the newest first. Two queries."""
    found = club.api_tokens.filter(kind=Kind.PROGRAM).select_related("made_by", "revoked_by")
    owners = set(club.roles.filter(kind=Role.Kind.OWNER, user__is_active=True).values_list("user", flat=True))
    return [TokenLine(token.pk, token.name, _story(token, owners), token.revoked_at is None) for token in found]


def made_text(token: ApiToken) -> str:
    """Who made a token or the calendar, and when."""
    return _("made by {name} on {day}").format(name=token.made_by, day=format_date(timezone.localtime(token.made_at)))


def _story(token: ApiToken, owners: set[int]) -> str:
    if token.revoked_at:
        day = format_date(timezone.localtime(token.revoked_at))
        return _("disabled by {name} on {day}").format(name=token.revoked_by, day=day)
    if token.made_by_id not in owners:
        return _("{made} · no longer works, because they are no longer an owner").format(made=made_text(token))
    used = _("never used")
    if token.last_used_on:
        used = _("last used on {day}").format(day=format_date(token.last_used_on))
    return f"{made_text(token)} · {used}"


def calendar_of(club: Club) -> ApiToken | None:
    """The calendar that has an address now."""
    return club.api_tokens.select_related("made_by").filter(kind=Kind.CALENDAR, revoked_at=None).first()


def evenings(club: Club, since: datetime) -> list[Party]:
    """The parties of a club for its calendar: those on a day since this moment."""
    return [party for party in club.parties.filter(rehearses=None, binned_at=None) if party.day >= since]


def players(club: Club) -> QuerySet[Any]:
    """The roster by name, without players who are hidden from statistics."""
    return on_roster(club).filter(hidden=False).order_by("name")


def player_out(player: Any) -> PlayerOut:
    return PlayerOut(id=player.pk, name=player.name, guest=player.guest)


def parties(club: Club) -> QuerySet[Party]:
    """The parties of a club, the newest first; no rehearsals."""
    return club.parties.filter(rehearses=None, binned_at=None).order_by("-created_at", "-pk")


def with_counts(found: QuerySet[Party]) -> QuerySet[Party]:
    """These parties with what `party_out` counts."""
    return found.prefetch_related("entrants", "rounds")


def party_out(party: Party) -> PartyOut:
    not_announced = (Round.State.DRAFT, Round.State.UNDONE)
    return PartyOut(
        code=party.code,
        name=party.name,
        day=timezone.localtime(party.day).date(),
        state=cast(PartyStateName, party.state),
        rules=party.rules_name or str(title_of(party.preset)),
        people=len(party.entrants.all()),
        rounds=sum(each.state not in not_announced for each in party.rounds.all()),
        url=settings.PUBLIC_ADDRESS + reverse("party:public", args=[party.code]),
    )


def rounds_out(party: Party) -> list[RoundOut]:
    """The rounds that have been announced; nobody but the organiser sees a draft."""
    return [
        RoundOut(
            number=round_state.round.number,
            announced_at=timezone.localtime(round_state.announced_at),
            tables=[_table_out(table_state) for table_state in round_state.tables],
            sitting_out=[each.entrant.player.name for each in round_state.sitting_out],
        )
        for round_state in load(party).announced
    ]


def _table_out(table_state: TableState) -> TableOut:
    game = table_state.game
    people = [(chair, each.entrant.player) for chair, each in sorted(table_state.assignments.items())]
    return TableOut(
        number=table_state.number,
        name=table_state.name.given,
        seats=[SeatOut(seat=chair, player=player.pk, name=player.name) for chair, player in people],
        game=game.code if game else None,
        finished=table_state.is_in,
        points=list(game.totals) if game else [],
        winner=table_state.winner if table_state.is_in else None,
    )


def standings_out(party: Party, at: datetime) -> StandingsOut:
    """As public pages show them: nothing while the winners are being announced."""
    found = standings_for_all(party, token_of_finished_tables(party)).value
    return StandingsOut(
        final=found.is_final,
        waits_for_winners=False,
        missing_tables=found.missing,
        ranks=[_rank_out(rank) for rank in found.ranks],
        prizes=[AwardOut(title=each.title, names=each.names) for each in found.winners],
    )


def _rank_out(rank: Rank) -> RankOut:
    criteria = [each.criterion for each in rank.columns if each.criterion]
    return RankOut(
        rank=rank.line.rank,
        player=rank.player.pk,
        name=rank.name,
        games=rank.line.games,
        figures={criterion.value: float(rank.line.value(criterion)) for criterion in criteria},
        group=rank.division,
        partner_group=rank.group,
    )


def games(club: Club, party: str | None, since: datetime | None, until: datetime | None) -> QuerySet[Game]:
    """The games of a club, or of one of its parties, by when they began, the newest first."""
    limits = {"party_code": party, "started_at__gte": since, "started_at__lt": until}
    found = Game.objects.filter(club=club, binned_at=None)
    found = found.filter(**{name: value for name, value in limits.items() if value is not None})
    return found.order_by("-started_at", "-pk")


def games_out(found: Page[Game] | Sequence[Game]) -> list[GameOut]:
    """One query for the seats of all."""
    seats = _seats(found)
    return [GameOut(**_game(game, seats[game.pk])) for game in found]


def game_out(game: Game) -> GameWithHandsOut:
    """A game with its score sheet."""
    game_entries = replay.read(game)
    rows = zip(game_entries.rows, replay.fold(game, game_entries).rows, strict=True)
    hands = replay.hand_numbers(game_entries.hands)
    return GameWithHandsOut(
        **_game(game, _seats([game])[game.pk]),
        first_dealer=game.first_dealer,
        entries=[
            _entry_out(entry, row, hands)
            for entry, row in rows
            if isinstance(entry, AdjustmentRecord) or not entry.is_taken_out
        ],
    )


def _seats(found: Iterable[Game]) -> dict[int, list[SeatOut]]:
    rows = Seat.objects.filter(game__in=[game.pk for game in found]).order_by("game", "position")
    seats: dict[int, list[SeatOut]] = defaultdict(list)
    for game, position, player, name in rows.values_list("game", "position", "player", "player__name"):
        seats[game].append(SeatOut(seat=position, player=player, name=name))
    return seats


def _game(game: Game, seats: list[SeatOut]) -> dict[str, Any]:
    return {
        "code": game.code,
        "started_at": timezone.localtime(game.started_at),
        "finished_at": timezone.localtime(game.finished_at) if game.finished_at else None,
        "state": game.state,
        "format": game.form.value,
        "rules": game.rules_name or str(title_of(game.preset)),
        "party": game.party_code or None,
        "round": game.round_number,
        "table": game.table_number,
        "seats": seats,
        "points": game.totals,
        "stars": game.stars,
        "winner": game.winner,
        "in_statistics": game.counts_in_statistics,
    }


def _entry_out(entry: EntryRecord | AdjustmentRecord, row: Any, hands: dict[int, int]) -> EntryOut:
    hand = entry if isinstance(entry, EntryRecord) and not entry.is_redeal else None
    return EntryOut(
        kind="adjustment" if isinstance(entry, AdjustmentRecord) else "hand" if hand else "redeal",
        hand=hands[hand.pk] if hand else None,
        contract=hand.contract if hand else None,
        declarer=hand.declarer if hand else None,
        tricks=hand.tricks if hand else None,
        points=list(row.points),
        total=None if row.totals is None else list(row.totals),
        dealer=row.dealer,
    )
