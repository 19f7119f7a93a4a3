"""The log of games holds values instead of sentences, and the reasons of adjustments refer to players by key."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import migrations, models

from whistclub.club.stored_names import names_at, with_references

# "9–6", or "−2 : 7" where a total is below zero, as totals were written.
SCORE = re.compile(r"(−?\d+)(?:(?: : |–)(−?\d+))+")
TOTAL = re.compile(r"(?:(?<=^)|(?<=–)|(?<= : ))−?\d+")


class OldNames:
    """Which player a name meant in a club at a moment."""

    def __init__(self, apps: Any) -> None:
        self._apps = apps
        self._clubs: dict[int, tuple[list[Any], list[Any]]] = {}

    def at(self, club: int, moment: datetime) -> dict[str, int]:
        if club not in self._clubs:
            players = self._apps.get_model("club", "Player").objects.filter(club=club)
            changes = self._apps.get_model("club", "PlayerChange").objects.filter(
                player__club=club, kind__in=["renamed", "anonymous", "named"]
            )
            self._clubs[club] = (
                list(players.values_list("pk", "name", "real_name")),
                list(changes.order_by("at", "pk").values_list("at", "player", "before", "after")),
            )
        return names_at(moment, *self._clubs[club])


def refer_in_reasons(apps: Any, names: OldNames) -> None:
    adjustments = apps.get_model("play", "AdjustmentRecord").objects.select_related("game")
    for adjustment in adjustments:
        known = names.at(adjustment.game.club_id, adjustment.at)
        adjustment.reason = with_references(adjustment.reason, known)
        adjustment.save(update_fields=["reason"])


def event_data(apps: Any, event: Any, names: OldNames) -> dict[str, Any]:
    """The values of an event; where its texts do not give them, the texts with references to players."""
    before, after = event.before, event.after
    if not before and not after:
        return {}
    found: dict[str, Any] | None = None
    if event.kind in ("paper", "opened"):
        found = {key: score(text) for key, text in (("before", before), ("after", after)) if text}
    elif event.kind == "last_hand":
        found = {"hand": int(after)} if after.isdecimal() else None
    elif event.kind in ("adjusted", "taken_back"):
        when = "at" if event.kind == "adjusted" else "undone_at"
        adjustments = apps.get_model("play", "AdjustmentRecord").objects
        # One moment may hold several only if clocks stood still: then no row is surely this one.
        rows = list(adjustments.filter(**{"game": event.game_id, when: event.at}))
        found = {"points": rows[0].points, "reason": rows[0].reason} if len(rows) == 1 else None
    elif event.kind == "reseated":
        known = names.at(event.game.club_id, event.at)
        found = {key: players(text, known) for key, text in (("before", before), ("after", after))}
    if found is not None and None not in found.values():
        return found
    known = names.at(event.game.club_id, event.at)
    return {"before_text": with_references(before, known), "after_text": with_references(after, known)}


def score(text: str) -> list[int] | None:
    if not SCORE.fullmatch(text):
        return None
    return [int(total.replace("−", "-")) for total in TOTAL.findall(text)]


def players(text: str, known: Mapping[str, int]) -> list[int | None] | None:
    """The players of a list of names; None if one is unknown (a name may itself hold a comma)."""
    keys = [known.get(name) for name in text.split(", ")]
    return None if None in keys else keys


def convert(apps: Any, schema_editor: Any) -> None:
    names = OldNames(apps)
    refer_in_reasons(apps, names)
    events = apps.get_model("play", "GameEvent").objects.exclude(before="", after="").select_related("game")
    for event in events:
        event.data = event_data(apps, event, names)
        event.save(update_fields=["data"])
    mark_ended_early(apps)


def mark_ended_early(apps: Any) -> None:
    """Games that people ended. Where the bell set the last hand, no event says so, and nobody decided anything."""
    ended = apps.get_model("play", "GameEvent").objects.filter(game=models.OuterRef("pk"), kind="last_hand")
    games = apps.get_model("play", "Game").objects.filter(state="finished", last_hand__isnull=False, conceded_by=None)
    games.filter(models.Q(party_code="") | models.Exists(ended)).update(ended_early=True)


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0002_statistics"),
        ("play", "0006_fields_named_by_the_glossary"),
    ]

    operations = [
        migrations.AddField("game", "ended_early", models.BooleanField(default=False)),
        migrations.AddField("gameevent", "data", models.JSONField(blank=True, default=dict)),
        migrations.AlterField("adjustmentrecord", "reason", models.TextField()),
        migrations.RunPython(convert, migrations.RunPython.noop),
    ]
