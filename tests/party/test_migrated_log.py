"""The log of earlier versions was sentences; the migration makes kinds and data of them."""

from datetime import timedelta

import pytest

from tests.builders import NOON
from tests.old_database import migrated_to_today, old_database
from whistclub.accounts.models import User
from whistclub.club.actions import make_anonymous
from whistclub.club.models import Player
from whistclub.party import movements
from whistclub.party.models import LogEntry, Party, SeatAssignment
from whistclub.party.queries.log import log

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

BEFORE = [("party", "0005_clear_names"), ("club", "0002_statistics")]
SETTINGS = "Friday · neuralplay · Winners up, losers down · top table keeps partners · After a number of hands: 4"
# Sentences were cut at 200 characters.
LONG = " ".join(["a very long reason"] * 9)
# An old sentence with what was before and after, the kind it becomes, and what is shown if that differs.
OLD = [
    ("Party set up", "", SETTINGS, "party_created", None),
    ("Settings changed", SETTINGS, f"{SETTINGS} · Ann’s rules", "settings_changed", None),
    ("Ann is here", "", "", "checked_in", None),
    ("Ann Marie is here", "", "", "checked_in", None),
    ("Ann is here again", "", "", "checked_in_again", None),
    ("Ann is not here", "", "", "checked_out", None),
    ("Bob and Carol is not here", "", "", "checked_out", None),
    ("Ann leaves after this round", "", "", "leaves_after_round", None),
    ("Ann left table 3", "", "Ann Marie takes the chair.", "left_table", None),
    ("Ann Marie left table 3", "", "The other pair wins.", "left_table", None),
    ("Ann and Bob and Carol are partners", "", "", "paired_up", None),
    ("Ann is without a partner", "", "", "pair_split", "Ann has no partner"),
    (
        "Round 1 seated: drawn by lot (seed 77)",
        "",
        "1: Ann & Ann Marie – Bob and Carol & Zoe\nsit out: Ann",
        "round_seated",
        "Round 1 seated: at random (draw 77)",
    ),
    (
        "Round 1 seated: In the order people came",
        "",
        "1: Ann & Zoe – Bob & Dan",
        "round_seated",
        "Round 1 seated: in order of arrival",
    ),
    ("Round 2 seated: By the movement", "", "", "round_seated", "Round 2 seated: by the movement"),
    ("Round 2 seated: by the moon", "", "", "imported", None),
    ("Draft of round 2 dropped", "", "", "draft_discarded", "Draft of round 2 discarded"),
    (
        "Ann and Ann Marie changed places: Ann’s back {hurts}",
        "Ann: table 1 with Zoe, Ann Marie: sits out",
        "Ann: sits out, Ann Marie: table 1 with Zoe",
        "seats_swapped",
        "Ann and Ann Marie swapped seats: Ann’s back {hurts}",
    ),
    ("Ann and Zoe changed places: by hand", "", "", "seats_swapped", "Ann and Zoe swapped seats: by hand"),
    ("Round 1 announced", "", "", "round_announced", None),
    ("Round 12 undone", "Table 2: the result 7–4. Table 3: 1 hand.", "", "round_undone", None),
    (
        "Round 1, table 2: typed from paper",
        "Ann & Zoe 0–0 Bob & Dan, not over",
        "Ann & Zoe 7–4 Bob & Dan",
        "result_typed",
        "Round 1, table 2: result entered from paper",
    ),
    ("Round 1, table 2: opened again", "", "", "result_unlocked", "Round 1, table 2: result unlocked"),
    ("Round 1, table 2: closed", "", "", "result_locked", "Round 1, table 2: result locked"),
    ("Round 1, table 2: ended here", "", "", "game_ended", "Round 1, table 2: ended early"),
    ("Round 1, table 2: counts as drawn", "", "", "draw_declared", "Round 1, table 2: counted as a draw"),
    ("Round 1, table 2: won by default", "", "Ann & Zoe win by default", "walkover_awarded", None),
    ("Round 1, table 2: points adjusted: Ann revoked", "", "", "points_adjusted", None),
    ("Round 1, table 2: adjustment taken back", "", "", "adjustment_undone", "Round 1, table 2: adjustment undone"),
    (
        "Round 1, table 2: cut for: Ann & Zoe move as the winners",
        "Ann & Zoe 4–4 Bob & Dan",
        "Ann & Zoe 4–4 Bob & Dan; Ann & Zoe cut higher and move as the winners",
        "cut_recorded",
        "Round 1, table 2: cards cut after the draw",
    ),
    ("Timer started: 1 minute", "", "", "timer_started", None),
    ("Timer started: 20 minutes", "", "", "timer_started", None),
    ("Timer halted", "", "", "timer_paused", "Timer paused"),
    ("Timer goes on", "", "", "timer_resumed", "Timer resumed"),
    ("5 minutes more", "", "", "minutes_added", "Timer: 5 minutes more"),
    ("-1 minutes more", "", "", "minutes_removed", "Timer: 1 minute less"),
    ("Bell rung", "", "", "bell_rung", None),
    ("Party finished", "", "", "party_finished", None),
    ("Party taken up again", "", "", "party_reopened", "Party reopened"),
    ("Prize “Ann’s {cake}”", "Ann", "Ann Marie", "prize_given", None),
    ("Left out of statistics", "", "", "party_excluded", "Excluded from statistics"),
    ("Counts in statistics again", "", "", "party_included", "Included in statistics again"),
    ("New codes for the tables", "", "", "table_codes_renewed", None),
    ("Rehearsal begun", "", "", "rehearsal_started", "Rehearsal started"),
    ("Rehearsal of Ann’s Friday begun", "", "", "rehearsal_of", "Rehearsal of Ann’s Friday started"),
    ("Results made up for round 2", "", "", "results_made_up", "Made-up results filled in for round 2"),
    ("Nobody-we-know is here", "", "", "imported", None),
    ("Stranger is here", "", "", "imported", None),
    (f"Ann and Zoe changed places: {LONG}", "", "", "seats_swapped", f"Ann and Zoe swapped seats: {LONG}"),
]
NAMES = ("Ann", "Ann Marie", "Bob and Carol", "Zoe", "Bob", "Dan")


