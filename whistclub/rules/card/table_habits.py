"""Stake and stars, and what happens when something goes wrong (RULES.md §1.6, A13–A15, A33)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.rules.words import money


def stake(rules: RuleOptions, currency: str = "") -> list[str]:
    """Empty where there is neither money nor a star."""
    said = []
    if rules.stake:
        amount = money(rules.stake, currency)
        payers = {
            TableFormat.FOUR_IN_PAIRS: _(
                "The losing side pays the winning side {amount} for the game: one amount for the side."
            ),
            TableFormat.THREE_WITH_WIDOW: _("Each of the others pays the winner {amount} for the game."),
            TableFormat.TWO_PLAYERS: _("The loser pays the winner {amount} for the game."),
        }
        said.append(payers[rules.form].format(amount=amount))
        if rules.solos:
            said.append(
                _("Each star of the winners adds another {amount}; stars of the losers are worth nothing.").format(
                    amount=amount
                )
            )
        said.append(_("Without a winner nobody pays."))
    elif rules.solos:
        said.append(_("Without a stake a star is worth the honour only."))
    if rules.solos:
        said.append(_("A star ends no game and lasts as long as the game: the next one begins without stars."))
    return said


def mishaps(rules: RuleOptions) -> list[str]:
    return [*revoke(rules), *_misdeal()]


def revoke(rules: RuleOptions) -> list[str]:
    if not rules.revoke_tricks:
        if rules.form is TableFormat.TWO_PLAYERS:
            return [_("Revoke (not following suit though one could): both agree on the tricks, or throw the hand in.")]
        return [
            _("Revoke (not following suit though one could): the table agrees on the tricks, or throws the hand in.")
        ]
    said = [_moved(rules)] if rules.form is TableFormat.THREE_WITH_WIDOW else [_moved(rules), _whose(rules)]
    if rules.solos:
        said.append(_("In a solo the table agrees whether it was made."))
    return said


def _moved(rules: RuleOptions) -> str:
    number = rules.revoke_tricks
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return ngettext(
            "Revoke (not following suit though one could): one trick of that player, if there is one, goes to the "
            "one harmed.",
            "Revoke (not following suit though one could): {n} tricks of that player, or as many as there are, go to "
            "the one harmed.",
            number,
        ).format(n=number)
    return ngettext(
        "A revoke (not following suit though one could) moves one trick, if there is one.",
        "A revoke (not following suit though one could) moves {n} tricks, or as many as there are.",
        number,
    ).format(n=number)


def _whose(rules: RuleOptions) -> str:
    if rules.form is TableFormat.TWO_PLAYERS:
        return ngettext(
            "In a high hand it goes from the player who revoked to the other, in a low hand the other way.",
            "In a high hand they go from the player who revoked to the other, in a low hand the other way.",
            rules.revoke_tricks,
        )
    return ngettext(
        "In a high hand it goes from the side that revoked to the other, in a low hand the other way.",
        "In a high hand they go from the side that revoked to the other, in a low hand the other way.",
        rules.revoke_tricks,
    )


def _misdeal() -> list[str]:
    return [
        _("A hand dealt wrongly is thrown in: nothing is scored, and the same dealer deals again."),
        _("The rest claimed or given up: the tricks agreed on are written down."),
    ]
