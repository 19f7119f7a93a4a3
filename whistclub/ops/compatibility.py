"""Refuses a database that holds what only a newer version of the program knows: its pages could not be shown."""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.db.models import Model, QuerySet, TextField
from django.db.models.functions import Cast

from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.options import options_from_mapping
from whistclub.engine.presets import PRESETS
from whistclub.engine.prizes import Prize
from whistclub.engine.problems import InvalidInput, ProblemCode
from whistclub.engine.standings import Criterion, Worth
from whistclub.ops.errors import StartError
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.rules.models import RuleSet
from whistclub.stats.models import FACTS_REVISION, GameFact


def require_known_data() -> None:
    """Raises StartError with a sentence that names the first thing this version does not know, and what to do."""
    if unknown := next(unknown_data(), None):
        raise StartError(
            f"The database was used by a newer version of whistclub: {unknown}, which this version does not know. "
            f"Update the program, for instance with: git pull"
        )


def unknown_data() -> Iterator[str]:
    """What this version does not know, and where it is used: “a game uses the rule option “widow_size””."""
    for model, name in ((Game, "a game"), (Party, "a party"), (RuleSet, "a club’s rule set")):
        yield from (f"{name} uses {each}" for each in _unknown_options(model))
    presets = chain(_values(Game.objects.filter(rules_name=""), "preset"), _values(RuleSet.objects.all(), "base"))
    yield from (f"a game or a rule set uses the preset “{each}”" for each in presets if each not in PRESETS)
    parties = Party.objects.all()
    yield from (f"a party uses the movement “{each}”" for each in _values(parties, "movement") if each not in MOVEMENTS)
    yield from (
        f"a party uses “{each}” for those who sit out"
        for each in _values(parties, "sit_out_worth")
        if each not in set(Worth)
    )
    for name, noun, known in (("criteria", "the criterion", set(Criterion)), ("prizes", "the prize", set(Prize))):
        used = chain.from_iterable(_values(parties, name))
        yield from (f"a party uses {noun} “{each}”" for each in used if each not in known)
    for version in _values(GameFact.objects.all(), "version"):
        # Facts of another version are rebuilt. Those of a newer one show that newer data may be in other places too.
        if version and int(version.partition("-")[0]) > FACTS_REVISION:
            yield f"statistics were computed as version {version}"


def _unknown_options(model: type[Model]) -> Iterator[str]:
    texts = model._default_manager.order_by().values_list(Cast("options", TextField())).distinct()
    for (text,) in texts.iterator():
        options = json.loads(text)
        try:
            options_from_mapping(options)
        except InvalidInput as invalid:
            for problem in invalid.problems:
                if problem.code is ProblemCode.UNKNOWN_OPTION:
                    yield f"the rule option “{problem.field}”"
                elif problem.field in options:
                    yield f"the value “{options.get(problem.field)}” of the rule option “{problem.field}”"
                else:
                    yield f"rules that are refused here ({problem.code})"


def _values(rows: QuerySet[Any], field: str) -> Iterator[Any]:
    return rows.order_by().values_list(field, flat=True).distinct().iterator()
