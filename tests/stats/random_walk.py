"""A random walk through everything that can change statistics."""

from datetime import date, timedelta
from random import Random
from uuid import UUID

from tests.builders import entry_row, link, redeal
from tests.party.builders import rehearse
from tests.party.evening import Evening
from whistclub.archive import bin as bin_actions
from whistclub.archive.bin import contents
from whistclub.club.models import Player
from whistclub.engine.options import PRESETS
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import results, seating
from whistclub.party.actions.lifecycle import move_party
from whistclub.party.actions.merging import merge_players, separate_players
from whistclub.party.models import Party
from whistclub.party.state import PartyState
from whistclub.play import games, replay
from whistclub.play.entries import correct_hand, record_hand, remove_entry
from whistclub.play.games import move_game, set_excluded
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game
from whistclub.play.simulation import random_hand
from whistclub.play.start import NewGame, start_game
from whistclub.stats.evening import evening_of
from whistclub.stats.manage import remove_season, save_season
from whistclub.stats.models import Season

# What is done to the club beside its party, and how often.
BESIDE = {
    "start": 5,
    "hand": 4,
    "play_out": 8,
    "put_right": 8,
    "take_out": 4,
    "throw_in": 1,
    "adjust": 3,
    "take_back": 2,
    "end_now": 2,
    "give_up": 2,
    "go_on": 2,
    "stop": 1,
    "leave_out": 2,
    "let_count": 2,
    "finish_party": 4,
    "take_up_party": 1,
    "leave_out_party": 2,
    "let_count_party": 2,
    "rehearse": 1,
    "bin_game": 2,
    "bin_party": 1,
    "restore": 3,
    "delete": 1,
    "move_game": 2,
    "move_party": 2,
    "merge": 2,
    "separate": 2,
    "add_season": 1,
    "change_season": 1,
    "remove_season": 1,
}


