"""Derived data of a club: recomputed from its games and parties, compared with what is stored, or rebuilt."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import Q, QuerySet

from whistclub.club.models import Club
from whistclub.ops.comparison import Comparison
from whistclub.ops.recomputing import recomputed, relaxed_gc
from whistclub.party.actions import transaction as party_transaction
from whistclub.party.models import Party
from whistclub.play.actions.statistics import awaiting, bring_up_to_date, clear_marks, marked_games
from whistclub.play.models import Game
from whistclub.play.stats_feed import included_games
from whistclub.stats.inputs import FinishedParty
from whistclub.stats.models import PartyFact, PartyRank
from whistclub.stats.update import facts, parties
from whistclub.stats.update import rebuild as stats
from whistclub.stats.update.rebuild import ReportProgress
from whistclub.stats.update.recomputed import GamesPiece, Piece
from whistclub.web.transactions import read_snapshot, write_transaction


def rebuild(club: Club, *, report_progress: ReportProgress) -> None:
    """Recompute all statistics of a club from its games and parties; games that cannot be read are logged and left out.

    Games that change meanwhile are marked, and stay so.
    """
    _correct_exclusions(club)
    with write_transaction(), relaxed_gc():
        facts.lock_facts(club)
        marked = marked_games(club)

        def leave_marked(game: Game, error: Exception) -> None:
            marked.pop(game.pk, None)
            logging.getLogger(__name__).error("Statistics cannot take in game %s.", game.code, exc_info=error)

        games, parties = included_games(club), _parties_written(club, report_progress)
        computed = recomputed(club, games, checks=False, report_unreadable=leave_marked, meanwhile=parties)
        pieces = (piece for found in computed for piece in found.pieces)
        stats.rebuild(club, pieces, report_progress=report_progress)
        clear_marks(marked)


def disagreements(club: Club, *, report_progress: ReportProgress) -> Iterator[str]:
    """One line for each stored value that differs from the recomputed one, and each game that cannot be read.

    First statistics learn of games that changed a moment ago, as before every reader; what differs then is not
    corrected. All is read in one snapshot of the database, so that people may go on entering hands. Memory does not
    grow with the number of games.
    """
    with _snapshot(club), relaxed_gc():
        comparison = Comparison(club)
        unreadable: list[str] = []
        of_parties: list[str] = []

        def cannot_be_read(game: Game, error: Exception) -> None:
            unreadable.append(f"game {game.code}: cannot be read: {error!r}")

        games = Game.objects.filter(club=club).order_by("started_at", "pk")
        parties = _parties_compared(club, comparison, of_parties, report_progress)
        for found in recomputed(club, games, checks=True, report_unreadable=cannot_be_read, meanwhile=parties):
            if found.games:
                report_progress("score sheets", found.games)
            yield from unreadable
            unreadable.clear()
            for code, (name, stored, computed) in found.differences:
                yield f"game {code}: {name} is {stored}, should be {computed}"
            for piece in found.pieces:
                if isinstance(piece, GamesPiece):
                    report_progress("games in statistics", len(piece.facts))
                yield from comparison.lines(piece)
        for code, excluded in _wrong_exclusions(club).values_list("code", "excluded_with_party"):
            yield f"game {code}: excluded_with_party is {excluded}, should be {not excluded} as its party says"
        yield from of_parties
        yield from comparison.rest()


@contextmanager
def _snapshot(club: Club) -> Iterator[None]:
    """A snapshot in which statistics have learned of all games that can be read."""
    is_waiting = True
    while is_waiting:
        bring_up_to_date(club)
        with read_snapshot():
            is_waiting = bool(awaiting(club))
            if not is_waiting:
                yield


def _parties_written(club: Club, report_progress: ReportProgress) -> Iterator[None]:
    """A step for each party."""
    PartyFact.objects.filter(club=club).delete()
    for party in Party.objects.filter(club=club):
        party_transaction.sync_party_statistics(party)
        report_progress("parties", 1)
        yield


def _parties_compared(
    club: Club, comparison: Comparison, lines: list[str], report_progress: ReportProgress
) -> Iterator[None]:
    """A step for each party: adds to the lines where its stored rows differ."""
    for party in Party.objects.filter(club=club):
        if finished := party_transaction.finished_party(party):
            for piece in _party_pieces(club, finished):
                lines += comparison.lines(piece)
        report_progress("parties", 1)
        yield


def _party_pieces(club: Club, finished: FinishedParty) -> tuple[Piece, Piece]:
    fact = Piece(PartyFact, parties.PARTY, [parties.party_row(club, finished)], {"code": finished.code})
    return fact, Piece(PartyRank, parties.RANK, parties.rank_rows(finished), {"party__code": finished.code})


def _wrong_exclusions(club: Club) -> QuerySet[Game]:
    """Games that are excluded with their party although it is not excluded, or the reverse."""
    parties = Party.objects.filter(club=club)
    excluded = parties.filter(Q(excluded_from_statistics=True) | Q(rehearses__isnull=False)).values("code")
    return Game.objects.filter(club=club).filter(
        Q(party_code__in=excluded, excluded_with_party=False)
        | (~Q(party_code__in=excluded) & Q(excluded_with_party=True))
    )


def _correct_exclusions(club: Club) -> None:
    """A transaction of its own: parties are locked before games, and games before facts, as in every action."""
    with write_transaction():
        codes = set(_wrong_exclusions(club).values_list("party_code", flat=True))
        list(Party.objects.select_for_update().filter(club=club, code__in=codes).order_by("pk"))
        keys = list(_wrong_exclusions(club).filter(party_code__in=codes).values_list("pk", flat=True))
        for game in Game.objects.select_for_update().filter(pk__in=keys).order_by("pk"):
            game.excluded_with_party = not game.excluded_with_party
            game.awaits_statistics = True
            game.revision += 1
            game.save(update_fields=["excluded_with_party", "awaits_statistics", "revision"])
