"""What changes a game as a whole: start it, play again, renew its link, stop it, take it up again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.actions.people import players_named
from whistclub.club.models import Club, Player
from whistclub.engine.game import start
from whistclub.engine.options import RuleOptions, TableFormat, options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.play import replay
from whistclub.play.actions.locking import lock_game, log_event
from whistclub.play.actions.refusals import GameRunning, StalePage
from whistclub.play.links import PadLink
from whistclub.play.models import Game, GameEvent, Seat
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

# Who takes which of the four chairs when the partner of the player on chair 0 changes: by the chair, so far, of the
# new partner. Chair 0 stays, the other two fill up in their old order.
NEW_PARTNERS = {2: (0, 1, 2, 3), 1: (0, 2, 1, 3), 3: (0, 1, 3, 2)}


class BelongsToParty(ActionRefused):
    """What becomes of a game of a party is said there."""

    def __init__(self) -> None:
        super().__init__("belongs_to_party", _("This game belongs to a party: what comes next is said there."))


def require_standalone_game(game: Game) -> None:
    """Raises BelongsToParty."""
    if game.party_code:
        raise BelongsToParty


class SamePersonTwice(ActionRefused):
    """One player cannot hold two chairs."""

    status = 422

    def __init__(self, name: str) -> None:
        super().__init__("same_person_twice", _("{name} cannot sit on two chairs.").format(name=name))


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a new game begins with: names by chair, clockwise; the preset; who deals first.

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


def start_game(club: Club, setting: NewGame, *, by: User, at: datetime) -> Game:
    """Begin a game; names the club does not know join its roster. Raises SamePersonTwice."""
    with write_transaction():
        # The club's row is locked so that two starts at once do not both add the same new name.
        Club.objects.select_for_update().get(pk=club.pk)
        players = players_named(club, list(setting.names))
        _refuse_twice(players, setting.names)
        game = _seat(
            Game(
                club=club,
                preset=setting.preset,
                rules_name=setting.rules_name,
                options=options_to_mapping(setting.rules),
                requires_confirmation=setting.requires_confirmation,
                first_dealer=setting.first_dealer,
                started_at=at,
            ),
            players,
        )
        log_event(game, GameEvent.Kind.STARTED, at=at, by_user=by.pk)
    return game


def play_again(
    link: PadLink, partner: int, *, by_seat: int | None = None, by_user: int | None = None, at: datetime
) -> Game:
    """The same people, the same rules, the deal goes on to the left; chair 0 plays with whoever sat on `partner`, 0
    where nobody has a partner.

    A game is followed by one other at most: a second phone that asks gets the game the first one began. Raises
    LinkRevoked, GameRunning, BelongsToParty, PageIsOld for a chair that is not there.
    """
    with write_transaction():
        old = lock_game(link, to_write=False)
        require_standalone_game(old)
        if following := Game.objects.filter(follows=old).first():
            return following
        if old.state != Game.State.FINISHED:
            raise GameRunning
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
                first_dealer=order.index(dealer),
                started_at=at,
                follows=old,
            ),
            [seats[position].player for position in order],
        )
        log_event(game, GameEvent.Kind.STARTED, at=at, by_seat=by_seat, by_user=by_user)
        # Pads and watchers of the old game learn of the new one.
        old.revision += 1
        old.save(update_fields=["revision"])
    return game


def renew_link(game: Game, *, by: User, at: datetime) -> None:
    """Make every score pad link handed out so far worthless; the game's page shows the new one."""
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        fresh.link_version += 1
        fresh.revision += 1
        fresh.save(update_fields=["link_version", "revision"])
        log_event(fresh, GameEvent.Kind.LINK_RENEWED, at=at, by_user=by.pk)


def stop_game(game: Game, *, by: User, at: datetime) -> None:
    """Leave a running game without a winner; its hands stay. Does nothing to a game that is over.

    Raises BelongsToParty.
    """
    _change_state(game, Game.State.RUNNING, Game.State.STOPPED, GameEvent.Kind.STOPPED, by=by, at=at)


def resume_game(game: Game, *, by: User, at: datetime) -> None:
    """Take up a stopped game where it was left. Does nothing to any other. Raises BelongsToParty."""
    _change_state(game, Game.State.STOPPED, Game.State.RUNNING, GameEvent.Kind.RESUMED, by=by, at=at)


def _change_state(
    game: Game, before: Game.State, after: Game.State, kind: GameEvent.Kind, *, by: User, at: datetime
) -> None:
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        require_standalone_game(fresh)
        if fresh.state != before:
            return
        fresh.state = after
        # A correction made while it was stopped may have ended it.
        ended = after == Game.State.RUNNING and replay.fold(fresh, replay.read(fresh)).over
        if ended:
            fresh.state = Game.State.FINISHED
        fresh.finished_at = None if fresh.state == Game.State.RUNNING else at
        fresh.revision += 1
        fresh.save(update_fields=["state", "finished_at", "revision"])
        log_event(fresh, kind, at=at, by_user=by.pk)
        if ended:
            log_event(fresh, GameEvent.Kind.ENDED, at=at, by_user=by.pk)


def _chairs(old: Game, partner: int) -> tuple[int, ...]:
    """Who of the old game takes each chair of the next. Raises PageIsOld for a partner that cannot be."""
    if old.form is not TableFormat.FOUR_IN_PAIRS and partner == 0:
        return tuple(range(old.form.seats))
    if old.form is not TableFormat.FOUR_IN_PAIRS or partner not in NEW_PARTNERS:
        raise StalePage
    return NEW_PARTNERS[partner]


def _refuse_twice(players: Sequence[Player], names: Sequence[str]) -> None:
    """Raises SamePersonTwice, by the name typed last: a player may be meant by several."""
    seen: set[int] = set()
    for player, name in zip(players, names, strict=True):
        if player.pk in seen:
            raise SamePersonTwice(name)
        seen.add(player.pk)


def _seat(game: Game, players: list[Player]) -> Game:
    """Store a new game with its players on their chairs, clockwise."""
    game.apply_result(start(game.rules, game.first_dealer), entries=0)
    game.save()
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player=player) for position, player in enumerate(players)
    )
    return game