class Walk(Evening):
    """A club with a party, and games beside it. A step may be refused."""

    def __init__(self, seed: int, size: int, settings: dict) -> None:
        super().__init__(seed, size, settings)
        self.club = self.party.club
        self.random = Random(seed)
        for _game in range(3):
            self.start()
            self.play_out()

    def step(self) -> None:
        if self.random.random() < 0.4:
            super().step()
            return
        self.at += timedelta(minutes=self.random.randrange(90))
        self.doing = self.random.choices(list(BESIDE), BESIDE.values())[0]
        getattr(self, self.doing)()

    def result(self, found: PartyState) -> None:
        """Games have redeals and adjustments here, which the recount of ranks does not know."""
        round_state = self.chance.choice(found.announced)
        table_state = self.chance.choice(round_state.tables)
        score = self.chance.randrange(-3, 20), self.chance.randrange(-3, 20)
        results.type_result(self.party, round_state.round.number, table_state.number, score, **self.who())

    def settle(self) -> None:
        """In the end: everything counts again, and what is left at tables is played out."""
        for thing, _kind, _until in contents(self.club):
            bin_actions.restore(thing, **self.who())
        for game in Game.objects.filter(club=self.club, excluded_from_statistics=True):
            set_excluded(game, excluded=False, **self.who())
        self.let_count_party()
        for game in Game.objects.filter(club=self.club, state="running", locked=False).order_by("pk"):
            while game.state == Game.State.RUNNING:
                game = record_hand(
                    link(game), self.entry(game, replay.read(game).next_position), by_seat=0, at=self.at
                ).game

    # Games

    def start(self) -> None:
        """Now, or entered long after it was played."""
        rules = PRESETS[self.random.choice(["neuralplay", "askov", "widow", "two_player", "norwegian"])]
        names = [player.name for player in Player.objects.filter(club=self.club, merged_into=None).order_by("pk")]
        seated = tuple(self.random.sample(names, rules.form.seats))
        preset = next(name for name, known in PRESETS.items() if known is rules)
        setting = NewGame(seated, preset, self.random.randrange(rules.form.seats))
        at = self.at - timedelta(days=self.random.choice([0, 0, 1, 40, 400]))
        start_game(self.club, setting, by=self.olga, at=at)

    def hand(self, game: Game | None = None, number: int = 0) -> EntryRecord:
        """Record one; the party's own steps ask for one to enter themselves."""
        if game is not None:
            return super().hand(game, number)
        game = self.game("running")
        return record_hand(link(game), self.entry(game, replay.read(game).next_position), by_seat=0, at=self.at)

    def play_out(self) -> None:
        game = self.game("running")
        while game.state == Game.State.RUNNING and game.hands_scored < 60:
            game = record_hand(
                link(game), self.entry(game, replay.read(game).next_position), by_seat=0, at=self.at
            ).game

    def put_right(self) -> None:
        game = self.game("finished", "running", "stopped")
        old = self.random.choice(replay.read(game).current_entries)
        entry = self.entry(game, old.position)
        if self.random.random() < 0.25:
            remove_entry(link(game), old.uid, by_seat=0, at=self.at)
        else:
            correct_hand(link(game), entry, corrects=old.uid, by_seat=0, at=self.at)

    def take_out(self) -> None:
        game = self.game("finished", "running")
        last = replay.read(game).current_entries[-1]
        remove_entry(link(game), last.uid, must_be_last=True, by_seat=0, at=self.at)

    def throw_in(self) -> None:
        game = self.game("running")
        entry = redeal(self.uid(), replay.read(game).next_position, deal_passes=self.random.random() < 0.5)
        record_hand(link(game), entry, by_seat=0, at=self.at)

    def adjust(self) -> None:
        game = self.game("finished", "running")
        points = [self.random.randrange(-9, 10) for _side in range(game.form.sides)]
        if game.party_code:
            results.adjust_table(*table_of(game), points, "a whim", **self.who())
        else:
            games.adjust_points(game, points, "a whim", **self.who())

    def take_back(self) -> None:
        given = self.random.choice(AdjustmentRecord.objects.filter(undone_at=None).order_by("pk"))
        if given.game.party_code:
            results.undo_adjustment(*table_of(given.game), given.pk, **self.who())
        else:
            games.undo_adjustment(given.game, given.pk, **self.who())

    def end_now(self) -> None:
        games.end_now(self.game("running"), **self.who())

    def give_up(self) -> None:
        games.concede(self.game("running"), self.random.randrange(2), **self.who())

    def go_on(self) -> None:
        games.continue_game(self.game("finished", "stopped"), **self.who())

    def stop(self) -> None:
        games.end_without_result(self.game("running"), **self.who())

    def leave_out(self) -> None:
        set_excluded(self.game("finished", "running"), excluded=True, **self.who())

    def let_count(self) -> None:
        out = Game.objects.filter(excluded_from_statistics=True).order_by("pk")
        set_excluded(self.random.choice(out), excluded=False, **self.who())

    # Parties

    def finish_party(self) -> None:
        party_lifecycle.finish(self.party, **self.who())

    def take_up_party(self) -> None:
        party_lifecycle.reopen_party(self.party, **self.who())

    def leave_out_party(self) -> None:
        party_lifecycle.set_excluded(self.party, excluded=True, **self.who())

    def let_count_party(self) -> None:
        party_lifecycle.set_excluded(self.party, excluded=False, **self.who())

    def rehearse(self) -> None:
        copy = rehearse(self.party, **self.who())
        seating.make_draft(copy, seed=3, **self.who())
        seating.announce(copy, **self.who())
        results.fill_round(copy, seed=3, **self.who())

    # The bin

    def bin_game(self) -> None:
        bin_actions.put(self.random.choice(Game.objects.filter(party_code="").order_by("pk")), **self.who())

    def bin_party(self) -> None:
        bin_actions.put(self.party, **self.who())

    def restore(self) -> None:
        bin_actions.restore(self.random.choice(list(contents(self.club)))[0], **self.who())

    def delete(self) -> None:
        games = [thing for thing, kind, _until in contents(self.club) if kind == "game"]
        bin_actions.delete(self.random.choice(games))

    # Another day

    def move_game(self) -> None:
        game = self.random.choice(Game.objects.filter(club=self.club, party_code="").order_by("pk"))
        move_game(game, self.past_day(), **self.who())

    def move_party(self) -> None:
        move_party(self.party, self.past_day(), **self.who())

    def past_day(self) -> date:
        return evening_of(self.at, self.club) - timedelta(days=self.random.choice([0, 1, 2, 50, 500]))

    # People

    def merge(self) -> None:
        one, other = self.random.sample(list(Player.objects.filter(club=self.club).order_by("pk")), 2)
        merge_players(one, other, **self.who())

    def separate(self) -> None:
        gone = Player.objects.filter(club=self.club).exclude(merged_into=None).order_by("pk")
        separate_players(self.random.choice(gone), **self.who())

    # Seasons

    def add_season(self) -> None:
        save_season(self.planned(Season(club=self.club)), **self.who())

    def change_season(self) -> None:
        save_season(self.planned(self.random.choice(Season.objects.all())), **self.who())

    def remove_season(self) -> None:
        remove_season(self.random.choice(Season.objects.all()), **self.who())

    def planned(self, season: Season) -> Season:
        season.name = f"Season {self.random.getrandbits(64)}"
        season.first_day = date(2025, 1, 1) + timedelta(days=self.random.randrange(500))
        season.last_day = season.first_day + timedelta(days=self.random.randrange(400))
        return season

    # Smaller steps

    def game(self, *states: str) -> Game:
        """Any of the club in one of these states: of the party too."""
        return self.random.choice(Game.objects.filter(club=self.club, state__in=states).order_by("pk"))

    def entry(self, game: Game, number: int) -> EntryRecord:
        hand = random_hand(self.random, game.rules)
        return entry_row(self.uid(), number, hand.contract.value, hand.declarer, hand.tricks)

    def uid(self) -> UUID:
        return UUID(int=self.random.getrandbits(128))


def table_of(game: Game) -> tuple[Party, int, int]:
    """The party, the round and the table at which it is played."""
    return Party.objects.get(code=game.party_code), game.round_number, game.table_number
