"""What a correction changes, in words, before it is saved."""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from whistclub.play import queries, text
from whistclub.play.access import Pad
from whistclub.play.game_view import GameView
from whistclub.play.scorepad.form import HandForm
from whistclub.web.formatting import format_score
from whistclub.web.transactions import write_transaction


def what_changes(pad: Pad, change: Callable[[], object], form: HandForm, position: int) -> str:
    """The change is made, the game looked at, and all of it undone. Raises what it raises."""
    before = queries.game_view(pad.game, pad.seat)
    with write_transaction():
        change()
        after = queries.game_view(replace(pad).game, pad.seat)
        transaction.set_rollback(True)
    found = effects(before, after, position)
    if form.takes_out:
        return " ".join(found)
    return " ".join([before.entry_text(form.entry()), *found])


def effects(before: GameView, after: GameView, position: int) -> list[str]:
    """The score, the end, who deals, and the numbers of later hands, as far as they are others than before."""
    old, new = before.state, after.state
    has_same_end = (old.over, old.winner) == (new.over, new.winner)
    if before.score_text == after.score_text and has_same_end:
        found = [f"Score unchanged: {before.score_text}."]
    else:
        found = [f"New score: {after.score_text} (now {before.score_text})."]
    # Nothing is saved yet: not "We won".
    if new.over and not has_same_end and new.winner is None:
        found.append(f"The game then ends in a draw: {text.score(new.totals, after.sides)}.")
    elif new.over and not has_same_end and new.winner is not None:
        score = format_score(text.winner_first(new.totals, new.winner))
        found.append(f"The game then ends {score}, won by {after.sides[new.winner].object}.")
    elif old.over and not new.over:
        found.append("The game is no longer over: play continues.")
    elif after.ended_early:
        found.append("The game was ended early and stays over.")
    if sum(not line.counts for line in after.lines) > sum(not line.counts for line in before.lines):
        found.append(f"The game ends with hand {new.hands_scored}; later hands no longer count.")
    if not new.over and old.dealer != new.dealer:
        found.append(f"{after.short_names[new.dealer]} then deals the next hand.")
    first, last = before.sheet.number_at(position + 1), before.hands_played
    step = after.hands_played - last
    if step and first == last:
        found.append(f"Hand {first} becomes hand {first + step}.")
    elif step and first < last:
        found.append(f"Hands {first} to {last} become hands {first + step} to {last + step}.")
    return found
