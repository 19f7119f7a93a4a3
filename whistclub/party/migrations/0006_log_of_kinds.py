"""The log becomes kinds and data; stored texts refer to players instead of naming them."""

import re
from datetime import datetime
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from whistclub.club.stored_names import names_at, with_references

# A name in a text with references, and a number.
PERSON, NUMBER = r"\{player:(?P<%s>\d+)\}", r"(?P<%s>-?\d+)"
ENTRANT, OTHER = PERSON % "entrant", PERSON % "other"
ROUND, TABLE, MINUTES = NUMBER % "round", NUMBER % "table", NUMBER % "minutes"
AT_TABLE = f"Round {ROUND}, table {TABLE}: "
# The sentences of earlier versions.
SENTENCES = {
    "Party set up": "party_created",
    "Settings changed": "settings_changed",
    "Party finished": "party_finished",
    "Party taken up again": "party_reopened",
    "Left out of statistics": "party_excluded",
    "Counts in statistics again": "party_included",
    "New codes for the tables": "table_codes_renewed",
    "Prize “(?P<title>.*)”": "prize_given",
    "Rehearsal begun": "rehearsal_started",
    "Rehearsal of (?P<party>.*) begun": "rehearsal_of",
    f"Results made up for round {ROUND}": "results_made_up",
    f"{ENTRANT} is here": "checked_in",
    f"{ENTRANT} is here again": "checked_in_again",
    f"{ENTRANT} is not here": "checked_out",
    f"{ENTRANT} leaves after this round": "leaves_after_round",
    f"{ENTRANT} left table {TABLE}": "left_table",
    f"{ENTRANT} and {OTHER} are partners": "paired_up",
    f"{ENTRANT} is without a partner": "pair_split",
    f"Round {ROUND} seated: drawn by lot \\(seed {NUMBER % 'seed'}\\)": "round_seated",
    f"Round {ROUND} seated: (?P<method>.*)": "round_seated",
    f"Draft of round {ROUND} dropped": "draft_discarded",
    f"{ENTRANT} and {OTHER} changed places: (?P<reason>.*)": "seats_swapped",
    f"Round {ROUND} announced": "round_announced",
    f"Round {ROUND} undone": "round_undone",
    f"{AT_TABLE}typed from paper": "result_typed",
    f"{AT_TABLE}closed": "result_locked",
    f"{AT_TABLE}opened again": "result_unlocked",
    f"{AT_TABLE}ended here": "game_ended",
    f"{AT_TABLE}counts as drawn": "draw_declared",
    f"{AT_TABLE}won by default": "walkover_awarded",
    f"{AT_TABLE}points adjusted: (?P<reason>.*)": "points_adjusted",
    f"{AT_TABLE}adjustment taken back": "adjustment_undone",
    f"{AT_TABLE}cut for: .* move as the winners": "cut_recorded",
    f"Timer started: {MINUTES} minutes?": "timer_started",
    "Timer halted": "timer_paused",
    "Timer goes on": "timer_resumed",
    f"{MINUTES} minutes? more": "minutes_added",
    "Bell rung": "bell_rung",
}
WITH_TEXT = {"entrant", "other", "party", "title", "reason"}
# Patterns without names and free text match the sentence as it was, for somebody may be called Bell.
NAMELESS = {pattern for pattern in SENTENCES if not WITH_TEXT & set(re.compile(pattern).groupindex)}
SEATING_METHODS = {
    "Draw lots": "draw",
    "By results so far, the best at the top table": "ranking",
    "In the order people came": "arrival",
    "By the movement": "movement",
}
BY_HAND = "by hand"


