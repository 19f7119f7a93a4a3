"""What the pages of games show, each in a fixed number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, QuerySet

from whistclub.club.models import Club, Player
from whistclub.club.queries import offered, read_remarks
from whistclub.play import replay
from whistclub.play.game_view import GameView
from whistclub.play.models import Game, PadLink, Seat
from whistclub.play.past import HistorySearch
from whistclub.play.text import hands as hand_text
from whistclub.play.text.log import event_text
from whistclub.rules import summary
from whistclub.rules.queries import default_key
from whistclub.rules.summary import RulesSummary
from whistclub.web.formatting import join_side

GAMES_ON_A_PAGE = 20
# More names than these are too many to look through, or make a page heavy: then those who played the last games.
MOST_TO_TAP, MOST_SUGGESTED = 300, 1000
RECENT_TO_TAP, RECENT_SUGGESTED = 200, 2000
# Of points from paper beyond `engine.scoring.total_limits`; a page that takes them says it while they are typed.
POINTS_TOO_LOW = "Scores can’t go below zero in these rules."
POINTS_TOO_HIGH = "{points} points are more than this game allows ({most} at most)."


@dataclass(frozen=True, slots=True)
class Card:
    """A game in a list: who against whom, the score, how it ended."""

    game: Game
    people: list[str]
    totals: list[str]
    rules: str

    @property
    def sides(self) -> list[tuple[str, str, bool]]:
        """People, total, whether they won; one for each side."""
        return [
            (people, total, self.game.state == Game.State.FINISHED and side == self.game.winner)
            for side, (people, total) in enumerate(zip(self.people, self.totals, strict=True))
        ]


@dataclass(frozen=True, slots=True)
class Tonight:
    running: list[Card]
    stopped: list[Card]
    finished: list[Card]


@dataclass(frozen=True, slots=True)
class GamePage:
    view: GameView
    log: list["LogLine"]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry of a game's history. `old` is what it replaced, where it replaced something."""

    at: datetime
    who: str
    what: str
    old: str = ""


def followed(link: PadLink) -> Game | None:
    """A link's game as far as its pad holds it, in one indexed read; None when it is gone or its link was replaced."""
    return Game.objects.select_related("club").filter(pk=link.game, link_version=link.version).first()


def game_view(game: Game, viewer: int | None = None) -> GameView:
    """Everything about one game: three queries, four where another side is asked."""
    return GameView(game, list(game.seats.select_related("player")), replay.read(game), viewer)


def pad_view(game: Game, viewer: int | None, at: datetime) -> GameView:
    """The same for a pad, which says of the hand being played at the bell that it is the last."""
    game_entries = replay.read(game)
    if game.last_position is None and game.bell_has_rung(at):
        game.last_position = game_entries.next_position
    return GameView(game, list(game.seats.select_related("player")), game_entries, viewer)


def next_game(game: Game) -> Game | None:
    """The game these people began after this one."""
    return Game.objects.filter(follows=game, binned_at=None).first()


def link(game: Game) -> PadLink:
    """The newest score pad link of a game."""
    return PadLink(game.pk, game.link_version)


def same_person(game: Game, seat: int | None, other: Game) -> int | None:
    """The seat in another game of the player on `seat` in this one; None if they do not play there."""
    if seat is None:
        return None
    return (
        other.seats.filter(player__seats__game=game, player__seats__position=seat)
        .values_list("position", flat=True)
        .first()
    )


def seat_cookie(game: Game, seat: int) -> str:
    """What a phone keeps of its owner: their seat, and the player, because people may change seats."""
    player = game.seats.filter(position=seat).values_list("player_id", flat=True).first()
    return f"{seat}.{player}"


def tonight(club: Club, since: datetime) -> Tonight:
    """Games outside parties: being played, and those that ended or were stopped since a moment."""
    kitchen = _standalone_games(club)
    running = kitchen.filter(state=Game.State.RUNNING).order_by("-started_at")[:GAMES_ON_A_PAGE]
    finished = kitchen.filter(state=Game.State.FINISHED, finished_at__gte=since).order_by("-finished_at")
    stopped = kitchen.filter(state=Game.State.STOPPED, finished_at__gte=since).order_by("-finished_at")
    return Tonight(cards(running), cards(stopped[:GAMES_ON_A_PAGE]), cards(finished[:GAMES_ON_A_PAGE]))


def history(sought: HistorySearch, page: str | None) -> Page[Any]:
    """Finished and stopped games outside parties that are sought, newest first, as cards."""
    over = _standalone_games(sought.club).filter(state__in=[Game.State.FINISHED, Game.State.STOPPED])
    people = Seat.objects.filter(game=OuterRef("pk"))
    wanted = over.filter(sought.of_rows(began="started_at", people=people))
    found: Page[Any] = Paginator(wanted.order_by("-started_at"), GAMES_ON_A_PAGE).get_page(page)
    found.object_list = cards(found.object_list)
    return found


