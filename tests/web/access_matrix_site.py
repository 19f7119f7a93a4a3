"""What the access matrix is tried on: something of every kind, and who asks for it."""

from copy import deepcopy
from datetime import date

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import NOON, add_season, high, link, play_out, record
from tests.party import builders as parties
from tests.web.addresses import routes
from whistclub.archive.bin import put
from whistclub.archive.models import Import
from whistclub.club.actions import add_player
from whistclub.club.founding import make_link
from whistclub.club.models import Club
from whistclub.club.roles import invite
from whistclub.club.settings import set_calendar, set_logo
from whistclub.engine.options import PRESETS
from whistclub.ops import backups
from whistclub.party.access import TableLink
from whistclub.party.actions.lifecycle import renew_codes
from whistclub.party.actions.signup import set_list, write_name
from whistclub.party.actions.timer import ring
from whistclub.play.games import adjust_points, renew_link
from whistclub.play.models import PadLink
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.summary import own_key


class Evening:
    """Olga's club with games of no hand and of one, one that is over, and a party; Otto's club; a link of each kind.

    Ole organises Olga's club with her, and Dora is at its door.
    """

    def __init__(self) -> None:
        self.olga, self.prairie = builders.organiser()
        self.founding_token = make_link(at=timezone.now()).strip("/").split("/")[-1]
        self.otto, _valley = builders.organiser("Otto", "Valley")
        set_logo(self.prairie, b"a picture", by=self.olga, at=NOON)
        self.prairie.refresh_from_db()
        games = {"running": builders.game(self.prairie, self.olga), "over": builders.game(self.prairie, self.olga)}
        self.hand = record(games["running"], high(1, 0, 9))
        play_out(games["over"])
        games["asks"] = builders.game(self.prairie, self.olga, asks=True)
        self.asked = record(games["asks"], high(1, 0, 9), by_seat=1)
        self.adjustment = adjust_points(games["asks"], (0, 1), "Counted wrongly", by=self.olga, at=NOON)
        self.rules = save_set(self.prairie, RuleSetInput("Friday", "askov", PRESETS["askov"]))
        self.party = parties.party(self.prairie, self.olga, count=9, round_end="bell", own_prizes=("Best cake",))
        table_states = parties.next_round(self.party, self.olga).current.tables
        record(table_states[0].game, high(1, 0, 9))
        ring(self.party, by=self.olga, at=NOON)
        games["party"] = table_states[0].game
        games["fresh"] = builders.game(self.prairie, self.olga)
        self.two = [table_states[0].assignments[0].entrant_id, table_states[1].assignments[0].entrant_id]
        self.old_card = TableLink(self.prairie.pk, 1, 1).token
        renew_codes(self.party, by=self.olga, at=NOON)
        set_list(self.party, "opened", by=self.olga, at=NOON)
        self.party.refresh_from_db()
        write_name(self.party, self.party.signup, "Yara", "phone", at=NOON)
        self.listed = self.party.sign_ups.get().pk
        self.step = self.party.entry
        whole = ("2026", date(2026, 1, 1), date(2026, 12, 31), "points", None)
        self.season = add_season(self.prairie, whole, by=self.olga, at=NOON)
        set_calendar(self.prairie, on=True, by=self.olga, at=NOON)
        self.calendar = Club.objects.get(pk=self.prairie.pk).calendar
        self.list_import = Import.objects.create(club=self.prairie, size=0, by_user=self.olga, at=NOON)
        add_player(self.prairie, "Annie")
        self.binned = play_out(builders.game(self.prairie, self.olga))
        put(self.binned, by=self.olga, at=NOON)
        self.backup = f"whistclub-{NOON:{backups.STAMP}}-manual.sqlite3"
        (backups.folder() / self.backup).touch()
        self.player = self.prairie.players.get(name="Ann").pk
        self.bob = str(self.prairie.players.get(name="Bob").pk)
        self.old = {name: link(game) for name, game in games.items()}
        for game in games.values():
            renew_link(game, by=self.olga, at=NOON)
            game.refresh_from_db()
        self.games = games
        ole = builders.joined(self.prairie, "Ole", "organiser")
        self.role = self.prairie.roles.get(user=ole).pk
        at = timezone.now()
        self.invitation = invite(self.prairie, "organiser", "Nina", by=self.olga, at=at)
        self.signed_in = {user.name: Client() for user in (self.olga, ole, self.otto)}
        for user in (self.olga, ole, self.otto):
            self.signed_in[user.name].force_login(user)

    def client(self, visitor: str) -> Client:
        client = Client()
        if visitor in self.signed_in:
            client.cookies = deepcopy(self.signed_in[visitor].cookies)
        elif visitor != "stranger":
            client.cookies["seat"] = "0"
        return client

    def token(self, visitor: str, game: str) -> str:
        """The best link this visitor has: a visitor without one has to guess."""
        if visitor == "good link":
            return link(self.games[game]).token
        if visitor == "revoked link":
            return self.old[game].token
        return PadLink(self.games[game].code, 2).token[:-1] + "~"

    def card(self, visitor: str) -> str:
        """The same for the card that lies on the first table."""
        good = TableLink(self.prairie.pk, 2, 1).token
        return {"good link": good, "revoked link": self.old_card}.get(visitor, good[:-1] + "~")

    def code_of(self, name: str, game: str) -> str:
        if name == "archive:put":
            return self.games["over"].code
        if name == "archive:restore":
            return self.binned.code
        return self.games[game].code if name.startswith("play:") else self.party.code

    def filled(self, form: dict | None) -> dict:
        """The good form of an address, filled in."""
        known = {
            "{player}": self.player,
            "{two}": self.two,
            "{asked}": self.asked.uid,
            "{adjustment}": self.adjustment.pk,
            "{who}": f"{self.listed} Yara",
        }
        return {name: known.get(str(value), value) for name, value in (form or {}).items()}

    def url(self, name: str, visitor: str, game: str) -> str:
        token = self.card if name == "party:table" else lambda who: self.token(who, game)
        values = {
            "club": "prairie",
            "day": NOON.date().isoformat(),
            "name": self.prairie.logo,
            "code": self.code_of(name, game),
            "entrant": self.two[0],
            "secret": self.party.signup,
            "entry": self.step,
            "season": self.season.pk,
            "import_key": self.list_import.pk,
            "table_key": "games",
            "file_format": "csv",
            "table": 1,
            "action": "start",
            "ruling": "draw",
            "number": 1,
            "position": 1,
            "kind": "game" if name.startswith("archive:") else "grands",
            "player": self.player,
            "one": str(self.player),
            "other": self.bob,
            "role": self.role,
            "invitation": self.invitation.pk,
            "key": own_key(self.rules.code),
            "page": "party",
            "uidb64": "MQ",
            "session": 1,
            "backup": self.backup,
            "token": {
                "club:found": self.founding_token,
                "club:join": self.invitation.token,
                "archive:club_calendar": self.calendar,
            }.get(name)
            or token(visitor),
        }
        return reverse(name, kwargs={each: values[each] for each in routes()[name]})
