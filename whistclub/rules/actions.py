"""Changes of a club's own rule sets and of its default."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.actions import lock_club
from whistclub.club.models import Club
from whistclub.engine.options import RuleOptions, options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.rules.models import ClubDefault, RuleSet
from whistclub.rules.summary import own_code
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction


@dataclass(frozen=True, slots=True)
class RuleSetInput:
    """The content of a rule set: name, preset it began from, every option, and a note of the club."""

    name: str
    base: str
    rules: RuleOptions
    note: str = ""


class SetNameTaken(ActionRefused):
    """Two sets in use would share a name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "set_name_taken",
            _("Your club already has rules called “{name}”. Choose another name.").format(name=name),
        )


class SetChangedMeanwhile(ActionRefused):
    """The version that was edited is no longer the one in use."""

    def __init__(self) -> None:
        super().__init__(
            "set_changed_meanwhile",
            _("Someone else has changed these rules. Look at the current version, then make your change again."),
        )


class DefaultRetired(ActionRefused):
    """Rules that are not in use cannot be a club's default."""

    def __init__(self) -> None:
        super().__init__("default_retired", _("These rules are archived. Restore them first, or choose others."))


class VersionUnknown(ActionRefused):
    """There is no such version of this rule set."""

    status = 404

    def __init__(self) -> None:
        super().__init__("version_unknown", _("There is no such version of these rules."))


def save_set(club: Club, content: RuleSetInput, *, by: User, at: datetime) -> RuleSet:
    """Save rules under a new name; saving the same rules twice makes one set. Raises SetNameTaken."""
    with write_transaction():
        lock_club(club.pk)
        same_name = club.rule_sets.filter(current=True, binned_at=None, folded=content.name.casefold()).first()
        if same_name is None:
            return _write(club, content, by=by, at=at)
        if _content(same_name) == content:
            return same_name
        raise SetNameTaken(content.name)


def change_set(seen: RuleSet, content: RuleSetInput, *, by: User, at: datetime) -> RuleSet:
    """Replace a version by a new one; `seen` is the version that was edited. Without a change nothing is written.

    Raises SetChangedMeanwhile, SetNameTaken.
    """
    with write_transaction():
        club = lock_club(seen.club_id)
        newest = _newest(club, seen.code)
        repeated = newest.replaces_id == seen.pk
        if newest.current and (newest.pk == seen.pk or repeated) and _content(newest) == content:
            return newest
        if newest.pk != seen.pk or not newest.current:
            raise SetChangedMeanwhile
        return _replace(newest, content, by=by, at=at)


def retire_set(club: Club, code: str, *, by: User, at: datetime) -> RuleSet:
    """Archive a rule set. Games that have these rules keep them; archiving twice changes nothing more."""
    with write_transaction():
        newest = _newest(lock_club(club.pk), code)
        if newest.current:
            newest.current, newest.retired_at, newest.retired_by = False, at, by
            newest.save(update_fields=["current", "retired_at", "retired_by"])
        return newest


def bring_back(club: Club, code: str, version: int, *, by: User, at: datetime) -> RuleSet:
    """Restore an earlier version, or an archived set, as a new row. Raises SetNameTaken, VersionUnknown."""
    with write_transaction():
        newest = _newest(lock_club(club.pk), code)
        old = club.rule_sets.filter(code=code, pk=version).first()
        if old is None:
            raise VersionUnknown
        if newest.current and _content(newest) == _content(old):
            return newest
        return _replace(newest, _content(old), by=by, at=at)


def set_default(club: Club, key: str, *, by: User, at: datetime) -> ClubDefault:
    """Choose the rules that the club's new games start with. Raises DefaultRetired."""
    with write_transaction():
        lock_club(club.pk)
        in_use = (
            key in PRESETS or club.rule_sets.filter(current=True, binned_at=None, code=own_code(key) or "").exists()
        )
        if not in_use:
            raise DefaultRetired
        before = club.rule_defaults.order_by("pk").last()
        if before is not None and before.key == key:
            return before
        return ClubDefault.objects.create(club=club, key=key, set_by=by, set_at=at)


def _newest(club: Club, code: str) -> RuleSet:
    newest = club.rule_sets.filter(code=code, binned_at=None).order_by("pk").last()
    if newest is None:
        raise VersionUnknown
    return newest


def _content(of: RuleSet) -> RuleSetInput:
    return RuleSetInput(of.name, of.base, of.rules, of.note)


def _replace(newest: RuleSet, content: RuleSetInput, *, by: User, at: datetime) -> RuleSet:
    same_name = newest.club.rule_sets.filter(current=True, binned_at=None, folded=content.name.casefold())
    others = same_name.exclude(code=newest.code)
    if others.exists():
        raise SetNameTaken(content.name)
    newest.current = False
    newest.save(update_fields=["current"])
    return _write(newest.club, content, by=by, at=at, replaces=newest, code=newest.code)


def _write(club: Club, content: RuleSetInput, *, by: User, at: datetime, **more: object) -> RuleSet:
    return RuleSet.objects.create(
        club=club,
        name=content.name,
        base=content.base,
        options=options_to_mapping(content.rules),
        note=content.note,
        made_by=by,
        made_at=at,
        **more,
    )
