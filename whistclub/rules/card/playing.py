"""Leads, trump, tricks, and the solos (RULES.md §1.2, A7, A10, A16–A20, A25)."""

from django.utils.translation import gettext as _

from whistclub.engine.options import FailedStar, Lead, RuleOptions, TableFormat, Trump


def play(rules: RuleOptions) -> list[str]:
    return [*_aim(rules), *leads(rules), *trump(rules), *_tricks(rules)]


def leads(rules: RuleOptions) -> list[str]:
    """Who leads to the first trick; for two players "left" and "right" are the same person."""
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return [_("The player to the dealer’s left leads to the first trick.")]
    if rules.form is TableFormat.TWO_PLAYERS:
        return [_two_high(rules.high_lead), _("In a low hand the player who did not deal leads.")]
    high = {
        Lead.DECLARER_RIGHT: _("In a high hand the player to the right of the one who granded leads."),
        Lead.DECLARER_LEFT: _("In a high hand the player to the left of the one who granded leads."),
        Lead.DECLARER: _("In a high hand the one who granded leads."),
        Lead.DEALER_LEFT: _("In a high hand the player to the dealer’s left leads."),
    }
    low = {
        Lead.DEALER_LEFT: _("In a low hand the player to the dealer’s left leads."),
        Lead.DEALER_RIGHT: _("In a low hand the player to the dealer’s right leads."),
    }
    return [high[rules.high_lead], low[rules.low_lead]]


def trump(rules: RuleOptions) -> list[str]:
    match rules.trump:
        case Trump.CLUBS if rules.form is TableFormat.THREE_WITH_WIDOW:
            return [_("Clubs are trump.")]
        case Trump.CLUBS:
            return [
                _("Clubs are trump, in high and in low hands and in solos.")
                if rules.solos
                else _("Clubs are trump, in high and in low hands.")
            ]
        case Trump.LED:
            return [
                _("In a high hand the suit that the one who granded leads first is trump."),
                _("A low hand and a solo have no trump.") if rules.solos else _("A low hand has no trump."),
            ]
        case Trump.NONE:
            return [_("There is no trump.")]


def solos(rules: RuleOptions) -> list[str]:
    """Empty where no solo may be bid."""
    if not rules.solos:
        return []
    return [
        _("One player plays alone against the other side; the partner sits out."),
        _(
            "Sola Nola: win no trick. The soloist and the partner first swap one card; the opponent on the soloist’s "
            "right leads."
        ),
        _(
            "Grand Dix: win the first seven tricks. No card is swapped; the partner leads one card and then sits out. "
            "If that card wins its trick, the solo has failed."
        ),
        _(
            "Until the first lead anybody may overrule any bid, a partner’s or an own one too: Grand Dix beats Sola "
            "Nola, and both beat high and low. An equal bid beats nothing."
        ),
        _("It is all or nothing: once it is decided, the rest need not be played."),
        _("A solo is a hand like any other: the deal passes on, and it counts."),
        *stars(rules),
        _("What it overruled is not scored."),
    ]


def stars(rules: RuleOptions) -> list[str]:
    """Who gets the star of a solo; empty where none may be bid."""
    if not rules.solos:
        return []
    if rules.solo_failed_star is FailedStar.NOBODY:
        return [_("A solo gives no points but a star: made, to the soloist’s side; failed, to nobody.")]
    return [_("A solo gives no points but a star: made, to the soloist’s side; failed, to the other.")]


def _two_high(lead: Lead) -> str:
    match lead:
        case Lead.DECLARER:
            return _("In a high hand the player who bid high leads.")
        case Lead.DEALER_LEFT:
            return _("In a high hand the player who did not deal leads.")
        case _:
            return _("In a high hand the player who did not bid high leads.")


def _tricks(rules: RuleOptions) -> list[str]:
    said = []
    if rules.form is TableFormat.TWO_PLAYERS:
        said += [
            _("Four cards make a trick: each player lays two, in turn, from the hand or from the cards face up."),
            _("A card that becomes free in front of a player is turned up at once."),
        ]
    said.append(_("Follow suit if you can; if not, lay any card."))
    if rules.trump is Trump.NONE:
        said.append(_("The highest card of the suit led wins the trick; whoever laid it leads to the next."))
    else:
        said.append(
            _(
                "The highest trump wins the trick; if no trump was laid, the highest card of the suit led. Whoever "
                "laid it leads to the next."
            )
        )
    return said


def _aim(rules: RuleOptions) -> list[str]:
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return [_("Everybody wants to win tricks.")]
    if rules.form is TableFormat.TWO_PLAYERS:
        return [_("In a high hand both players want to win tricks, in a low hand to lose them.")]
    return [_("In a high hand both sides want to win tricks, in a low hand to lose them.")]
