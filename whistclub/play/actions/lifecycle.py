"""Start a game, play again, renew its link, end it early and continue it after all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.actions import bring_back, lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.engine.game import sole_leader, start
from whistclub.engine.options import LimitTie, RuleOptions, TableFormat, options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.play import replay
from whistclub.play.actions import party_games
from whistclub.play.actions.entries import forget_last_hand, replay_and_store, store_game
from whistclub.play.actions.locking import lock_game, log_event, raise_revision
from whistclub.play.actions.refusals import GameInProgress, GameRemoved, PadStopped, StalePage
from whistclub.play.links import PadLink
from whistclub.play.models import Game, GameEvent, Seat
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

# Who takes each of the four chairs, by the present chair of the new partner of chair 0, who stays. The other two keep
# their order.
NEW_PARTNERS = {2: (0, 1, 2, 3), 1: (0, 2, 1, 3), 3: (0, 1, 3, 2)}


class BelongsToParty(ActionRefused):
    """The games of a party are started and ended on the party's page."""

    def __init__(self) -> None:
        super().__init__("belongs_to_party", "This game belongs to a party. Go to the party’s page to do this.")


def require_standalone_game(game: Game) -> None:
    """Raises BelongsToParty."""
    if game.party_code:
        raise BelongsToParty


class ScoreTied(ActionRefused):
    """These rules require one more hand at a tie."""

    def __init__(self) -> None:
        super().__init__(
            "level_yet",
            "If tied, these rules require more hands until one side is ahead. Play on, or end it without a result.",
        )


class SamePersonTwice(ActionRefused):
    """One player cannot sit on two chairs; `seat` is the second."""

    status = 422

    def __init__(self, name: str, seat: int) -> None:
        self.seat = seat
        super().__init__("same_person_twice", f"{name} is already seated.")


@dataclass(frozen=True, slots=True)
class NewGame:
    """The settings of a new game: names by chair, clockwise; the preset; who deals first.

    `options` are the rules where they are the club's own, called `rules_name` and based on the preset.
    """

    names: tuple[str, ...]
    preset: str
    first_dealer: int
    options: RuleOptions | None = None
    rules_name: str = ""
    requires_confirmation: bool = False

    @property
    def rules(self) -> RuleOptions:
        return self.options or PRESETS[self.preset]


def start_game(club: Club, new: NewGame, *, by: User, at: datetime) -> Game:
    """Start a game; names the club does not know join its roster, retired players return. Raises SamePersonTwice."""
    with write_transaction():
        # The club's row is locked so that two starts at once do not both add the same new name.
        lock_club(club.pk)
        players = players_named(club, list(new.names))
        _refuse_twice(players, new.names)
        bring_back(players, by=by, at=at)
        game = _seat(
            Game(
                club=club,
                preset=new.preset,
                rules_name=new.rules_name,
                options=options_to_mapping(new.rules),
                requires_confirmation=new.requires_confirmation,
                first_dealer=new.first_dealer,
                started_at=at,
            ),
            players,
        )
        log_event(game, GameEvent.Kind.STARTED, at=at, by_user=by.pk)
    return game


def play_again(
    link: PadLink, partner: int, *, by_seat: int | None = None, by_user: int | None = None, at: datetime
) -> Game:
    """Start the next game of the same people, with the same rules and the next dealer; it counts if the old one did.

    Chair 0 plays with the player who sat on `partner`; 0 where nobody has a partner. A game is followed by one other at
    most: a second phone that asks gets the game that the first one started. Raises LinkRevoked, GameInProgress,
    BelongsToParty, PadStopped; StalePage for a chair that does not exist.
    """
    with write_transaction():
        old = lock_game(link)
        require_standalone_game(old)
        if following := Game.objects.filter(follows=old, binned_at=None).first():
            return following
        # One in the bin gives way.
        Game.objects.filter(follows=old).update(follows=None)
        if old.state != Game.State.FINISHED:
            raise GameInProgress
        if by_user is None and not old.is_of_now(at):
            raise PadStopped(old)
        order = _chairs(old, partner)
        seats = list(old.seats.select_related("player"))
        dealer = replay.fold(old, replay.read(old)).next_dealer
        game = _seat(
            Game(
                club_id=old.club_id,
                preset=old.preset,
                rules_name=old.rules_name,
                options=old.options,
                requires_confirmation=old.requires_confirmation,
                excluded_from_statistics=old.excluded_from_statistics,
                first_dealer=order.index(dealer),
                started_at=at,
                follows=old,
            ),
            [seats[position].player for position in order],
        )
        log_event(game, GameEvent.Kind.STARTED, at=at, by_seat=by_seat, by_user=by_user)
        # Pads and watchers of the old game learn of the new one.
        raise_revision(old)
        old.save(update_fields=["revision"])
    return game


