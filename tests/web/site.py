"""A site with everything on it, and the address of every page in every state it can be in."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import (
    NOON,
    add_season,
    client_of,
    entry_row,
    high,
    link,
    link_path,
    low,
    play_out,
    record,
    redeal,
    show_statistics,
)
from tests.party import builders as party_builders
from tests.play.phone import hand_form, pad_url, phone, send
from tests.web import party_site
from tests.web.addresses import ORGANISER_PAGE, OWNER_PAGE, everyone, pages
from whistclub.accounts.models import User
from whistclub.club.actions import add_player, change_player
from whistclub.club.models import Club
from whistclub.engine.options import PRESETS
from whistclub.party.actions.merging import merge_players
from whistclub.play.games import adjust_points, end_without_result, renew_link
from whistclub.play.models import Game
from whistclub.play.start import NewGame, start_game
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.models import RuleSet
from whistclub.rules.summary import own_key
from whistclub.stats.models import GameFact


@dataclass
class Site:
    olga: User
    prairie: Club
    otto: User
    valley: Club
    running: Game
    waiting: Game
    finished: Game
    stopped: Game
    renewed: Game
    old_link: str
    own_rules: RuleSet
    other_games: dict[str, Game]
    organiser: Client = field(default_factory=Client)

    @property
    def games(self) -> dict[str, Game]:
        """In every state and of every form."""
        states = ("running", "waiting", "finished", "stopped")
        return {state: getattr(self, state) for state in states} | self.other_games

    @cached_property
    def parties(self) -> party_site.Parties:
        """Made when they are asked for: they take longer than all else together."""
        return party_site.build(self.prairie, self.olga)

    def pages(self) -> Iterator[tuple[str, HttpResponse]]:
        """Every kind of page, each in the states that make it look different."""
        stranger, prairie = Client(), self.prairie.slug
        yield "front", stranger.get(reverse("club:front"))
        yield "sign in", stranger.get(reverse("accounts:sign_in"))
        for name in pages(everyone(200), ""):
            yield name, stranger.get(reverse(name))
        for name in pages(ORGANISER_PAGE, "club") + pages(OWNER_PAGE, "club"):
            yield name, self.organiser.get(reverse(name, args=[prairie]))
        yield "new password", stranger.get(link_path(self.olga), follow=True)
        yield "link is over", stranger.get(reverse("accounts:new_password", args=["MQ", "x"]))
        yield "account", self.organiser.get(reverse("accounts:account"))
        yield "account refused", self.organiser.post(reverse("accounts:change_password"), {"current": "x"})
        yield "wrong password", stranger.post(reverse("accounts:sign_in"), {"username": "a@b.org", "password": "x"})
        for preset in PRESETS:
            yield f"rules {preset}", stranger.get(reverse("rules:card", args=[preset]))
        yield "rules of a club", stranger.get(reverse("rules:card", args=[own_key(self.own_rules.code)]))
        yield "rules new", self.organiser.get(reverse("rules:edit", args=[prairie, "widow"]))
        yield "rules new refused", self.organiser.post(reverse("rules:edit", args=[prairie, "askov"]), {"target": "x"})
        yield "rules edited", self.organiser.get(reverse("rules:edit", args=[prairie, own_key(self.own_rules.code)]))
        yield "nothing here", stranger.get("/nowhere/")
        yield "claimed", stranger.get(reverse("club:found", args=["x"]))
        yield "start refused", self.organiser.post(reverse("play:start", args=[prairie]), {"seat0": "Ann"})
        yield "people refused", self.organiser.post(reverse("club:people", args=[prairie]), {"name": "ann"})
        yield from self._person()
        yield from self._head_to_head()
        ann = self.prairie.players.get(name="Ann").pk
        for kind in ("hands", "solos"):
            yield f"hands behind {kind}", self.organiser.get(reverse("play:player_hands", args=[prairie, ann, kind]))
        for state, game in self.games.items():
            yield f"game {state}", self.organiser.get(reverse("play:game", args=[prairie, game.code]))
            yield f"watch {state}", stranger.get(reverse("play:watch", args=[game.code]))
            yield f"watch rules {state}", stranger.get(reverse("play:watch_rules", args=[game.code]))
            for name in ("pad", "pad_log", "pad_rules"):
                yield f"{name} {state}", phone().get(pad_url(game, name))
        yield "seat", phone(None).get(pad_url(self.running))
        for state in ("running", "widow", "two", "trump", "unusual"):
            yield f"correct {state}", phone().get(pad_url(self.games[state], "pad_correct", 1))
        yield "correct redeal", phone().get(pad_url(self.games["unusual"], "pad_correct", 2))
        for players in (2, 3):
            yield (
                f"start for {players}",
                self.organiser.post(reverse("play:start", args=[prairie]), {"switch": players}),
            )
        url = reverse("play:adjust", args=[prairie, self.running.code])
        yield "adjustment refused", self.organiser.post(url, {"points": "many"})
        yield "no such hand", phone().get(pad_url(self.running, "pad_correct", 99))
        for htmx in (True, False):
            how = "htmx" if htmx else "plain"
            yield f"refused {how}", send(phone(), self.running, htmx=htmx, position=3, tricks="9-9")
            yield f"conflict {how}", send(phone(), self.running, htmx=htmx, bid="1")
        yield "correction refused", phone().post(pad_url(self.running, "pad_correct", 1), hand_form(tricks=""))
        yield "forged link", stranger.get("/t/forged/")
        yield "replaced link", stranger.get(self.old_link)
        yield from self.parties.pages(self.organiser)
        yield from pages_of_results(self.prairie, self.organiser, self.valley, self.otto)
        yield from pages_of_seasons(self.prairie, self.olga, self.organiser)

    def _person(self) -> Iterator[tuple[str, HttpResponse]]:
        """Ann, who can be two with Annie, and Edna, who is hidden, and was somebody else too."""
        ann, edna = (self.prairie.players.get(name=name).pk for name in ("Ann", "Edna"))
        merge = reverse("party:merge", args=[self.prairie.slug, ann])
        for name, player in (("ann", ann), ("edna", edna)):
            yield f"person {name}", self.organiser.get(reverse("club:person", args=[self.prairie.slug, player]))
        person = reverse("club:person", args=[self.prairie.slug, ann])
        yield "person refused", self.organiser.post(person, {"name": "Edna"})
        yield "merge", self.organiser.get(merge)
        yield "merge asked", self.organiser.get(merge, {"other": "Annie"})
        for name in ("Nobody", "Bob"):
            yield f"merge refused {name}", self.organiser.get(merge, {"other": name})
        yield "merge refused", self.organiser.post(merge, {"other": "Annie"})

    def _head_to_head(self) -> Iterator[tuple[str, HttpResponse]]:
        ann, bob = (self.prairie.players.get(name=name).pk for name in ("Ann", "Bob"))
        yield "versus", self.organiser.get(reverse("stats:versus", args=[self.prairie.slug, ann, bob]))

    def page(self, wanted: str) -> HttpResponse:
        return next(response for name, response in self.pages() if name == wanted)


def build() -> Site:
    olga, prairie = builders.organiser()
    otto, valley = builders.organiser("Otto", "Valley")
    builders.game(valley, otto, names=("Valeria", "Victor", "Vera", "Vincent"))
    party_builders.party(valley, otto, "Vanessa", "Vito", name="Vinterfest")
    # Begun now, so that what ended is still among tonight's.
    now = timezone.now() - timedelta(hours=1)

    def begin(preset: str = "neuralplay") -> Game:
        return start_game(prairie, NewGame(builders.FOUR, preset, 0), by=olga, at=now)

    running, waiting, finished, stopped, renewed = begin(), begin("askov"), begin("askov"), begin(), begin()
    record(running, high(1, 0, 9), low(2, 4))
    record(waiting, high(1, 1, 5))
    play_out(finished)
    record(stopped, high(1, 0, 9))
    end_without_result(stopped, by=olga, at=now)
    old_link = pad_url(renewed)
    renew_link(renewed, by=olga, at=now)
    games = {"running": running, "waiting": waiting, "finished": finished, "stopped": stopped, "renewed": renewed}
    for game in games.values():
        game.refresh_from_db()
    annie, edna, eda = (add_player(prairie, name) for name in ("Annie", "Edna", "Eda"))
    merge_players(edna, eda, by=olga, at=now)
    change_player(edna, hidden=True, by=olga, at=now)
    change_player(annie, name="Annie L.", by=olga, at=now)
    change_player(annie, name="Annie", by=olga, at=now)
    own_rules = save_set(prairie, RuleSetInput("Friday", "askov", PRESETS["askov"], "As Edna had it."))
    others = games_of_every_kind(prairie, olga)
    site = Site(olga, prairie, otto, valley, **games, old_link=old_link, own_rules=own_rules, other_games=others)
    site.organiser.force_login(olga)
    return site


def token(of: Game) -> str:
    return link(of).token


def games_of_every_kind(club: Club, by: User) -> dict[str, Game]:
    """Of every table format, with every kind of entry."""
    widow = builders.game(club, by, preset="widow")
    record(widow, entry_row(uuid4(), 1, "widow", 1, (5, 5, 3)), entry_row(uuid4(), 2, "widow", None, (0, 7, 6)))
    two = builders.game(club, by, preset="two_player")
    record(two, entry_row(uuid4(), 1, "high", 1, (5, 8)), entry_row(uuid4(), 2, "low", None, (5, 8)))
    trump = builders.game(club, by, preset="south_dakota")
    record(trump, entry_row(uuid4(), 1, "high", 1, (5, 8)))
    solos = builders.game(club, by, preset="askov")
    record(solos, entry_row(uuid4(), 1, "sola_nola", 1, (0,)), high(2, 0, 9))
    unusual = builders.game(club, by, rules=replace(PRESETS["neuralplay"], revoke_tricks=2), asks=True)
    record(
        unusual,
        entry_row(uuid4(), 1, "high", 2, (8, 5), notes={"revoke": [1, 0]}),
        redeal(uuid4(), 2, deal_passes=True),
        high(3, 1, 10),
        by_seat=1,
    )
    adjust_points(unusual, (0, -2), "Played out of turn, twice", by=by, at=NOON)
    games = {"widow": widow, "two": two, "trump": trump, "solos": solos, "unusual": unusual}
    for game in games.values():
        game.refresh_from_db()
    return games


QUERIES = {
    "players": ({}, {"by": "made"}),
    "results": ({}, {"page": "x"}),
    "records": ({}, {"rules": "askov"}, {"rules": "nothing"}),
}


def pages_of_results(club: Club, organiser: Client, other: Club, of_other: User) -> Iterator[tuple[str, HttpResponse]]:
    """`other` is a club in which nothing was finished yet."""
    alone = client_of(of_other)
    for name, queries in QUERIES.items():
        for query in queries:
            chosen = " ".join(f"{key}={value}" for key, value in query.items())
            yield f"{name} {chosen}".strip(), organiser.get(reverse(f"stats:{name}", args=[club.slug]), query)
        yield f"{name} of nothing", alone.get(reverse(f"stats:{name}", args=[other.slug]))
    players = club.players.exclude(player_games=None).distinct().order_by("pk")[:2]
    for player in players:
        for name in ("player", "games"):
            address = reverse(f"stats:{name}", args=[club.slug, player.pk])
            yield f"{name} {player}", organiser.get(address)
            yield f"{name} {player} 2026", organiser.get(address, {"period": "2026"})
    backwards = {"from": "2099-01-01", "to": "2000-01-01"}
    yield "player refused", organiser.get(reverse("stats:player", args=[club.slug, players[0].pk]), backwards)
    yield "players refused", organiser.get(reverse("stats:players", args=[club.slug]), {"from": "soon"})
    for day in GameFact.objects.filter(club=club).values_list("day", flat=True).distinct():
        yield f"day {day}", organiser.get(reverse("stats:day", args=[club.slug, day.isoformat()]))


def pages_of_seasons(club: Club, by: User, organiser: Client) -> Iterator[tuple[str, HttpResponse]]:
    """What is made here is made when the pages are asked for: a season with every party, and an empty one."""
    manage = reverse("stats:manage", args=[club.slug])
    yield "no seasons", organiser.get(reverse("stats:seasons", args=[club.slug]))
    yield "season refused", organiser.post(manage, {"name": "", "first_day": "soon", "best_parties": "-1"})
    now = timezone.now()
    days = (now.date() - timedelta(days=300), now.date() + timedelta(days=30))
    whole = add_season(club, ("This year", *days, "places", 2), by=by, at=now)
    empty = add_season(club, ("Long ago", date(1990, 1, 1), date(1990, 6, 1), "wins", None), by=by, at=now)
    show_statistics(club, to_everyone=True, by=by, at=now)
    yield "statistics managed with seasons", organiser.get(manage)
    change = reverse("stats:change_season", args=[club.slug, whole.pk])
    yield "season not changed", organiser.post(change, {"name": "Long ago", "first_day": "1990-01-01"})
    for name, client in (("organiser", organiser), ("stranger", Client())):
        yield f"seasons for {name}", client.get(reverse("stats:seasons", args=[club.slug]))
        yield f"season for {name}", client.get(reverse("stats:season", args=[club.slug, whole.pk]))
    yield "empty season", Client().get(reverse("stats:season", args=[club.slug, empty.pk]))
