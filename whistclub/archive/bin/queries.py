"""What is in the bin of a club."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.play.queries import cards
from whistclub.rules.models import RuleSet
from whistclub.web.formatting import format_date

# Club is exported for the type annotations of views.
__all__ = ["KEPT", "KINDS", "Binned", "Club", "Thing", "contents", "found", "kind_of", "old", "ref_of", "title"]

Thing: TypeAlias = Player | Game | Party | RuleSet

# How long what is in the bin can be restored.
KEPT = timedelta(days=30)
ON_A_PAGE = 50
KINDS = {
    "player": "Player",
    "game": "Game",
    "party": "Party",
    "rules": "Rules",
}


@dataclass(frozen=True, slots=True)
class Binned:
    """A line of the bin; `ref` is the key of a player, the code of anything else."""

    kind: str
    ref: str
    thing: Thing
    title: str

    @property
    def label(self) -> str:
        return str(KINDS[self.kind])

    @property
    def until(self) -> datetime:
        assert self.thing.binned_at is not None
        return self.thing.binned_at + KEPT


def kind_of(thing: Thing) -> str:
    return {Player: "player", Game: "game", Party: "party", RuleSet: "rules"}[type(thing)]


def contents(club: Club, page: str | None) -> Page[Binned]:
    """What is in the bin, the newest first; a game of a party is in there with it. Six queries at most."""
    rows = [_of_kind(kind, things).values_list("kind", "ref", "binned_at") for kind, things in _things_of(club).items()]
    everything = rows[0].union(*rows[1:], all=True).order_by("-binned_at", "kind", "ref")
    found: Page[Any] = Paginator(everything, ON_A_PAGE).get_page(page)
    refs = [(kind, ref) for kind, ref, _at in found.object_list]
    by_ref = {
        (kind, ref_of(thing)): thing
        for kind, things in _things_of(club).items()
        for thing in _named(kind, things, [ref for each, ref in refs if each == kind])
    }
    names = titles(by_ref.values())
    found.object_list = [
        Binned(*each, by_ref[each], names[kind_of(by_ref[each]), by_ref[each].pk]) for each in refs if each in by_ref
    ]
    return found


def found(club: Club, kind: str, ref: str, *, in_bin: bool) -> Thing | None:
    """One thing of a club, in the bin or outside it."""
    things = _all_of(club).get(kind)
    if things is None:
        return None
    if in_bin:
        return _named(kind, things.filter(binned_at__isnull=False), [ref]).first()
    return _named(kind, things.filter(binned_at=None), [ref]).first()


def title(thing: Thing) -> str:
    return titles([thing])[kind_of(thing), thing.pk]


def titles(things: Iterable[Thing]) -> Mapping[tuple[str, int], str]:
    """What these are called: names, and for a game when it was made."""
    things = list(things)
    names = {(kind_of(each), each.pk): each.name for each in things if not isinstance(each, Game)}
    games = [each for each in things if isinstance(each, Game)]
    for card in cards(games):
        day = format_date(timezone.localtime(card.game.started_at))
        names["game", card.game.pk] = "{people}, {day}".format(people=" – ".join(card.people), day=day)
    return names


def old(at: datetime) -> list[Thing]:
    """What has been in the bin of any club for too long, in the order in which it can be deleted. Four queries."""
    limit = at - KEPT
    everything: list[QuerySet[Thing]] = [
        Game.objects.filter(party_code=""),
        Party.objects.filter(rehearses=None),
        Player.objects.all(),
        RuleSet.objects.all(),
    ]
    return [thing for things in everything for thing in things.filter(binned_at__lte=limit).order_by("pk")]


def _all_of(club: Club) -> dict[str, QuerySet[Thing]]:
    """What can be in the bin by itself: no game of a party, and no rehearsal."""
    return {
        "player": club.players.filter(merged_into=None),
        "game": club.games.filter(party_code="").prefetch_related("seats__player"),
        "party": club.parties.filter(rehearses=None),
        "rules": club.rule_sets.all(),
    }


def _things_of(club: Club) -> dict[str, QuerySet[Thing]]:
    return {kind: things.filter(binned_at__isnull=False) for kind, things in _all_of(club).items()}


def _of_kind(kind: str, things: QuerySet[Thing]) -> QuerySet[Thing]:
    ref = Cast("pk", TextField()) if kind == "player" else Cast(F("code"), TextField())
    found: QuerySet[Thing] = things.prefetch_related(None).annotate(kind=Value(kind, TextField()), ref=ref).order_by()
    return found


def ref_of(thing: Thing) -> str:
    return str(thing.pk) if isinstance(thing, Player) else thing.code


def _named(kind: str, things: QuerySet[Thing], refs: list[str]) -> QuerySet[Thing]:
    if kind == "player":
        keys = [int(ref) for ref in refs if ref.isascii() and ref.isdecimal() and len(ref) <= 18]
        return things.filter(pk__in=keys).select_related("binned_by")
    return things.filter(code__in=refs).select_related("binned_by")
