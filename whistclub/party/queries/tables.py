"""What the organiser's page of one table shows beside the console's view of it."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.engine.standings import Move
from whistclub.party.models import Party, Round
from whistclub.play.models import Game
from whistclub.play.queries import link

MOST_NAMED = 6


def pad_path(game: Game) -> str:
    """Address of a game's score pad."""
    return reverse("play:pad", args=[link(game).token])


def game_of(party: Party, number: int, table: int) -> Game | None:
    """The game of a table in a round that people know of."""
    return (
        Game.objects.filter(
            party_table__round__party=party, party_table__round__number=number, party_table__number=table
        )
        .exclude(party_table__round__state=Round.State.UNDONE)
        .first()
    )


def current_number(party: Party) -> int | None:
    """The number of the round being played, or the last that was."""
    known = party.rounds.exclude(state__in=[Round.State.UNDONE, Round.State.DRAFT])
    return known.order_by("-number").values_list("number", flat=True).first()


def moves_said(party: Party, moves: Iterable[Move]) -> str:
    """Whose ranks a correction moved: "Ann 3 → 1, Bob 1 → 2"; long lists are cut."""
    names = dict(party.entrants.values_list("number", "player__name"))
    said = [_("{name} {old} → {new}").format(name=names[move.person], old=move.old, new=move.new) for move in moves]
    return ", ".join(said[:MOST_NAMED]) + (" …" if len(said) > MOST_NAMED else "")
