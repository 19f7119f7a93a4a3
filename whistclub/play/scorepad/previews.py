"""What the pad says before a hand is saved: every outcome the rules allow, already in words.

The phone only looks sentences up; it computes no rule. Keys are what the pad's form posts: ``contract:bid:tricks``.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from whistclub.engine.entries import Entry
from whistclub.engine.game import GameResult
from whistclub.engine.hand import Contract, Revoke, contracts
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.prospects import previews_of_next_hand
from whistclub.engine.scoring import Outcome, score, tricks_after_revoke
from whistclub.play import replay
from whistclub.play.game_view import GameView
from whistclub.play.scorepad import codec
from whistclub.play.scorepad.form_view import note_choices
from whistclub.play.text import hands as hand_text
from whistclub.play.text import hints as hint_text
from whistclub.play.text import notes as note_text


@dataclass(frozen=True, slots=True)
class PreviewTable:
    """The sentences by what is chosen.

    By side: `sides`, their names. By ``contract:bid``: `bids` (who leads), `legends` (whose tricks are asked for),
    `first_sides` (that side). By ``contract:bid:tricks``: `results`, the whole sentence. By ``contract:first
    side:tricks:revoke``: `after_revoke`, the tricks as they count then. By ``field:value``, for a revoke
    ``revoke:contract:value``: `notes`, the addition.
    """

    sides: list[str]
    bids: dict[str, str]
    legends: dict[str, str]
    first_sides: dict[str, int]
    results: dict[str, str]
    after_revoke: dict[str, str]
    notes: dict[str, str]

    @property
    def as_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class NextHand:
    """The next hand: its sentences, the points at stake, and who can win the game with it."""

    previews: PreviewTable
    points_at_stake: list[str]
    hands_to_play: str
    ways_to_win: list[str]


def next_hand(view: GameView) -> NextHand:
    previews = previews_of_next_hand(view.rules, view.game.first_dealer, replay.entries(view.entries))
    by_outcome = {(each.outcome.contract, each.outcome.side, each.outcome.tricks): each for each in previews}

    def score_after(outcome: Outcome, hand: PlayedHand) -> str:
        after = by_outcome[outcome.contract, outcome.side, outcome.tricks]
        if after.over:
            return hand_text.verdict(after.winner, after.totals, view.sides)
        return _("Score: {score}.").format(score=view.score_of(after.totals, after.stars))

    return NextHand(
        previews=_preview_table(view, score_after, view.next_position),
        points_at_stake=hint_text.points_at_stake(view.rules),
        hands_to_play=hint_text.hands_to_play(view.state, view.rules) if view.hand_limit else "",
        ways_to_win=hint_text.ways_to_win(previews, view.sides, view.side_order, view.rules.form),
    )


def correction_previews(view: GameView, position: int) -> PreviewTable:
    """Sentences for every other outcome of the entry at this position, with its effects on the whole game."""
    entries = replay.entries(view.entries)
    index = view.entries.rows.index(view.complete_entries[position - 1])

    def effects(outcome: Outcome, hand: PlayedHand) -> str:
        changed: list[Entry] = [*entries[:index], hand, *entries[index + 1 :]]
        return " ".join(correction_effects(view, replay.folded(view.game, changed)))

    return _preview_table(view, effects, position)


def correction_effects(view: GameView, after: GameResult) -> list[str]:
    """What a correction changes: the score, the winner, whether the game is over."""
    before = view.result
    same_score = (after.totals, after.stars) == (before.totals, before.stars)
    if same_score and after.winner == before.winner and after.over == before.over:
        return [_("Score unchanged: {score}.").format(score=view.score_text)]
    sentences = [
        _("Score will change from {old} to {new}.").format(
            old=view.score_text, new=view.score_of(after.totals, after.stars)
        ),
    ]
    if after.over and (not before.over or after.winner != before.winner):
        sentences.append(hand_text.verdict(after.winner, after.totals, view.sides))
    if view.ended_early:
        sentences.append(_("The game was ended early and stays over."))
    elif before.over and not after.over:
        sentences.append(_("The game is no longer over: play continues."))
    after_end = sum(row.totals is None for row in after.rows)
    if after_end > sum(row.totals is None for row in before.rows):
        sentences.append(
            _("The game ends with hand {number}; later hands no longer count.").format(number=after.hands_scored)
        )
    return sentences


def _preview_table(view: GameView, ending: Callable[[Outcome, PlayedHand], str], position: int) -> PreviewTable:
    rules, sides = view.rules, view.sides
    notes = note_choices(view, {}, position).sentences
    table = PreviewTable([side.short for side in sides], {}, {}, {}, {}, {}, notes)
    for contract, declarer, bid in _bids(view):
        key, name = f"{contract}:{bid}", view.short_name(declarer)
        first = codec.first_side(contract, declarer, view.viewer_side)
        table.bids[key] = hand_text.bid_and_lead(
            hand_text.bid(contract, name, rules), view.leader(contract, declarer, position)
        )
        table.legends[key] = hand_text.how_many_tricks(sides[first])
        table.first_sides[key] = first
        for tricks in codec.trick_keys(contract):
            hand = PlayedHand(contract, declarer, codec.decode_tricks(tricks, contract, first) or ())
            outcome = score(hand, rules)
            sentence = hand_text.hand(outcome, name, sides, rules)
            table.results[f"{key}:{tricks}"] = f"{sentence} {ending(outcome, hand)}"
    _add_revokes(view, table)
    return table


def _add_revokes(view: GameView, table: PreviewTable) -> None:
    """How many tricks count after each possible revoke: computed by the engine, as when the hand is saved."""
    rules, sides = view.rules, range(view.rules.form.sides)
    revokes = [Revoke(by, against) for by in sides for against in sides if by != against]
    for contract in contracts(rules):
        if contract.is_solo:
            continue
        firsts = {first for key, first in table.first_sides.items() if key.startswith(f"{contract}:")}
        for one in revokes:
            value = f"{one.by}-{one.against}"
            table.notes[f"revoke:{contract}:{value}"] = note_text.revoke(one, contract, view.sides, rules)
            for first in firsts if rules.revoke_tricks else ():
                for key in codec.trick_keys(contract):
                    tricks = tricks_after_revoke(contract, codec.decode_tricks(key, contract, first) or (), one, rules)
                    table.after_revoke[f"{contract}:{first}:{key}:{value}"] = codec.encode_tricks(tricks, first)


def _bids(view: GameView) -> Iterable[tuple[Contract, int | None, str]]:
    for contract in contracts(view.rules):
        if contract is Contract.LOW:
            yield contract, None, codec.LOW
            continue
        if contract is Contract.WIDOW:
            yield contract, None, codec.NOBODY
        for seat in range(view.rules.form.seats):
            yield contract, seat, str(seat)
