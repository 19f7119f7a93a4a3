"""A club in which everything has happened that statistics must get right, through the same actions as in use.

Games of every rule set with redeals, revokes and adjustments, around midnight, new year and the change of clocks; games
drawn, given up, ended early, corrected, stopped, left out, still played; parties, one of them left out, one still
played; a rehearsal; a player hidden, two found to be one; seasons.
"""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from uuid import UUID

from tests.builders import add_season, entry_row, organiser, redeal
from tests.engine.builders import left_alone, written_notes
from tests.party.builders import USUAL, rehearse
from whistclub.accounts.models import User
from whistclub.club.actions import change_player
from whistclub.club.models import Club, Player
from whistclub.engine.hand import Revoke
from whistclub.engine.options import PRESETS, LimitTie, Trump
from whistclub.ops.demo import NAMES
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating
from whistclub.party.actions.lifecycle import Settings, set_up
from whistclub.party.actions.merging import merge_players
from whistclub.party.models import Party
from whistclub.party.state import load
from whistclub.play import games, replay
from whistclub.play.entries import correct_hand, record_hand
from whistclub.play.games import set_excluded
from whistclub.play.models import EntryRecord, Game, PadLink
from whistclub.play.simulation import random_hand
from whistclub.play.start import NewGame, start_game

# In the club's time zone, six hours behind in winter and five in summer.
BEGINNINGS = (
    datetime(2025, 1, 1, 5, 30, tzinfo=UTC),  # half past eleven at the end of 2024
    datetime(2025, 1, 1, 9, 59, tzinfo=UTC),  # a minute to four: still the same evening, of the year before
    datetime(2025, 1, 1, 10, 0, tzinfo=UTC),  # four: the first evening of 2025
    datetime(2025, 3, 9, 8, 30, tzinfo=UTC),  # half past three, an hour after two: still the evening before
    datetime(2025, 3, 9, 9, 10, tzinfo=UTC),  # ten past four, by the new clocks
    datetime(2025, 11, 2, 9, 50, tzinfo=UTC),  # ten to four, by the old ones again
    datetime(2026, 1, 31, 2, 0, tzinfo=UTC),
)
# Where the rules leave nothing to happen it is made to.
RULES = {
    "minnesota": {"max_hands": 12},
    "minnesota_double": {"max_hands": 10, "revoke_tricks": 3},
    "askov": {"target": 9},
    "south_dakota": {"max_hands": 6, "limit_tie": LimitTie.EXTRA, "trump": Trump.LED},
    "norwegian": {"max_hands": 8, "revoke_tricks": 1},
    "tuppi": {"max_hands": 9},
    "widow": {"max_hands": 7, "revoke_tricks": 2},
    "two_player": {"max_hands": 9},
    "neuralplay": {"max_hands": 2},
}
# And rules for each option that these leave alone, a new one too.
EVERY_OPTION = [*RULES.items(), *left_alone([replace(PRESETS[key], **each) for key, each in RULES.items()])]
PARTY = USUAL | {"name": "Winter party", "planned_rounds": 3, "prizes": ()}


def build(seed: int = 5) -> Club:
    olga, club = organiser()
    made = Everything(club, olga, Random(seed))
    made.games_of_every_kind()
    made.games_that_ended_otherwise()
    made.parties()
    made.people()
    made.seasons()
    return club


