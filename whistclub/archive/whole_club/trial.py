"""Reads a club that has just moved in as its pages will, before it is kept, and computes its statistics.

A document can hold values of the right types that make no sense together, such as a log about nobody. Pages that show
such a value would fail, so the document is refused.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.archive.whole_club.layout import DocumentRefused
from whistclub.club.models import Club
from whistclub.engine.options import options_to_mapping
from whistclub.party.actions.transaction import sync_party_statistics
from whistclub.party.log_text import LogNames, log_text, settings_values
from whistclub.party.models import Party
from whistclub.party.queries.loading import load
from whistclub.party.queries.log import log
from whistclub.play.models import Game
from whistclub.play.queries import game_page
from whistclub.play.stats_feed import Reader, batches, readable
from whistclub.rules.queries import choices
from whistclub.stats.inputs import FinishedGame, evening_of
from whistclub.stats.update import facts
from whistclub.stats.update import rebuild as stats
from whistclub.stats.update.recomputed import Recomputation

Report = Callable[[str, int], None]


def try_out(club: Club, report: Report) -> None:
    """Raises DocumentRefused. Inside the transaction that stored the club."""
    _attempt(_("the club"), partial(_read_club, club))
    facts.lock_facts(club)
    stats.rebuild(club, Recomputation(club).pieces(_games(club, report)), report_progress=report)
    for party in Party.objects.filter(club=club).order_by("pk"):
        _attempt(_("party {code}").format(code=party.code), partial(_read_party, party))
        report("parties", 1)


def _games(club: Club, report: Report) -> Iterator[Sequence[FinishedGame]]:
    """All games that count in statistics, in order of play, with the results that their hands make."""
    reader = Reader()

    def refuse(game: Game, error: Exception) -> None:
        raise DocumentRefused(_cannot_be_read(_("game {code}").format(code=game.code), error)) from error

    for batch in batches(Game.objects.filter(club=club).order_by("started_at", "pk")):
        finished = []
        for game, differences, counted in readable(reader.checked, batch, refuse):
            for name, stored, computed in differences:
                raise DocumentRefused(
                    _("Game {code}: {name} is {stored}, but its hands give {computed}.").format(
                        code=game.code, name=name, stored=stored, computed=computed
                    )
                )
            _attempt(_("game {code}").format(code=game.code), partial(_read_game, game))
            finished += [counted] if counted else []
        report("games read", len(batch))
        if finished:
            yield finished


def _read_club(club: Club) -> None:
    evening_of(timezone.now(), club)
    choices(club)
    for each in club.rule_sets.all():
        options_to_mapping(each.rules)


def _read_game(game: Game) -> None:
    list(game_page(game).view.lines)


def _read_party(party: Party) -> None:
    load(party)
    log_text("party_created", {"after": settings_values(party)}, LogNames({}, {}, party.room))
    list(map(str, (party.invitation, party.timetable)))
    for page in range(1, log(party, 1).paginator.num_pages + 1):
        list(log(party, page))
    sync_party_statistics(party)


def _attempt(what: str, read: Callable[[], object]) -> None:
    try:
        read()
    except (DatabaseError, DocumentRefused):
        raise
    except Exception as error:
        raise DocumentRefused(_cannot_be_read(what, error)) from error


def _cannot_be_read(what: str, error: Exception) -> str:
    return _("After importing, {what} could not be read: {reason}.").format(what=what, reason=repr(error)[:200])
