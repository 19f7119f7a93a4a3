"""Who sits at a table of another party, or plays another game, that is not finished."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format

from whistclub.party.models import Party, Round
from whistclub.play.models import Game
from whistclub.web.formatting import join_list, plural, table_text

# A game nobody has ended for this long is forgotten rather than played.
FORGOTTEN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where somebody plays: `party` is the name of the party, empty for a game without one.

    Two parties of an evening often have the same name: `since` tells them apart. `path` is the address of the page of
    that table or game.
    """

    table: int
    party: str
    since: datetime
    path: str

    @property
    def note(self) -> str:
        return f"playing {self.where}"

    @property
    def where(self) -> str:
        text = "at {table} of “{party}” (since {time})" if self.party else "in another game since {time}"
        return text.format(
            table=table_text(self.table), party=self.party, time=time_format(timezone.localtime(self.since))
        )


@dataclass(frozen=True, slots=True)
class ElsewhereSentence:
    """A sentence about people who play elsewhere, and the address and name of the page of where that is."""

    text: str
    path: str
    link: str

    def __str__(self) -> str:
        return self.text


def seated_elsewhere(party: Party) -> dict[int, Elsewhere]:
    """The players (by key) who sit at a table of another game that is not finished. One query.

    None for a rehearsal, in which nobody sits.
    """
    if party.rehearses_id:
        return {}
    open_games = Game.objects.filter(
        Q(party_table=None) | Q(party_table__round__state=Round.State.RUNNING),
        club=party.club_id,
        state=Game.State.RUNNING,
        started_at__gt=timezone.now() - FORGOTTEN,
        binned_at=None,
        party_table__round__party__rehearses=None,
    )
    others = open_games.exclude(party_code=party.code)
    seats = others.values_list(
        "seats__player",
        "party_table__round__party__name",
        "party_table__round__party__code",
        "party_table__round__number",
        "party_table__number",
        "started_at",
        "code",
    )
    found = {}
    for player, name, code, number, table, since, game in seats:
        slug = party.club.slug
        path = (
            reverse("party:round_table", args=[slug, code, number, table])
            if code
            else reverse("play:game", args=[slug, game])
        )
        found[player] = Elsewhere(table, name or "", since, path)
    return found


def elsewhere_sentences(places: Mapping[int, Elsewhere], names: Mapping[int, str]) -> list[ElsewhereSentence]:
    """A sentence for each table elsewhere at which some of these people sit; both by the keys of players."""
    found: dict[Elsewhere, list[str]] = {}
    for player, name in sorted(names.items(), key=lambda item: item[1].casefold()):
        if player in places:
            found.setdefault(places[player], []).append(name)
    return [
        ElsewhereSentence(
            plural(len(people), "{names} is already playing {where}.", "{names} are already playing {where}.").format(
                names=join_list(people), where=place.where
            ),
            place.path,
            "Go to that table" if place.party else "Go to that game",
        )
        for place, people in found.items()
    ]
