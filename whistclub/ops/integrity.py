"""Derived data of a club: recomputed from its games and parties, compared with what is stored, or rebuilt."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import OperationalError, models, transaction
from django.db.models import Exists, OuterRef, Q

from whistclub.club.models import Club
from whistclub.party.actions import transaction as party_transaction
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.play.stats_feed import Reader, batches, finished_games
from whistclub.stats.models import (
    FACTS_VERSION,
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
from whistclub.stats.update.rebuild import ReportProgress
from whistclub.web.transactions import read_snapshot, write_snapshot, write_transaction

Row = dict[str, Any]
RowKey = tuple[Any, ...]

# What each table is called in a disagreement, and the columns that identify a row to people.
ROW_KEYS: dict[type[models.Model], tuple[str, tuple[str, ...]]] = {
    GameFact: ("game", ("code",)),
    PlayerGame: ("player in game", ("fact__code", "seat")),
    PlayerRollup: ("totals of", ("player__name", "period", "setting", "rules")),
    Evening: ("evening of", ("player__name", "day")),
    ClubDay: ("club evening", ("day",)),
    RulesRollup: ("rules", ("rules", "form", "span", "first")),
    PlayerStanding: ("standing of", ("player__name",)),
    PartyFact: ("party", ("code",)),
    PartyRank: ("rank in party", ("party__code", "player__name")),
}
# Primary keys change when rows are rebuilt.
IGNORED_COLUMNS = {"id", "fact_id", "party_id"}
# New values between two runs of the cyclic garbage collector during bulk work; Python's default is 700.
RELAXED_GC_THRESHOLD = 50_000
ATTEMPTS = 5


def clubs_to_rebuild() -> list[Club]:
    """Clubs whose finished games have no facts, or facts that another version of the program computed."""
    finished = Game.objects.filter(
        club=OuterRef("pk"), state=Game.State.FINISHED, excluded_from_statistics=False, excluded_with_party=False
    )
    clubs = Club.objects.annotate(
        has_games=Exists(finished),
        has_facts=Exists(GameFact.objects.filter(club=OuterRef("pk"))),
        has_old_facts=Exists(GameFact.objects.filter(club=OuterRef("pk")).exclude(version=FACTS_VERSION)),
    )
    return list(clubs.filter(Q(has_games=True, has_facts=False) | Q(has_old_facts=True)).order_by("pk"))


def rebuild(club: Club, *, report_progress: ReportProgress) -> None:
    """Recompute all statistics of a club from its games and parties."""
    with write_transaction(), relaxed_gc():
        facts.lock_facts(club)
        _correct_exclusions(club)
        stats.rebuild(club, finished_games(club), report_progress=report_progress)
        PartyFact.objects.filter(club=club).delete()
        for party in Party.objects.filter(club=club):
            party_transaction.sync_party_statistics(party)
            report_progress("parties", 1)


def disagreements(club: Club, *, report_progress: ReportProgress) -> list[str]:
    """One line for each stored value that differs from the recomputed one. Nothing is changed.

    Results of games are compared in one snapshot of the database, statistics in another, so that people may go on
    entering hands. Raises OperationalError on PostgreSQL if others change the statistics at every attempt.
    """
    with read_snapshot():
        found = list(_game_disagreements(club, report_progress))
    for _attempt in range(ATTEMPTS - 1):
        # On PostgreSQL a game may have ended just before the statistics were locked: then look again.
        with suppress(OperationalError):
            return found + _statistics_disagreements(club, report_progress)
    return found + _statistics_disagreements(club, report_progress)


def _game_disagreements(club: Club, report_progress: ReportProgress) -> Iterator[str]:
    """Results stored with games against those of their entries, exclusions against those of their parties."""
    reader = Reader()
    for batch in batches(Game.objects.filter(club=club).order_by("pk")):
        for game, name, stored, computed in reader.wrong(batch):
            yield f"game {game.code}: {name} is {stored}, should be {computed}"
        report_progress("games read", len(batch))
    for code, excluded in _wrong_exclusions(club).values_list("code", "excluded_with_party"):
        yield f"game {code}: excluded_with_party is {excluded}, should be {not excluded} as its party says"


def _statistics_disagreements(club: Club, report_progress: ReportProgress) -> list[str]:
    """Stored statistics against rebuilt ones; the rebuilding is rolled back.

    Games that still wait for their rating are rated first: they are no disagreement.
    """
    found = []
    with write_snapshot():
        facts.lock_facts(club)
        # Facts too broken to be rated are reported below.
        with suppress(IndexError, KeyError, ValueError), transaction.atomic():
            stats.finish_rating(club)
        stored = {model: dict(_rows(model, club)) for model in ROW_KEYS}
        rebuild(club, report_progress=report_progress)
        for model, rows in stored.items():
            for key, row in _rows(model, club):
                before = rows.pop(key, None)
                if before != row:
                    found.append(_line(model, key, before, row))
            found += [_line(model, key, before, None) for key, before in rows.items()]
        transaction.set_rollback(True)
    return found


def _rows(model: type[models.Model], club: Club) -> Iterator[tuple[RowKey, Row]]:
    _name, keys = ROW_KEYS[model]
    columns = [field.attname for field in model._meta.concrete_fields if field.attname not in IGNORED_COLUMNS]
    rows = model._default_manager.filter(**{"party__club" if model is PartyRank else "club": club})
    for row in rows.values_list(*keys, *columns).iterator():
        yield row[: len(keys)], dict(zip(columns, row[len(keys) :], strict=True))


def _line(model: type[models.Model], key: RowKey, stored: Row | None, computed: Row | None) -> str:
    name = f"{ROW_KEYS[model][0]} {' '.join(str(part) for part in key if part != '')}"
    if stored is None:
        return f"{name}: is missing"
    if computed is None:
        return f"{name}: should not be there"
    differences = (column for column in computed if stored[column] != computed[column])
    return f"{name}: {'; '.join(f'{each} is {stored[each]}, should be {computed[each]}' for each in differences)}"


def _wrong_exclusions(club: Club) -> models.QuerySet[Game]:
    """Games that are excluded with their party although it is not excluded, or the reverse."""
    parties = Party.objects.filter(club=club)
    excluded = parties.filter(Q(excluded_from_statistics=True) | Q(rehearses__isnull=False)).values("code")
    return Game.objects.filter(club=club).filter(
        Q(party_code__in=excluded, excluded_with_party=False)
        | (~Q(party_code__in=excluded) & Q(excluded_with_party=True))
    )


def _correct_exclusions(club: Club) -> None:
    for game in _wrong_exclusions(club):
        game.excluded_with_party = not game.excluded_with_party
        game.save(update_fields=["excluded_with_party"])


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Run the cyclic garbage collector seldom: hands and facts form no cycles, and it takes a sixth of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(RELAXED_GC_THRESHOLD, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
