"""Start a game, or the next one of the same people."""

from dataclasses import dataclass
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.actions import bring_back, lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.engine.game import start
from whistclub.engine.options import PRESETS, RuleOptions, TableFormat, options_to_mapping
from whistclub.play.changing import By, changing, log_event, pad_stopped, page_is_old, require_standalone_game
from whistclub.play.models import Game, GameEvent, PadLink, Seat
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

# Who takes each of the four chairs, by the present chair of the new partner of chair 0, who stays.
NEW_PARTNERS = {2: (0, 1, 2, 3), 1: (0, 2, 1, 3), 3: (0, 1, 3, 2)}


class SamePersonTwice(Refused):
    """One player cannot sit on two chairs, whatever names were typed; `seat` is the second."""

    def __init__(self, name: str, seat: int) -> None:
        self.seat = seat
        super().__init__("same_person_twice", f"{name} is already seated.", 422)


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


def start_game(club: Club, new: NewGame, *, by: User, at: datetime) -> Game:
    """Start a game; names the club does not know join its roster, retired players return. Raises SamePersonTwice."""
    with write_transaction():
        # The club's row is locked so that two starts at once do not both add the same new name.
        lock_club(club.pk)
        players = players_named(club, list(new.names))
        for seat, player in enumerate(players):
            if player in players[:seat]:
                raise SamePersonTwice(new.names[seat], seat)
        bring_back(players, by=by, at=at)
        game = Game(
            club=club,
            preset=new.preset,
            rules_name=new.rules_name,
            options=options_to_mapping(new.options or PRESETS[new.preset]),
            requires_confirmation=new.requires_confirmation,
            first_dealer=new.first_dealer,
            started_at=at,
        )
        _seat(game, players)
        log_event(game, GameEvent.Kind.STARTED, at=at, by=by)
    return game


def play_again(of: Game | PadLink, partner: int, *, by: By = None, at: datetime) -> Game:
    """Start the next game of the same people, with the same rules and the next dealer; it counts if the old one did.

    Chair 0 plays with the player who sat on `partner`; 0 where nobody has a partner. A game is followed by one other at
    most: a second phone that asks gets the game that the first one started. Raises LinkGone, Closed; "game_running",
    "belongs_to_party", "page_is_old" for a chair that does not exist.
    """
    # The change of the old game lets its pads and watchers learn of the new one.
    with changing(of, by=by, at=at, counts_as_use=False) as old:
        require_standalone_game(old)
        if following := Game.objects.filter(follows=old, binned_at=None).first():
            old.left_alone = True
            return following
        # One in the bin gives way.
        Game.objects.filter(follows=old).update(follows=None)
        if old.state != Game.State.FINISHED:
            raise Refused("game_running", "This game is not over yet.")
        if not isinstance(by, User) and not old.is_of_now(at):
            raise pad_stopped(old)
        order = _chairs(old, partner)
        seats = list(old.seats.select_related("player"))
        game = Game(
            club_id=old.club_id,
            preset=old.preset,
            rules_name=old.rules_name,
            options=old.options,
            requires_confirmation=old.requires_confirmation,
            excluded_from_statistics=old.excluded_from_statistics,
            first_dealer=order.index(old.dealer),
            started_at=at,
            follows=old,
        )
        _seat(game, [seats[position].player for position in order])
        log_event(game, GameEvent.Kind.STARTED, at=at, by=by)
    return game


def _chairs(old: Game, partner: int) -> tuple[int, ...]:
    """The chair in the old game of the player on each chair of the next. "page_is_old" for an impossible partner."""
    if old.form is not TableFormat.FOUR_IN_PAIRS and partner == 0:
        return tuple(range(old.form.seats))
    if old.form is not TableFormat.FOUR_IN_PAIRS or partner not in NEW_PARTNERS:
        raise page_is_old()
    return NEW_PARTNERS[partner]


def _seat(game: Game, players: list[Player]) -> None:
    game.cache_state(start(game.rules, game.first_dealer))
    game.save()
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player=player) for position, player in enumerate(players)
    )