class Everything:
    def __init__(self, club: Club, olga: User, chance: Random) -> None:
        self.club, self.olga, self.chance = club, olga, chance

    def games_of_every_kind(self) -> None:
        for number, began in enumerate(BEGINNINGS):
            for assignment, (preset, changed) in enumerate(EVERY_OPTION):
                if (number + assignment) % 2 == 0:
                    self.play(self.begin(preset, changed, began + timedelta(seconds=30 * assignment)))

    def games_that_ended_otherwise(self) -> None:
        at = datetime(2026, 2, 14, 1, 0, tzinfo=UTC)
        conceded_by, early, stopped, left_out, counting_again, corrected, turned, running = (
            self.begin("neuralplay", {}, at + timedelta(days=number % 2, minutes=number)) for number in range(8)
        )
        self.play(running, most=2)
        self.play(conceded_by, most=3)
        games.concede(conceded_by, 0, by=self.olga, at=at + timedelta(hours=1))
        self.play(early, most=3)
        games.end_now(early, by=self.olga, at=at + timedelta(hours=1))
        self.play(stopped, most=4)
        games.end_without_result(stopped, by=self.olga, at=at + timedelta(hours=1))
        for each in (left_out, counting_again, corrected):
            self.play(each)
        for each in (left_out, counting_again):
            set_excluded(each, excluded=True, by=self.olga, at=at)
        set_excluded(counting_again, excluded=False, by=self.olga, at=at)
        first = replay.read(corrected).current_entries[0]
        self.enter(corrected, first.position, at=at + timedelta(days=2), corrects=first.uid)
        self.play(turned, most=1)
        games.adjust_points(turned, (20, 0), "for the cake", by=self.olga, at=at)

    def parties(self) -> None:
        for number, size in enumerate((9, 8, 13)):
            at = datetime(2026, 3, 7, 1, 0, tzinfo=UTC) + timedelta(days=14 * number)
            party = self.party(PARTY | {"name": f"Party {number + 1}"}, NAMES[:size], at)
            party_lifecycle.finish(party, by=self.olga, at=at + timedelta(hours=3))
            if number == 1:
                party_lifecycle.set_excluded(party, excluded=True, by=self.olga, at=at)
        self.party(PARTY | {"name": "Still played"}, NAMES[:4], at, rounds=1)
        rehearsed = rehearse(self.party(PARTY, NAMES[:4], at, rounds=0), self.olga, at)
        self.round(rehearsed, at)
        results.fill_round(rehearsed, seed=3, by=self.olga, at=at)

    def people(self) -> None:
        at = datetime(2026, 5, 1, 1, 0, tzinfo=UTC)
        self.play(self.begin("neuralplay", {}, at, names=("Anna", *NAMES[1:4])))
        ann, anna = (Player.objects.get(club=self.club, name=name) for name in ("Ann", "Anna"))
        merge_players(ann, anna, by=self.olga, at=at)
        change_player(Player.objects.get(club=self.club, name="Dan"), hidden=True, by=self.olga, at=at)

    def seasons(self) -> None:
        plans = (
            ("Winter", date(2026, 1, 1), date(2026, 3, 31), "points", None),
            ("Best party", date(2026, 3, 6), date(2026, 4, 30), "wins", 1),
            ("Places", date(2025, 1, 1), date(2026, 12, 31), "places", 2),
            ("Nothing", date(2020, 1, 1), date(2020, 12, 31), "points", None),
        )
        for plan in plans:
            add_season(self.club, plan, by=self.olga, at=datetime(2026, 5, 2, tzinfo=UTC))

    # Smaller steps

    def begin(self, preset: str, changed: dict, at: datetime, names: tuple[str, ...] = ()) -> Game:
        rules = replace(PRESETS[preset], **changed)
        seats = rules.form.seats
        setting = NewGame(
            names or tuple(self.chance.sample(NAMES, seats)),
            preset,
            self.chance.randrange(seats),
            options=rules,
            rules_name="Winter rules" if len(changed) == 2 else "",
        )
        return start_game(self.club, setting, by=self.olga, at=at)

    def play(self, game: Game, most: int | None = None, *, plainly: bool = False) -> None:
        """To the end, or that number of hands; now and then something unusual happens, unless they play plainly."""
        at, hands, position = game.started_at, 0, 1
        while game.state == Game.State.RUNNING and hands != most:
            at += timedelta(minutes=3)
            what = 1.0 if plainly else self.chance.random()
            if what < 0.12:
                entry = redeal(self.uid(), position, deal_passes=self.chance.random() < 0.5)
                game = record_hand(PadLink(game.code, game.link_version), entry, by_seat=0, at=at).game
                position += 1
            elif what < 0.2 and most is None:
                points = [self.chance.randrange(-3, 4) for _side in range(game.form.sides - 1)]
                games.adjust_points(game, (1, *points), "out of turn", by=self.olga, at=at)
                game.refresh_from_db()
            else:
                hands += 1
                game = self.enter(game, position, at=at).game
                position += 1

    def enter(self, game: Game, number: int, *, at: datetime, corrects: UUID | None = None) -> EntryRecord:
        hand = random_hand(self.chance, game.rules)
        if game.rules.revoke_tricks and not hand.contract.is_solo and self.chance.random() < 0.3:
            by, against = self.chance.sample(range(game.form.sides), 2)
            hand = replace(hand, revoke=Revoke(by, against))
        notes = written_notes(hand)
        entry = entry_row(self.uid(), number, hand.contract.value, hand.declarer, hand.tricks, notes)
        link = PadLink(game.code, game.link_version)
        if corrects:
            return correct_hand(link, entry, corrects=corrects, by_seat=0, at=at)
        return record_hand(link, entry, by_seat=0, at=at)

    def party(self, setup: Settings, names: tuple[str, ...], at: datetime, rounds: int = 3) -> Party:
        party = set_up(self.club, setup, by=self.olga, at=at)
        people.check_in(party, names, by=self.olga, at=at)
        for number in range(rounds):
            began = at + timedelta(minutes=40 * number)
            self.round(party, began)
            self.results(party, began)
        return party

    def round(self, party: Party, at: datetime) -> None:
        seating.make_draft(party, seed=self.chance.randrange(99), by=self.olga, at=at)
        seating.announce(party, by=self.olga, at=at)

    def results(self, party: Party, at: datetime) -> None:
        """Played at the table, typed from paper, or awarded; where a draw moves nobody the cards are cut."""
        round_state = load(party).current
        for table_state in round_state.tables:
            where = party, round_state.round.number, table_state.number
            how = self.chance.random()
            if how < 0.25:
                score = self.chance.randrange(14), self.chance.randrange(14)
                results.type_result(*where, score, by=self.olga, at=at)
            elif how < 0.3:
                results.award_walkover(*where, 1, by=self.olga, at=at)
            else:
                self.play(table_state.game, plainly=True)
            if load(party).round(round_state.round.number).table(table_state.number).winner is None:
                results.record_cut(*where, 0, by=self.olga, at=at)

    def uid(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128), version=4)
