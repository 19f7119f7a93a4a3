"""A site with everything on it, and the address of every page in every state it can be in."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import high, link, link_path, low, play_out, record
from tests.party import builders as party_builders
from tests.play.phone import hand_form, pad_url, phone, send
from tests.web import party_site, site_games, site_results, site_seasons
from whistclub.accounts.models import User
from whistclub.club.actions import add_player, change_player
from whistclub.club.models import Club
from whistclub.engine.presets import PRESETS
from whistclub.party.actions.merging import merge_players
from whistclub.play.games import NewGame, end_without_result, renew_link, start_game
from whistclub.play.models import Game
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.models import RuleSet
from whistclub.rules.summary import own_key


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
        yield "forgotten", stranger.get(reverse("accounts:forgotten"))
        yield "new password", stranger.get(link_path(self.olga), follow=True)
        yield "link is over", stranger.get(reverse("accounts:new_password", args=["MQ", "x"]))
        yield "account", self.organiser.get(reverse("accounts:account"))
        yield "account refused", self.organiser.post(reverse("accounts:change_password"), {"current": "x"})
        yield "wrong password", stranger.post(reverse("accounts:sign_in"), {"username": "a@b.org", "password": "x"})
        yield "rule list", stranger.get(reverse("rules:list"))
        for preset in PRESETS:
            yield f"rules {preset}", stranger.get(reverse("rules:card", args=[preset]))
        yield "rules tips", stranger.get(reverse("rules:tips"))
        yield "rules of a club", stranger.get(reverse("rules:card", args=[own_key(self.own_rules.code)]))
        yield "rules managed", self.organiser.get(reverse("rules:manage", args=[prairie]))
        yield "rules new", self.organiser.get(reverse("rules:edit", args=[prairie, "widow"]))
        yield "rules new refused", self.organiser.post(reverse("rules:edit", args=[prairie, "askov"]), {"target": "x"})
        yield "rules edited", self.organiser.get(reverse("rules:edit", args=[prairie, own_key(self.own_rules.code)]))
        yield "nothing here", stranger.get("/nowhere/")
        yield "claimed", stranger.get(reverse("club:found", args=["x"]))
        for name in ("tonight", "history", "start"):
            yield name, self.organiser.get(reverse(f"play:{name}", args=[prairie]))
        yield "start refused", self.organiser.post(reverse("play:start", args=[prairie]), {"seat0": "Ann"})
        yield "people", self.organiser.get(reverse("club:people", args=[prairie]))
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
            yield f"watch live {state}", stranger.get(reverse("play:watch_live", args=[game.code]))
            for name in ("pad", "pad_live", "pad_log", "pad_rules"):
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
            yield f"refused {how}", send(phone(), self.running, htmx=htmx, number=3, tricks="9-9")
            yield f"conflict {how}", send(phone(), self.running, htmx=htmx, bid="1")
        yield "correction refused", phone().post(pad_url(self.running, "pad_correct", 1), hand_form(tricks=""))
        yield "forged link", stranger.get("/t/forged/")
        yield "replaced link", stranger.get(self.old_link)
        yield from self.parties.pages(self.organiser)
        yield from site_results.pages(self.prairie, self.organiser, self.valley, self.otto)
        yield from site_seasons.pages(self.prairie, self.olga, self.organiser)

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
    others = site_games.build(prairie, olga)
    site = Site(olga, prairie, otto, valley, **games, old_link=old_link, own_rules=own_rules, other_games=others)
    site.organiser.force_login(olga)
    return site


def token(of: Game) -> str:
    return link(of).token
