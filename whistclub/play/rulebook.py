"""The preset rule sets as people read them: name, source, what counts, and the whole score table."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.engine.hand import Contract
from whistclub.engine.options import LIMITS, Carry, Form, Lead, RuleOptions, Trump
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import Outcome, score_table
from whistclub.play import words

# So many hands are no limit that anybody reaches: something else ends the game, like a bell.
NO_LIMIT = LIMITS["max_hands"][1]
# Titles and where each comes from (rule book §1.2).
TITLES = {
    "minnesota": (gettext_lazy("Minnesota"), gettext_lazy("as the Denexa and Pagat pages tell it")),
    "minnesota_double": (gettext_lazy("Minnesota, failed grand doubled"), gettext_lazy("Pagat’s variation")),
    "neuralplay": (
        gettext_lazy("Most common today"),
        gettext_lazy("NeuralPlay’s rules, and most pages agree"),
    ),
    "wiki_four": (
        gettext_lazy("Four-handed"),
        gettext_lazy("a wiki’s Whist page; the first lead is on the left"),
    ),
    "askov": (gettext_lazy("Askov"), gettext_lazy("Pagat: solos, stars and a stake")),
    "south_dakota": (gettext_lazy("South Dakota"), gettext_lazy("Pagat: trump led, to 11")),
    "widow": (gettext_lazy("Three-handed, with a widow"), gettext_lazy("a wiki’s Whist page")),
    "two_player": (gettext_lazy("Two-player"), gettext_lazy("Pagat")),
    "norwegian": (
        gettext_lazy("Norwegian"),
        gettext_lazy("Parlett and Britannica: grand 4 and 8, nullo 2, to 50"),
    ),
    "swedish": (gettext_lazy("Swedish"), gettext_lazy("kortspel.se; the red card bids")),
    "tuppi": (gettext_lazy("Tuppi"), gettext_lazy("Finland: only one side holds points, to 52")),
}


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of a drawn table: the tricks of the side it is about, and what each side scores by it."""

    tricks: str
    own: str
    other: str
    failed: bool


@dataclass(frozen=True, slots=True)
class RuleCard:
    key: str
    title: str
    source: str
    rules: RuleOptions

    @property
    def facts(self) -> list[str]:
        """What counts, one sentence each, written from the options."""
        return [*_end(self.rules), *_scoring(self.rules), *_leads(self.rules)]

    @property
    def brief(self) -> str:
        """What tells it from the others at a glance: "to 13 · made +1 · failed +2 · low +1"."""
        rules = self.rules
        said = [_("to {target}").format(target=rules.target)] if rules.target else []
        if rules.form is Form.WIDOW3:
            return _(" · ").join([*said, _("three players")])
        said.append(_("made {points}").format(points=words.signed(rules.high_made)))
        said.append(_("failed {points}").format(points=words.signed(rules.high_set_award - rules.high_set_penalty)))
        said.append(_("low {points}").format(points=words.signed(rules.low_award - rules.low_penalty)))
        return _(" · ").join(said)

    @property
    def high(self) -> list[ScoreRow]:
        """High hand, by the declaring side's tricks."""
        return _rows(self.rules, Contract.HIGH, 0)

    @property
    def low(self) -> list[ScoreRow]:
        """Low hand, by the first side's tricks."""
        return _rows(self.rules, Contract.LOW, None)

    @property
    def widow(self) -> list[ScoreRow]:
        """Three-handed: by a player's tricks, with and without the widow."""
        if self.rules.form is not Form.WIDOW3:
            return []
        table = score_table(self.rules)
        taker = {each.tricks[0]: each.points[0] for each in table if each.side == 0}
        other = {each.tricks[0]: each.points[0] for each in table if each.side is None}
        return [
            ScoreRow(str(tricks), words.signed(taker[tricks]), words.signed(other[tricks]), taker[tricks] < 0)
            for tricks in sorted(taker)
        ]


def cards() -> list[RuleCard]:
    return [_card(key) for key in PRESETS]


def card(key: str) -> RuleCard | None:
    return _card(key) if key in PRESETS else None


def card_of(preset: str, rules: RuleOptions) -> RuleCard:
    """The card of a preset with the rules that a game really has: a party may end games its own way."""
    return replace(_card(preset), rules=rules)


def _card(key: str) -> RuleCard:
    title, source = TITLES[key]
    return RuleCard(key, str(title), str(source), PRESETS[key])


def _rows(rules: RuleOptions, contract: Contract, side: int | None) -> list[ScoreRow]:
    def row(outcome: Outcome) -> ScoreRow:
        return ScoreRow(
            tricks=str(outcome.tricks[0]),
            own=words.signed(outcome.points[0]),
            other=words.signed(outcome.points[1]),
            failed=outcome.made is False,
        )

    return [row(each) for each in score_table(rules) if each.contract is contract and each.side == side]


def _end(rules: RuleOptions) -> list[str]:
    said = []
    if rules.target is not None:
        said.append(_("The game is to {target}.").format(target=rules.target))
    if rules.max_hands is not None and rules.max_hands < NO_LIMIT:
        said.append(
            ngettext("It ends after {hands} hand.", "It ends after {hands} hands.", rules.max_hands).format(
                hands=rules.max_hands
            )
        )
    return said


def _scoring(rules: RuleOptions) -> list[str]:
    if rules.form is Form.WIDOW3:
        return [
            _("A player scores the tricks above {own}; whoever took the widow first, those above {widow}.").format(
                own=rules.own_quota, widow=rules.widow_quota
            )
        ]
    said = [
        _("Grand made: {points} for each trick above six.").format(points=rules.high_made),
    ]
    if rules.high_set_award:
        said.append(
            _("Grand failed: {award} to the defenders for each trick above six.").format(award=rules.high_set_award)
        )
    if rules.high_set_penalty:
        said.append(
            _("Grand failed: {penalty} off the granding side for each trick below seven.").format(
                penalty=rules.high_set_penalty
            )
        )
    if rules.low_award:
        said.append(
            _("Low: the side with fewer tricks scores {points} for each trick the other took above six.").format(
                points=rules.low_award
            )
        )
    if rules.low_penalty:
        said.append(
            _("Low: the side with more tricks loses {points} for each trick above six.").format(
                points=rules.low_penalty
            )
        )
    if rules.carry is Carry.ONE_SIDE:
        said.append(_("Only one side holds points: when the other scores, both go back to nil."))
    if rules.solos:
        said.append(_("Sola Nola and Grand Dix give no points but a star; each star raises the stake by one."))
    return said


def _leads(rules: RuleOptions) -> list[str]:
    high = {
        Lead.DECLARER_RIGHT: _("In a high hand the player to the right of the one who granded leads."),
        Lead.DECLARER_LEFT: _("In a high hand the player to the left of the one who granded leads."),
        Lead.DECLARER: _("In a high hand the one who granded leads."),
        Lead.DEALER_LEFT: _("The player to the dealer’s left leads."),
    }
    low = {
        Lead.DEALER_LEFT: _("In a low hand the player to the dealer’s left leads."),
        Lead.DEALER_RIGHT: _("In a low hand the player to the dealer’s right leads."),
    }
    trump = {
        Trump.NONE: [],
        Trump.LED: [_("The suit led by the one who granded is trump.")],
        Trump.CLUBS: [_("Clubs are trump.")],
    }
    if rules.form is Form.WIDOW3:
        return [_("The player to the dealer’s left leads."), *trump[rules.trump]]
    return [high[rules.high_lead], low[rules.low_lead], *trump[rules.trump]]
