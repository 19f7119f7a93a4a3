"""Raise what open pages hold: the revision of a game and, for a game of a party, what happened at its tables."""

from functools import partial

from django.db import connection

from whistclub.play.models import Game
from whistclub.web.transactions import at_the_end

# Written by hand: it makes the row where there is none, and Django needs ten times as long to write such a statement as
# the database to carry it out, for every hand of a party.
RAISE = """INSERT INTO play_partyrevision (party_code, club_id, hands, results) VALUES (%s, %s, 1, %s)
    ON CONFLICT (party_code) DO UPDATE
    SET hands = play_partyrevision.hands + 1, results = play_partyrevision.results + excluded.results
"""


def raise_revision(game: Game, *, is_result: bool = False) -> None:
    """Let open pages of a game and of its party fetch it again; the caller saves the game.

    `is_result`: the game has a result, or had one before. Actions on a whole party need not call this: they raise the
    revision of the party, which all pages of it hold as well.
    """
    game.revision += 1
    if game.party_code:
        raised = (game.party_code, game.club_id, is_result)
        at_the_end(raised, partial(_raise_party, *raised))


def _raise_party(code: str, club: int, is_result: bool) -> None:
    with connection.cursor() as cursor:
        cursor.execute(RAISE, [code, club, int(is_result)])
