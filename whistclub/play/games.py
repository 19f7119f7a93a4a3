"""Start a game, play again, end it early and continue it; adjust points; the link, the call, the remark."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.actions import bring_back, lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.club.queries import refer
from whistclub.engine.game import sole_leader, start
from whistclub.engine.options import PRESETS, LimitTie, RuleOptions, TableFormat, options_to_mapping
from whistclub.play import replay
from whistclub.play.changing import By, changing, log_event, require_open, require_standalone_game
from whistclub.play.models import AdjustmentRecord, Game, GameEvent, PadLink, Seat
from whistclub.play.refusals import pad_stopped, page_is_old
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

# Who takes each of the four chairs, by the present chair of the new partner of chair 0, who stays.
NEW_PARTNERS = {2: (0, 1, 2, 3), 1: (0, 2, 1, 3), 3: (0, 1, 3, 2)}
Kind = GameEvent.Kind


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
        log_event(game, Kind.STARTED, at=at, by=by)
    return game


def play_again(of: Game | PadLink, partner: int, *, by: By = None, at: datetime) -> Game:
    """Start the next game of the same people, with the same rules and the next dealer; it counts if the old one did.

    Chair 0 plays with the player who sat on `partner`; 0 where nobody has a partner. A game is followed by one other at
    most: a second phone that asks gets the game that the first one started. Raises LinkGone, Closed; "game_running",
    "belongs_to_party", "page_is_old" for a chair that does not exist.
    """
    # The change of the old game lets its pads and watchers learn of the new one.
    with changing(of, by=by, at=at, uses=False) as old:
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
        log_event(game, Kind.STARTED, at=at, by=by)
    return game


def change_first_dealer(of: Game | PadLink, dealer: int, *, by: By, at: datetime) -> Game:
    """Let another person deal first, while no hand is entered: at a table of a party the people cut.

    Raises LinkGone, Closed; "dealer_is_fixed", "page_is_old" for a seat that does not exist.
    """
    with changing(of, by=by, at=at) as game:
        if not isinstance(by, User):
            require_open(game, at)
        if game.entries.filter(current=True).exists() or game.state != Game.State.RUNNING:
            raise Refused("dealer_is_fixed", "Hands have been entered, so the first dealer can no longer be changed.")
        if game.seat(dealer) is None:
            raise page_is_old()
        before, game.first_dealer = game.first_dealer, dealer
        game.left_alone = before == dealer
        if not game.left_alone:
            players = dict(game.seats.values_list("position", "player"))
            log_event(game, Kind.DEALER_CHANGED, by=by, at=at, before=[players[before]], after=[players[dealer]])
    return game


def end_without_result(game: Game, *, by: User, at: datetime) -> None:
    """End a game in progress without a winner; its hands stay. Does nothing to any other. Raises "belongs_to_party"."""
    with changing(game, Kind.STOPPED, by=by, at=at) as fresh:
        require_standalone_game(fresh)
        fresh.left_alone = fresh.state != Game.State.RUNNING
        fresh.state, fresh.finished_at = Game.State.STOPPED, at


def end_now(game: Game, *, by: User, at: datetime) -> None:
    """Let no further hand count: the leading side has won; a tie is a draw.

    Raises "belongs_to_party", "nothing_played" before the first hand, "level_yet".
    """
    with changing(game, by=by, at=at) as fresh:
        require_standalone_game(fresh)
        if sole_leader(tuple(fresh.totals)) is None and fresh.rules.limit_tie is LimitTie.EXTRA:
            sentence = "If tied, these rules require more hands until one side is ahead."
            raise Refused("level_yet", f"{sentence} Play on, or end it without a result.")
        end_here(fresh, by=by, at=at)


def end_here(game: Game, *, by: By, at: datetime) -> None:
    """Inside a change: let no further hand count. The leading side wins; at a tie the rules decide whether to play on.

    Does nothing to a finished game. Raises "nothing_played" before the first hand.
    """
    game.left_alone = game.state != Game.State.RUNNING
    if game.left_alone:
        return
    sheet = replay.read(game)
    hands = [entry.position for entry in sheet.current_entries if not entry.is_redeal]
    if not hands:
        raise Refused("nothing_played", "Enter the hand you are playing before you end the game.")
    game.last_position = hands[-1]
    game.ended_early = replay.fold(game, sheet).over
    log_event(game, Kind.ENDED_EARLY, by=by, at=at, hand=len(hands))


def end_after_bell(link: PadLink, *, by_seat: int | None, at: datetime) -> Game:
    """The players end their game: the bell rang between two hands.

    Raises LinkGone, Closed; "nothing_played", "page_is_old" before the bell.
    """
    with changing(link, by=by_seat, at=at) as game:
        require_open(game, at)
        if game.state == Game.State.RUNNING and not game.bell_has_rung(at):
            raise page_is_old()
        end_here(game, by=by_seat, at=at)
    return game


def concede(game: Game, side: int, *, by: User, at: datetime) -> None:
    """One of two sides concedes a game in progress. Raises "belongs_to_party"; "page_is_old" for any other."""
    with changing(game, Kind.CONCEDED, by=by, at=at, side=side) as fresh:
        require_standalone_game(fresh)
        if fresh.state != Game.State.RUNNING or fresh.form.sides != 2 or side not in (0, 1):
            raise page_is_old()
        fresh.conceded_by = side


def continue_game(game: Game, *, by: User, at: datetime) -> None:
    """Undo an early end of any kind; a game that its rules ended stays finished. Raises "belongs_to_party"."""
    with changing(game, Kind.CONTINUED, by=by, at=at) as fresh:
        require_standalone_game(fresh)
        stopped = fresh.state == Game.State.STOPPED
        fresh.left_alone = not stopped and fresh.conceded_by is None and fresh.last_position is None
        fresh.state = Game.State.RUNNING if stopped else fresh.state
        fresh.conceded_by, fresh.last_position, fresh.ended_early = None, None, False


def adjust_points(game: Game, points: Sequence[int], reason: str, *, by: User, at: datetime) -> AdjustmentRecord:
    """Give or deduct points by side, after the last entry; the game may end, go on, or change its winner.

    Raises "not_an_adjustment".
    """
    with changing(game, by=by, at=at) as fresh:
        if fresh.paper_result is not None:
            sentence = "This result was entered from paper. Enter the corrected result instead."
            raise Refused("not_an_adjustment", sentence, 422)
        if not any(points):
            raise Refused("not_an_adjustment", "Enter the points to give (7) or deduct (−7).", 422)
        after, reason = replay.read(fresh).next_position - 1, refer(fresh.club_id, reason)
        made = fresh.adjustments.create(after=after, points=list(points), reason=reason, by_user=by, at=at)
        log_event(fresh, Kind.ADJUSTED, by=by, at=at, points=made.points, reason=reason)
    return made


def undo_adjustment(game: Game, adjustment: int, *, by: User, at: datetime) -> None:
    """Let an adjustment no longer count; it stays in the history. Raises "page_is_old" if there is no such one now."""
    with changing(game, by=by, at=at) as fresh:
        found = fresh.adjustments.filter(pk=adjustment, undone_at=None).first()
        if found is None:
            raise page_is_old()
        found.undone_by, found.undone_at = by, at
        found.save(update_fields=["undone_by", "undone_at"])
        log_event(fresh, Kind.ADJUSTMENT_UNDONE, by=by, at=at, points=found.points, reason=found.reason)


def renew_link(game: Game, *, by: User, at: datetime) -> None:
    """Make every score pad link handed out so far invalid; the game's page shows the new one."""
    with changing(game, Kind.LINK_RENEWED, by=by, at=at) as fresh:
        fresh.link_version += 1


