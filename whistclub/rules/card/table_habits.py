"""Stake and stars, and what happens when something goes wrong (rule book §1.6, A13–A15, A33)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.options import Form, RuleOptions
from whistclub.rules.words import money


def stake(rules: RuleOptions, currency: str = "") -> list[str]:
    """Empty where there is neither money nor a star."""
    said = []
    if rules.stake:
        amount = money(rules.stake, currency)
        payers = {
            Form.PAIRS4: _("The losing side pays the winners {amount} for the game."),
            Form.WIDOW3: _("Each of the others pays the winner {amount} for the game."),
            Form.DUO2: _("The loser pays the winner {amount} for the game."),
        }
        said.append(payers[rules.form].format(amount=amount))
        if rules.solos:
            said.append(
                _("Each star of the winners adds another {amount}; stars of the losers are worth nothing.").format(
                    amount=amount
                )
            )
        said.append(_("Without a winner nobody pays."))
    if rules.solos:
        said.append(_("A star ends no game and lasts as long as the game: the next one begins without stars."))
    return said


def mishaps(rules: RuleOptions) -> list[str]:
    return [*revoke(rules), *_misdeal()]


def revoke(rules: RuleOptions) -> list[str]:
    if not rules.revoke_tricks:
        return [
            _("Revoke (not following suit though one could): the table agrees on the tricks, or throws the hand in.")
        ]
    moved = ngettext("a trick", "{n} tricks", rules.revoke_tricks).format(n=rules.revoke_tricks)
    if rules.form is Form.WIDOW3:
        return [
            _(
                "Revoke (not following suit though one could): {moved} of that player, or what there is, go to the one "
                "harmed."
            ).format(moved=moved)
        ]
    said = [
        _("Revoke (not following suit though one could): it moves {moved}, or what there is.").format(moved=moved),
        _("In a high hand they go from the side that revoked to the other, in a low hand from the other to it."),
    ]
    if rules.solos:
        said.append(_("In a solo the table agrees whether it was made."))
    return said


def _misdeal() -> list[str]:
    return [
        _("A hand dealt wrongly is thrown in: nothing is scored, and the same dealer deals again."),
        _("Who claims or gives up the rest: the tricks agreed on are written down."),
    ]
