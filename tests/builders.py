"""State for tests, built through the same actions as in use. People have fixed names and relations:

Olga owns Prairie, Otto owns Valley; where it matters, Ole organises Prairie too and Dora is at its door. Ann, Bob,
Clara and Dan sit at Olga's table, clockwise from seat 0.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import TypeVar
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils.http import urlsafe_base64_encode

from whistclub.accounts.models import User
from whistclub.club.models import Club, Role
from whistclub.club.settings import change_settings
from whistclub.engine.hand import Contract
from whistclub.engine.options import PRESETS, RuleOptions
from whistclub.play.entries import record_hand, remove_entry
from whistclub.play.models import REDEAL, EntryRecord, Game, PadLink, PartyNow
from whistclub.play.start import NewGame, start_game
from whistclub.stats.manage import save_season
from whistclub.stats.models import Season
from whistclub.web.errors import Refused

Made = TypeVar("Made")
FOUR = ("Ann", "Bob", "Clara", "Dan")
NOON = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
PASSWORD = "three blind mice"


def organiser(name: str = "Olga", club: str = "Prairie") -> tuple[User, Club]:
    made = Club.objects.create(name=club, slug=club.lower(), time_zone="America/Chicago", currency="$")
    return joined(made, name, "owner"), made


def joined(club: Club, name: str, kind: str) -> User:
    """A new user with this role in the club."""
    user = User(email=f"{name.lower()}@example.org", name=name)
    user.set_password(PASSWORD)
    user.save()
    Role.objects.create(club=club, user=user, kind=kind)
    return user


def show_statistics(club: Club, *, to_everyone: bool, by: User, at: datetime) -> None:
    """Let the public see names in statistics, or no statistics."""
    shown = Club.Shown.NAMES if to_everyone else Club.Shown.LINKS
    change_settings(club, {"shown_to_strangers": shown}, by=by, at=at)
    club.refresh_from_db(fields=["shown_to_strangers"])


def add_season(club: Club, plan: tuple[str, date, date, str, int | None], *, by: User, at: datetime) -> Season:
    """A season: name, first and last day, scoring, how many of the best parties count."""
    name, first, last, scoring, best = plan
    made = Season(club=club, name=name, first_day=first, last_day=last, scoring=scoring, best_parties=best)
    save_season(made, by=by, at=at)
    return made


def game(
    club: Club,
    by: User,
    *,
    preset: str = "neuralplay",
    names: tuple[str, ...] = FOUR,
    dealer: int = 0,
    rules: RuleOptions | None = None,
    asks: bool = False,
) -> Game:
    """A game of as many of these people as the rules seat; `rules` are the club's own, based on the preset."""
    options = rules or PRESETS[preset]
    called = "" if rules is None else "House rules"
    setting = NewGame(
        names[: options.form.seats], preset, dealer, options=options, rules_name=called, requires_confirmation=asks
    )
    return start_game(club, setting, by=by, at=NOON)


@contextmanager
def refusal_of(code: str, match: str | None = None) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """An action is refused with this code."""
    with pytest.raises(Refused, match=match) as found:
        yield found
    assert found.value.code == code


def link(of: Game) -> PadLink:
    return PadLink(of.code, of.link_version)


def take_out(game: Game, position: int, *, at: datetime = NOON) -> EntryRecord:
    """Bob's phone removes the entry at this position."""
    entry = game.entries.get(position=position, current=True).uid
    return remove_entry(link(Game.objects.get(pk=game.pk)), entry, by_seat=1, at=at)


def entry_row(
    uid: UUID,
    position: int,
    contract: str,
    declarer: int | None,
    tricks: tuple[int, ...],
    notes: dict[str, object] | None = None,
) -> EntryRecord:
    """An entry as a phone sends it, to be recorded."""
    made = EntryRecord(uid=uid, position=position, contract=contract, declarer=declarer, tricks=list(tricks))
    made.notes = notes or {}
    return made


def redeal(uid: UUID, position: int, *, deal_passes: bool) -> EntryRecord:
    """The cards were thrown in and dealt again."""
    return entry_row(uid, position, REDEAL, None, (), {"deal_passes": True} if deal_passes else {})


def changed(entry: EntryRecord, **values: object) -> EntryRecord:
    """An entry like this one, as a phone sends it, except for these values."""
    row = (entry.uid, entry.position, entry.contract, entry.declarer, entry.tricks, entry.notes)
    names = ("uid", "position", "contract", "declarer", "tricks", "notes")
    return entry_row(**dict(zip(names, row, strict=True)) | values)


def high(position: int, declarer: int, own: int, *, uid: UUID | None = None) -> EntryRecord:
    """The declarer's side took `own` tricks."""
    tricks = (own, 13 - own) if declarer % 2 == 0 else (13 - own, own)
    return entry_row(uid or uuid4(), position, Contract.HIGH, declarer, tricks)


def low(position: int, first: int, *, uid: UUID | None = None) -> EntryRecord:
    """A low hand in which the side of seats 0 and 2 took `first` tricks."""
    return entry_row(uid or uuid4(), position, Contract.LOW, None, (first, 13 - first))


def record(of: Game, *entries: EntryRecord, by_seat: int | None = 0) -> EntryRecord:
    """Enter hands one after the other; what came of the last."""
    for entry in entries:
        recorded = record_hand(link(of), entry, by_seat=by_seat, at=NOON)
    return recorded


def play_out(of: Game) -> Game:
    """Seat 0 grands and takes every trick until the game is over."""
    fresh, position = of, 1
    while fresh.state == Game.State.RUNNING:
        fresh = record(of, high(position, 0, 13)).game
        position += 1
    return fresh


def rung(of: Game, at: datetime = NOON) -> None:
    """Let the bell of a game ring, or have rung; a game of no party becomes one of a party that nobody stored."""
    if not of.party_code:
        of.party_code, of.round_number, of.table_number = "partybell", 1, 1
        of.save(update_fields=["party_code", "round_number", "table_number"])
    timer = {"round_number": of.round_number, "bell_at": at, "ends_games": True}
    PartyNow.objects.update_or_create(pk=of.party_code, defaults=timer)


def rows_stored(rows: Iterable[Model], *, without: Collection[str] = ()) -> dict[object, dict[str, object]]:
    """The fields of each row as it is stored, by its key."""
    return {
        row.pk: {
            each.attname: getattr(row, each.attname)
            for each in row._meta.concrete_fields
            if not each.primary_key and each.attname not in without
        }
        for row in rows
    }


@contextmanager
def undone() -> Iterator[None]:
    """What is written inside is rolled back at the end."""
    block = transaction.atomic()
    block._from_testcase = True  # as around a test: what waits for a commit does not wait for its end
    with block:
        yield
        transaction.set_rollback(True)


def once(make: Callable[[], Made]) -> Callable[..., Iterator[Made]]:
    """A fixture: what this makes, made once for all tests of a file; what each does to it is taken back."""

    @pytest.fixture(scope="module")
    def made(django_db_setup: None, django_db_blocker: object) -> Iterator[Made]:
        with django_db_blocker.unblock(), undone():
            yield make()

    return made


def client_of(user: User) -> Client:
    """The browser in which a user has signed in."""
    client = Client()
    client.force_login(user)
    return client


def link_path(user: User) -> str:
    """The address with which this user chooses a new password, as the e-mail has it."""
    key = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("accounts:new_password", args=[key, default_token_generator.make_token(user)])
