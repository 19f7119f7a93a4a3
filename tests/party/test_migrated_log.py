"""The log of earlier versions was sentences; the migration makes kinds and data of them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.builders import NOON
from whistclub.club.actions import make_anonymous, rename_player
from whistclub.club.models import Player
from whistclub.party import movements
from whistclub.party.models import LogEntry, Party, SeatAssignment
from whistclub.party.queries.log import log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.writes]

BEFORE = ("party", "0005_clear_names")
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
        "Round 1 seated: random draw (seed 77)",
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


@pytest.fixture
def club(prairie):
    yield prairie
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def stored(club, olga, lines):
    """A party of the version before with these lines in its log; "Stranger" is in the club, not in the party."""
    MigrationExecutor(connection).migrate([BEFORE])
    apps = MigrationExecutor(connection).loader.project_state([BEFORE]).apps
    players = [club.players.create(name=name, folded=name.casefold()) for name in (*NAMES, "Stranger")]
    party = apps.get_model("party", "Party").objects.create(
        club_id=club.pk,
        code="friday12",
        name="Friday",
        preset="neuralplay",
        options={},
        movement="ladder",
        round_end="hands",
        sit_out_worth="half",
        created_at=NOON,
    )
    for number, player in enumerate(players[:-1], start=1):
        party.entrants.create(player_id=player.pk, number=number)
    for minute, (what, before, after, *_rest) in enumerate(lines):
        at = NOON + timedelta(minutes=minute)
        party.log.create(at=at, by_user_id=olga.pk, what=what, before=before, after=after)
    return party


def migrate():
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def shown():
    """The log from its beginning, as people read it."""
    party = Party.objects.get(code="friday12")
    pages = range(1, log(party, 1).paginator.num_pages + 1)
    return [(line.what, line.before, line.after) for page in pages for line in log(party, page)][::-1]


def test_players_may_be_called_by_the_words_of_a_sentence(club, olga):
    """Without that a new name of theirs would appear in the sentence."""
    for name in ("Bell", "Table", "Round 1"):
        Player.objects.create(club=club, name=name)
    stored(club, olga, [("Bell rung", "", ""), ("Round 1 announced", "", ""), ("Round 1, table 2: closed", "", "")])
    migrate()
    kinds = list(LogEntry.objects.order_by("at").values_list("kind", flat=True))
    assert kinds == ["bell_rung", "round_announced", "result_locked"]


def test_old_lines_say_the_same_after_the_migration(club, olga):
    stored(club, olga, OLD)
    migrate()
    kinds = list(LogEntry.objects.order_by("at").values_list("kind", flat=True))
    assert kinds == [kind for _what, _before, _after, kind, _now in OLD]
    assert shown() == [(now or what, before, after) for what, before, after, _kind, now in OLD]


def test_an_anonymous_player_is_not_named_by_old_lines(club, olga):
    stored(club, olga, OLD)
    migrate()
    before = shown()
    make_anonymous(Player.objects.get(name="Ann"), by=olga, at=NOON + timedelta(days=1))
    text = "\n".join("\n".join(line) for line in shown())
    assert text.replace("Anonymous 1", "Ann") == "\n".join("\n".join(line) for line in before)
    assert "Ann" not in text.replace("Ann Marie", "").replace("Anonymous", "").replace("announced", "")
    assert "Ann Marie is here" in text


def test_old_lines_name_the_player_who_had_the_name_then(club, olga):
    party = stored(club, olga, [("Ann is here", "", "")])
    ann, zoe = Player.objects.get(name="Ann"), Player.objects.get(name="Zoe")
    rename_player(ann, "Anna Berg", by=olga, at=NOON + timedelta(hours=1))
    rename_player(zoe, "Ann", by=olga, at=NOON + timedelta(hours=2))
    party.log.create(at=NOON + timedelta(hours=3), by_user_id=olga.pk, what="Ann is not here")
    migrate()
    assert [what for what, _before, _after in shown()] == ["Anna Berg is here", "Ann is not here"]


def test_reasons_of_an_organiser_refer_to_players_too(club, olga):
    party = stored(club, olga, [])
    round_ = party.rounds.create(number=1, seating_method="draw", made_at=NOON)
    for entrant, override in zip(party.entrants.all(), ("Ann cannot hear", "by hand", ""), strict=False):
        round_.assignments.create(entrant=entrant, override=override)
    migrate()
    make_anonymous(Player.objects.get(name="Ann"), by=olga, at=NOON + timedelta(days=1))
    names = dict(Player.objects.values_list("pk", "name"))
    assert [movements.reasons_text(each, {}, names) for each in SeatAssignment.objects.all()] == [
        "Placed here by the organiser: Anonymous 1 cannot hear.",
        "Placed here by the organiser.",
        "",
    ]