@pytest.fixture(scope="module", autouse=True)
def migrated_parties(django_db_setup, django_db_blocker):
    """A party for each test, each in a club of its own: all were there before the migration."""
    with django_db_blocker.unblock(), old_database(*BEFORE) as apps:
        apps.get_model("accounts", "User").objects.create(email="olga@example.org", name="Olga")
        OldParty(apps, "sentences", OLD)
        OldParty(apps, "anonymous", OLD)
        words = [("Bell rung", "", ""), ("Round 1 announced", "", ""), ("Round 1, table 2: closed", "", "")]
        OldParty(apps, "words", words).others("Bell", "Table", "Round 1")
        OldParty(apps, "renamed", [("Ann is here", "", "")]).renames_ann_and_zoe()
        OldParty(apps, "reasons").places("Ann cannot hear", "by hand", "")
        migrated_to_today()
        yield


class OldParty:
    """A party of the version before with these lines in its log; "Stranger" is in the club, not in the party."""

    def __init__(self, apps, code, lines=()):
        self.apps = apps
        self.olga = apps.get_model("accounts", "User").objects.get()
        self.club = apps.get_model("club", "Club").objects.create(
            name=code, slug=code, time_zone="America/Chicago", currency="$"
        )
        players = self.others(*NAMES, "Stranger")
        self.ann, self.zoe = players[NAMES.index("Ann")], players[NAMES.index("Zoe")]
        self.party = apps.get_model("party", "Party").objects.create(
            club=self.club,
            code=code,
            name="Friday",
            preset="neuralplay",
            options={},
            movement="ladder",
            round_end="hands",
            sit_out_worth="half",
            created_at=NOON,
        )
        for number, player in enumerate(players[:-1], start=1):
            self.party.entrants.create(player=player, number=number)
        for minute, (what, before, after, *_rest) in enumerate(lines):
            self.log(what, before=before, after=after, at=NOON + timedelta(minutes=minute))

    def others(self, *names):
        players = self.apps.get_model("club", "Player").objects
        return [players.create(club=self.club, name=name, folded=name.casefold()) for name in names]

    def log(self, what, **fields):
        self.party.log.create(what=what, by_user=self.olga, **fields)

    def renames_ann_and_zoe(self):
        for player, name, hours in ((self.ann, "Anna Berg", 1), (self.zoe, "Ann", 2)):
            self.apps.get_model("club", "PlayerChange").objects.create(
                player=player,
                kind="renamed",
                before=player.name,
                after=name,
                at=NOON + timedelta(hours=hours),
                by_user=self.olga,
            )
            player.name, player.folded = name, name.casefold()
            player.save()
        self.log("Ann is not here", at=NOON + timedelta(hours=3))

    def places(self, *reasons):
        """The first entrants in a round, for these reasons of an organiser."""
        round_ = self.party.rounds.create(number=1, seating_method="draw", made_at=NOON)
        for entrant, reason in zip(self.party.entrants.order_by("number"), reasons, strict=False):
            round_.assignments.create(entrant=entrant, override=reason)


def shown(code):
    """The log from its beginning, as people read it."""
    party = Party.objects.get(code=code)
    pages = range(1, log(party, 1).paginator.num_pages + 1)
    return [(line.what, line.before, line.after) for page in pages for line in log(party, page)][::-1]


def kinds(code):
    return list(LogEntry.objects.filter(party__code=code).order_by("at").values_list("kind", flat=True))


def make_ann_anonymous(code):
    ann = Player.objects.get(name="Ann", club__slug=code)
    make_anonymous(ann, by=User.objects.get(), at=NOON + timedelta(days=1))


def test_players_may_be_called_by_the_words_of_a_sentence():
    """Without that a new name of theirs would appear in the sentence."""
    assert kinds("words") == ["bell_rung", "round_announced", "result_locked"]


def test_old_lines_say_the_same_after_the_migration():
    assert kinds("sentences") == [kind for _what, _before, _after, kind, _now in OLD]
    assert shown("sentences") == [(now or what, before, after) for what, before, after, _kind, now in OLD]


def test_an_anonymous_player_is_not_named_by_old_lines():
    before = shown("anonymous")
    make_ann_anonymous("anonymous")
    text = "\n".join("\n".join(line) for line in shown("anonymous"))
    assert text.replace("Anonymous 1", "Ann") == "\n".join("\n".join(line) for line in before)
    assert "Ann" not in text.replace("Ann Marie", "").replace("Anonymous", "").replace("announced", "")
    assert "Ann Marie is here" in text


def test_old_lines_name_the_player_who_had_the_name_then():
    assert [what for what, _before, _after in shown("renamed")] == ["Anna Berg is here", "Ann is not here"]


def test_reasons_of_an_organiser_refer_to_players_too():
    make_ann_anonymous("reasons")
    names = dict(Player.objects.values_list("pk", "name"))
    placed = SeatAssignment.objects.filter(round__party__code="reasons").order_by("pk")
    assert [movements.reasons_text(each, {}, names) for each in placed] == [
        "Placed here by the organiser: Anonymous 1 cannot hear.",
        "Placed here by the organiser.",
        "",
    ]