def renew_link(game: Game, *, by: User, at: datetime) -> None:
    """Make every score pad link handed out so far invalid; the game's page shows the new one."""
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        fresh.link_version += 1
        fresh.used_at = at
        raise_revision(fresh)
        fresh.save(update_fields=["link_version", "used_at", "revision"])
        log_event(fresh, GameEvent.Kind.LINK_RENEWED, at=at, by_user=by.pk)


def open_pads(game: Game, *, by: int, at: datetime) -> None:
    """Let the phones at the table change a game whose pads have stopped, as after its end; `by` is an organiser’s key.

    Does nothing to any other game.
    """
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        if fresh.is_of_now(at):
            return
        fresh.used_at = at
        raise_revision(fresh)
        fresh.save(update_fields=["used_at", "revision"])
        log_event(fresh, GameEvent.Kind.PADS_OPENED, at=at, by_user=by)


def end_without_result(game: Game, *, by: User, at: datetime) -> None:
    """End a game in progress without a winner; its hands stay. Does nothing to any other. Raises BelongsToParty."""
    with write_transaction():
        fresh = _locked_standalone(game)
        if fresh.state == Game.State.IN_PROGRESS:
            fresh.state, fresh.finished_at = Game.State.STOPPED, at
            log_event(fresh, GameEvent.Kind.STOPPED, at=at, by_user=by.pk)
            store_game(fresh, was_finished=False)


def end_now(game: Game, *, by: User, at: datetime) -> None:
    """Let no further hand count: the leading side has won; a tie is a draw.

    Raises BelongsToParty, NothingPlayed before the first hand, ScoreTied.
    """
    with write_transaction():
        fresh = _locked_standalone(game)
        if sole_leader(tuple(fresh.totals)) is None and fresh.rules.limit_tie is LimitTie.EXTRA:
            raise ScoreTied
        party_games.end_here(fresh, at=at, by_user=by.pk)


def concede(game: Game, side: int, *, by: User, at: datetime) -> None:
    """One of two sides concedes a game in progress. Raises BelongsToParty; StalePage for any other game or side."""
    with write_transaction():
        fresh = _locked_standalone(game)
        if fresh.state != Game.State.IN_PROGRESS or fresh.form.sides != 2 or side not in (0, 1):
            raise StalePage
        fresh.conceded_by = side
        log_event(fresh, GameEvent.Kind.CONCEDED, at=at, by_user=by.pk, side=side)
        replay_and_store(fresh, at=at, by_user=by.pk)


def continue_game(game: Game, *, by: User, at: datetime) -> None:
    """Undo an early end of any kind; a game that its rules ended stays finished. Raises BelongsToParty."""
    with write_transaction():
        fresh = _locked_standalone(game)
        if fresh.state == Game.State.STOPPED:
            fresh.state = Game.State.IN_PROGRESS
        elif fresh.conceded_by is None and fresh.last_hand is None:
            return
        fresh.conceded_by = None
        fresh.ended_early = False
        forget_last_hand(fresh)
        log_event(fresh, GameEvent.Kind.CONTINUED, at=at, by_user=by.pk)
        replay_and_store(fresh, at=at, by_user=by.pk)


def _locked_standalone(game: Game) -> Game:
    """The game, locked. Raises BelongsToParty, GameRemoved."""
    fresh = Game.objects.select_for_update().get(pk=game.pk)
    require_standalone_game(fresh)
    if fresh.binned_at is not None:
        raise GameRemoved
    return fresh


def _chairs(old: Game, partner: int) -> tuple[int, ...]:
    """The chair in the old game of the player on each chair of the next. Raises StalePage for an impossible partner."""
    if old.form is not TableFormat.FOUR_IN_PAIRS and partner == 0:
        return tuple(range(old.form.seats))
    if old.form is not TableFormat.FOUR_IN_PAIRS or partner not in NEW_PARTNERS:
        raise StalePage
    return NEW_PARTNERS[partner]


def _refuse_twice(players: Sequence[Player], names: Sequence[str]) -> None:
    """Raises SamePersonTwice with the name typed last: several names may mean one player."""
    seen: set[int] = set()
    for seat, (player, name) in enumerate(zip(players, names, strict=True)):
        if player.pk in seen:
            raise SamePersonTwice(name, seat)
        seen.add(player.pk)


def _seat(game: Game, players: list[Player]) -> Game:
    """Store a new game with its players on their chairs, clockwise."""
    game.apply_result(start(game.rules, game.first_dealer), entries=0)
    game.save()
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player=player) for position, player in enumerate(players)
    )
    return game
