"""What changes a club's rules: its own sets under a name, and which rules it proposes."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.options import RuleOptions, options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.rules.models import ClubDefault, RuleSet
from whistclub.rules.summary import own_code
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction


@dataclass(frozen=True, slots=True)
class RuleSetInput:
    """What a set of rules says: its name, the preset it began from, every option, a paragraph of the club's own."""

    name: str
    base: str
    rules: RuleOptions
    note: str = ""


class SetNameTaken(ActionRefused):
    """Two sets in use would share a name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "set_name_taken",
            _("Your club has rules called “{name}” already. Give these another name.").format(name=name),
        )


class SetChangedMeanwhile(ActionRefused):
    """The version that was edited is no longer the one in use."""

    def __init__(self) -> None:
        super().__init__(
            "set_changed_meanwhile",
            _("Somebody changed these rules meanwhile. Look at the newest version, then change it again."),
        )


class DefaultRetired(ActionRefused):
    """Rules that are not in use cannot be what a club proposes."""

    def __init__(self) -> None:
        super().__init__("default_retired", _("These rules are no longer used. Bring them back first, or take others."))


class VersionUnknown(ActionRefused):
    """The version asked for is not one of these rules'."""

    status = 404

    def __init__(self) -> None:
        super().__init__("version_unknown", _("There is no such version of these rules."))


def save_set(club: Club, wording: RuleSetInput, *, by: User, at: datetime) -> RuleSet:
    """Keep rules under a new name. Saved twice, they are kept once. Raises SetNameTaken."""
    with write_transaction():
        _lock(club)
        same_name = club.rule_sets.filter(current=True, folded=wording.name.casefold()).first()
        if same_name is None:
            return _write(club, wording, by=by, at=at)
        if _wording(same_name) == wording:
            return same_name
        raise SetNameTaken(wording.name)


def change_set(seen: RuleSet, wording: RuleSetInput, *, by: User, at: datetime) -> RuleSet:
    """Replace a version by a new one; `seen` is the one that was edited. Changing nothing writes nothing.

    Raises SetChangedMeanwhile, SetNameTaken.
    """
    with write_transaction():
        club = _lock(seen.club)
        newest = _newest(club, seen.code)
        repeated = newest.replaces_id == seen.pk
        if newest.current and (newest.pk == seen.pk or repeated) and _wording(newest) == wording:
            return newest
        if newest.pk != seen.pk or not newest.current:
            raise SetChangedMeanwhile
        return _replace(newest, wording, by=by, at=at)


def retire_set(club: Club, code: str, *, by: User, at: datetime) -> RuleSet:
    """Propose rules no longer. Games that have them keep them; retired twice is retired once."""
    with write_transaction():
        newest = _newest(_lock(club), code)
        if newest.current:
            newest.current, newest.retired_at, newest.retired_by = False, at, by
            newest.save(update_fields=["current", "retired_at", "retired_by"])
        return newest


def bring_back(club: Club, code: str, version: int, *, by: User, at: datetime) -> RuleSet:
    """Use an earlier version again, or retired rules: a new row that says the same. Raises SetNameTaken,
    VersionUnknown.
    """
    with write_transaction():
        newest = _newest(_lock(club), code)
        old = club.rule_sets.filter(code=code, pk=version).first()
        if old is None:
            raise VersionUnknown
        if newest.current and _wording(newest) == _wording(old):
            return newest
        return _replace(newest, _wording(old), by=by, at=at)


def set_default(club: Club, key: str, *, by: User, at: datetime) -> ClubDefault:
    """Say which rules the club proposes for a new game. Raises DefaultRetired."""
    with write_transaction():
        _lock(club)
        in_use = key in PRESETS or club.rule_sets.filter(current=True, code=own_code(key) or "").exists()
        if not in_use:
            raise DefaultRetired
        before = club.rule_defaults.order_by("pk").last()
        if before is not None and before.key == key:
            return before
        return ClubDefault.objects.create(club=club, key=key, set_by=by, set_at=at)


def _lock(club: Club) -> Club:
    """One change of a club's rules after the other."""
    return Club.objects.select_for_update().get(pk=club.pk)


def _newest(club: Club, code: str) -> RuleSet:
    newest = club.rule_sets.filter(code=code).order_by("pk").last()
    if newest is None:
        raise VersionUnknown
    return newest


def _wording(of: RuleSet) -> RuleSetInput:
    return RuleSetInput(of.name, of.base, of.rules, of.note)


def _replace(newest: RuleSet, wording: RuleSetInput, *, by: User, at: datetime) -> RuleSet:
    others = newest.club.rule_sets.filter(current=True, folded=wording.name.casefold()).exclude(code=newest.code)
    if others.exists():
        raise SetNameTaken(wording.name)
    newest.current = False
    newest.save(update_fields=["current"])
    return _write(newest.club, wording, by=by, at=at, replaces=newest, code=newest.code)


def _write(club: Club, wording: RuleSetInput, *, by: User, at: datetime, **more: object) -> RuleSet:
    return RuleSet.objects.create(
        club=club,
        name=wording.name,
        base=wording.base,
        options=options_to_mapping(wording.rules),
        note=wording.note,
        made_by=by,
        made_at=at,
        **more,
    )
