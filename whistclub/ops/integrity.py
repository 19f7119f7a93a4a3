"""The books of a club: what is derived from its hands, made anew and compared."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from whistclub.club.models import Club
from whistclub.ops.memory import relaxed_gc
from whistclub.party.actions import statistics as party_statistics
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.play.stats_feed import Reader, batches, finished_games
from whistclub.stats.models import (
    ClubDay,
    Evening,
    GameFact,
    PartyFact,
    PartyRank,
    PlayerGame,
    PlayerRollup,
    PlayerStanding,
    RulesRollup,
)
from whistclub.stats.update import facts
from whistclub.stats.update import rebuild as stats
from whistclub.web.transactions import write_transaction

Tell = Callable[[str, int], None]

# What names a row of each table for people; the table, then what it is called.
KEYS: dict[type[models.Model], tuple[str, tuple[str, ...]]] = {
    GameFact: ("game", ("code",)),
    PlayerGame: ("part of a game", ("fact__code", "seat")),
    PlayerRollup: ("tally", ("player__name", "period", "setting", "rules")),
    Evening: ("evening", ("player__name", "day")),
    ClubDay: ("evening of the club", ("day",)),
    RulesRollup: ("rules", ("rules", "form", "span", "first")),
    PlayerStanding: ("standing", ("player__name",)),
    PartyFact: ("party", ("code",)),
    PartyRank: ("place in a party", ("party__code", "player__name")),
}
# Keys of rows say nothing of what they hold, and change when they are made anew.
UNCOMPARED = {"id", "fact_id", "party_id"}


def untold() -> list[Club]:
    """Clubs with games of a time before there were statistics."""
    counting = Game.objects.filter(
        club=OuterRef("pk"), state=Game.State.FINISHED, excluded_from_statistics=False, excluded_with_party=False
    )
    return list(Club.objects.filter(Exists(counting), game_facts=None))


def rebuild(club: Club, *, tell: Tell) -> None:
    """Make all statistics of a club anew from its hands and parties."""
    with write_transaction(), relaxed_gc():
        facts.lock_facts(club)
        _put_void_right(club)
        stats.rebuild(club, finished_games(club), tell=tell)
        PartyFact.objects.filter(club=club).delete()
        for party in Party.objects.filter(club=club):
            party_statistics.sync_party_statistics(party)
            tell("parties", 1)


def disagreements(club: Club, *, tell: Tell) -> Iterator[str]:
    """One line for each thing kept that its hands do not bear out. Nothing is changed."""
    reader = Reader()
    for batch in batches(Game.objects.filter(club=club).order_by("pk")):
        for game, name, kept, said in reader.wrong(batch):
            yield f"game {game.code}: {name} is {kept}, its hands say {said}"
        tell("games read", len(batch))
    for code, excluded in _wrong_exclusion(club).values_list("code", "excluded_with_party"):
        yield f"game {code}: excluded_with_party is {excluded}, its party says {not excluded}"
    yield from _differences(club, tell)


def _differences(club: Club, tell: Tell) -> Iterator[str]:
    """Statistics made anew beside those kept: made in a transaction that is taken back.

    Games that wait to be rated are no disagreement: they are rated first.
    """
    different: list[tuple[type[models.Model], tuple, dict[str, Any] | None, dict[str, Any] | None]] = []
    with write_transaction():
        # What is too broken to be rated is named below.
        with suppress(IndexError, KeyError, ValueError), transaction.atomic():
            stats.finish_rating(club)
        before = {model: dict(_rows(model, club)) for model in KEYS}
        rebuild(club, tell=tell)
        for model, kept in before.items():
            for key, row in _rows(model, club):
                was = kept.pop(key, None)
                if was != row:
                    different.append((model, key, was, row))
            different += [(model, key, was, None) for key, was in kept.items()]
        transaction.set_rollback(True)
    for model, key, was, now in different:
        yield _said(model, key, was, now)


def _rows(model: type[models.Model], club: Club) -> Iterator[tuple[tuple, dict[str, Any]]]:
    _name, keys = KEYS[model]
    fields = [field.attname for field in model._meta.concrete_fields if field.attname not in UNCOMPARED]
    rows = model.objects.filter(**{"party__club" if model is PartyRank else "club": club})
    for row in rows.values_list(*keys, *fields).iterator():
        yield row[: len(keys)], dict(zip(fields, row[len(keys) :], strict=True))


def _said(model: type[models.Model], key: tuple, was: dict[str, Any] | None, now: dict[str, Any] | None) -> str:
    what = f"{KEYS[model][0]} {' '.join(str(part) for part in key if part != '')}"
    if was is None:
        return f"{what}: is missing"
    if now is None:
        return f"{what}: should not be there"
    parts = [f"{name} is {was[name]}, should be {now[name]}" for name in now if was[name] != now[name]]
    return f"{what}: {'; '.join(parts)}"


def _wrong_exclusion(club: Club) -> models.QuerySet[Game]:
    """Games that do not say of their party what it says."""
    parties = Party.objects.filter(club=club)
    out = parties.filter(Q(excluded_from_statistics=True) | Q(rehearses__isnull=False)).values("code")
    games = Game.objects.filter(club=club)
    return games.filter(
        Q(party_code__in=out, excluded_with_party=False) | (~Q(party_code__in=out) & Q(excluded_with_party=True))
    )


def _put_void_right(club: Club) -> None:
    for game in _wrong_exclusion(club):
        game.excluded_with_party = not game.excluded_with_party
        game.save(update_fields=["excluded_with_party"])