def open_pads(game: Game, *, by: User, at: datetime) -> None:
    """Let the phones at the table change a game whose pads have stopped. Does nothing to any other game."""
    with changing(game, Kind.PADS_OPENED, by=by, at=at) as fresh:
        fresh.left_alone = fresh.is_of_now(at)


def call_organiser(link: PadLink, *, by_seat: int | None, at: datetime) -> None:
    """Call the organiser to the table of a game, whatever its state. Calling again changes nothing. Raises Closed."""
    with changing(link, Kind.CALLED, by=by_seat, at=at, uses=False) as game:
        if not game.is_of_now(at):
            raise pad_stopped(game)
        game.left_alone = game.organiser_called_at is not None
        game.organiser_called_at = at


def clear_call(of: Game | PadLink, *, by: By, at: datetime) -> None:
    """The table no longer needs the organiser, or an organiser has seen to it."""
    with changing(of, Kind.CALL_ENDED, by=by, at=at, uses=False) as game:
        game.left_alone = game.organiser_called_at is None
        game.organiser_called_at = None


def set_excluded(game: Game, *, excluded: bool, by: User, at: datetime) -> None:
    kind = Kind.EXCLUDED if excluded else Kind.INCLUDED
    with changing(game, kind, by=by, at=at, uses=False) as fresh:
        fresh.left_alone = fresh.excluded_from_statistics == excluded
        fresh.excluded_from_statistics, fresh.awaits_statistics = excluded, True


def change_remark(game: Game, text: str, *, for_all: bool, by: User, at: datetime) -> None:
    with changing(game, by=by, at=at, uses=False) as fresh:
        before, after, for_all = fresh.remark, refer(fresh.club_id, text), for_all and bool(text)
        fresh.left_alone = (after, for_all) == (before, fresh.remark_for_all)
        fresh.remark, fresh.remark_for_all = after, for_all
        if not fresh.left_alone:
            log_event(fresh, Kind(remark_kind(text, for_all=for_all)), by=by, at=at, before=before, after=after)


def remark_kind(text: str, *, for_all: bool) -> str:
    """What the log of a game or a party calls the change of a remark, by the new text and who sees it."""
    if not text:
        return "remark_removed"
    return "remark_shown" if for_all else "remark_kept"


def _chairs(old: Game, partner: int) -> tuple[int, ...]:
    """The chair in the old game of the player on each chair of the next. "page_is_old" for an impossible partner."""
    if old.form is not TableFormat.FOUR_IN_PAIRS and partner == 0:
        return tuple(range(old.form.seats))
    if old.form is not TableFormat.FOUR_IN_PAIRS or partner not in NEW_PARTNERS:
        raise page_is_old()
    return NEW_PARTNERS[partner]


def _seat(game: Game, players: list[Player]) -> None:
    game.take(start(game.rules, game.first_dealer))
    game.save()
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player=player) for position, player in enumerate(players)
    )