def parsed(sentence: str, stored: str, entrants: dict[int, int]) -> tuple[str, dict[str, Any]]:
    """The kind and data of an old sentence; `stored` has references for names. `entrants`: their keys by players'."""
    imported: tuple[str, dict[str, Any]] = "imported", {"text": stored}
    for pattern, kind in SENTENCES.items():
        found = re.fullmatch(pattern, sentence if pattern in NAMELESS else stored, re.DOTALL)
        if not found:
            continue
        data: dict[str, Any] = found.groupdict()
        for name in ("entrant", "other"):
            if name in data:
                data[name] = entrants.get(int(data[name]))
        for name in ("round", "table", "minutes", "seed"):
            if name in data:
                data[name] = int(data[name])
        if kind == "round_seated":
            method = "draw" if "seed" in data else SEATING_METHODS.get(data["method"])
            data["method"] = {"name": method, "seed": data.pop("seed", 0)} if method else None
        if data.get("reason") == BY_HAND:
            data["reason"] = ""
        if kind == "minutes_added" and data["minutes"] <= 0:
            kind, data["minutes"] = "minutes_removed", -data["minutes"]
        return imported if None in data.values() else (kind, data)
    return imported


class OldTexts:
    """Makes references of the names in the stored texts of one club."""

    def __init__(self, apps: StateApps, club: int) -> None:
        changes = apps.get_model("club", "PlayerChange").objects
        rows = list(apps.get_model("club", "Player").objects.filter(club=club))
        self._players = [(row.pk, row.name, row.real_name) for row in rows]
        self.merged = {row.pk: row.merged_into_id for row in rows if row.merged_into_id}
        self._renamings = list(
            changes.filter(player__club=club, kind__in=["renamed", "anonymous", "named"])
            .order_by("at", "pk")
            .values_list("at", "player", "before", "after")
        )

    def stored(self, text: str, at: datetime) -> str:
        return with_references(text, names_at(at, self._players, self._renamings)) if text else ""


def parse_texts(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Entrant = apps.get_model("party", "Entrant")
    for party in apps.get_model("party", "Party").objects.order_by("club").iterator():
        entrants = dict(Entrant.objects.filter(party=party).values_list("player", "pk"))
        texts = OldTexts(apps, party.club_id)
        for gone in texts.merged:
            into = gone
            while into in texts.merged:
                into = texts.merged[into]
            if into in entrants:
                entrants.setdefault(gone, entrants[into])
        _parse_log(apps, party, texts, entrants)
        _parse_reasons(apps, party, texts)


def _parse_log(apps: StateApps, party: Any, texts: OldTexts, entrants: dict[int, int]) -> None:
    LogEntry = apps.get_model("party", "LogEntry")
    entries = list(LogEntry.objects.filter(party=party))
    for entry in entries:
        entry.kind, entry.data = parsed(entry.what, texts.stored(entry.what, entry.at), entrants)
        for name in ("before", "after"):
            if text := getattr(entry, name):
                entry.data[name] = texts.stored(text, entry.at)
    LogEntry.objects.bulk_update(entries, ["kind", "data"], batch_size=200)


def _parse_reasons(apps: StateApps, party: Any, texts: OldTexts) -> None:
    SeatAssignment = apps.get_model("party", "SeatAssignment")
    placed = list(SeatAssignment.objects.filter(round__party=party).exclude(override="").select_related("round"))
    for assignment in placed:
        assignment.placed_by_organiser = True
        reason = "" if assignment.override == BY_HAND else assignment.override
        assignment.organiser_reason = texts.stored(reason, assignment.round.announced_at or assignment.round.made_at)
    SeatAssignment.objects.bulk_update(placed, ["placed_by_organiser", "organiser_reason"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0005_clear_names"),
        ("club", "0002_statistics"),
    ]

    operations = [
        migrations.AddField("logentry", "kind", models.CharField(max_length=40, default="imported")),
        migrations.AddField("logentry", "data", models.JSONField(default=dict)),
        migrations.AddField("seatassignment", "placed_by_organiser", models.BooleanField(default=False)),
        migrations.AddField("seatassignment", "organiser_reason", models.TextField(blank=True, default="")),
        migrations.RunPython(parse_texts, migrations.RunPython.noop),
        migrations.AlterField("logentry", "kind", models.CharField(max_length=40)),
        # With defaults the fields can come back empty, should somebody migrate backwards.
        migrations.AlterField("logentry", "what", models.CharField(max_length=200, default="")),
        migrations.RemoveField("logentry", "what"),
        migrations.RemoveField("logentry", "before"),
        migrations.RemoveField("logentry", "after"),
        migrations.RemoveField("seatassignment", "override"),
    ]