def game_page(game: Game, viewer: int | None = None) -> GamePage:
    """A game with its history, in the words for the sides of the viewer: six queries, seven with confirmations."""
    found = game_view(game, viewer)
    return GamePage(found, _log(found))


def rule_card(game: Game) -> RulesSummary:
    """The rules of a game as people read them; the game keeps them whatever becomes of the club's own."""
    # Not `rules`: ending a game early changes no rule.
    return summary.card_of(game.preset, game.frozen_rules, title=game.rules_name, currency=game.club.currency)


def offered_players(club: Club) -> tuple[list[Player], list[Player]]:
    """The players to tap for a new game, and those whose names are suggested while typing, each by name.

    All of the club but the retired; in a large club those who played recently. Everyone else can be typed.
    """
    players = list(offered(club).order_by("name")[: MOST_SUGGESTED + 1])
    if len(players) <= MOST_TO_TAP:
        return players, players
    recent = Game.objects.filter(club=club, binned_at=None).order_by("-started_at").values("pk")
    suggested = players if len(players) <= MOST_SUGGESTED else _seated(club, recent[:RECENT_SUGGESTED], MOST_SUGGESTED)
    return _seated(club, recent[:RECENT_TO_TAP], MOST_TO_TAP), suggested


def _seated(club: Club, games: QuerySet[Any, Any], most: int) -> list[Player]:
    players = Seat.objects.filter(game__in=games).values("player")
    return list(offered(club).filter(pk__in=players).order_by("name")[:most])


def proposed_rules(club: Club, offered_rules: Sequence[RulesSummary]) -> str:
    """The key of the rules to begin with: the club's default, else those it played last, else the most common."""
    if default := default_key(club):
        return default
    last = club.games.filter(binned_at=None).order_by("-pk").values_list("preset", "rules_name").first()
    preset, name = last or (summary.DEFAULT_PRESET, "")
    return next((card.key for card in offered_rules if card.is_own and card.title == name), preset)


def _standalone_games(club: Club) -> QuerySet[Game]:
    """The games outside parties, with all that a card shows."""
    return club.games.filter(party_code="", binned_at=None).select_related("club").prefetch_related("seats__player")


def cards(games: Iterable[Game]) -> list[Card]:
    """These games of one club as lists show them; their seats and players were read with them."""
    found, games = [], list(games)
    if games:
        read_remarks(games, games[0].club_id)
    for game in games:
        form = game.form
        names = [seat.player.name for seat in game.seats.all()]
        people = [
            join_side(name for seat, name in enumerate(names) if form.side_of(seat) == side)
            for side in range(form.sides)
        ]
        totals = [hand_text.total_and_stars(total, stars) for total, stars in zip(game.totals, game.stars, strict=True)]
        found.append(Card(game, people, totals, game.rules_name or summary.title_of(game.preset)))
    return found


def _log(found: GameView) -> list[LogLine]:
    """Hands and events in one line of time, newest first; an end follows the hand that brought it.

    A hand is named by the number it had then: others may have been removed before it since.
    """
    rows = sorted(found.entries.hands, key=lambda hand: hand.pk)
    by_pk = {hand.pk: hand for hand in rows}
    hands = [
        LogLine(
            at=hand.recorded_at,
            who=_who(found, hand.by_seat, None),
            what=found.entry_change(hand, replay.hand_number_then(rows[:place], hand.position)),
            old=found.entry_text(by_pk[hand.replaces_id]) if hand.replaces_id else "",
        )
        for place, hand in enumerate(rows)
    ]
    answers = []
    for answer in found.entries.confirmations:
        hand, before = by_pk[answer.hand_id], (each for each in rows if each.recorded_at <= answer.at)
        what = found.entry_text(hand, replay.hand_number_then(before, hand.position))
        answer_text = f"Confirmed: {what}" if answer.agrees else f"Disputed: {what}"
        answers.append(LogLine(answer.at, _who(found, answer.seat, None), answer_text))
    events = []
    for event in found.game.events.select_related("by_user"):
        text = event_text(event, found.sides, found.entries.names)
        events.append(LogLine(event.at, _who(found, event.by_seat, event.by_user), text.sentence, text.before))
    # The first event is the start of the game: before any hand, even one of the same moment.
    return sorted([*events[:1], *hands, *answers, *events[1:]], key=lambda line: line.at)[::-1]


def _who(found: GameView, seat: int | None, user: object) -> str:
    if user is not None:
        return str(user)
    return hand_text.phone_of(found.name(seat))
