"""The hands of a game in one cell: high Ann 9; low 6-7; sola Bob 0.

Each hand is what was played, who granded (by name), and the tricks: of both sides in the order of the columns, or,
after a name, those of that player's side alone.
"""

import re
from collections.abc import Sequence

from whistclub.engine.entries import Entry, Redeal, entry_problems
from whistclub.engine.hand import TRICKS_IN_HAND, Contract, Hand
from whistclub.engine.options import RuleOptions
from whistclub.play.text.hands import problem_sentences

MOST_HANDS = 200
LONGEST_QUOTE = 40
_BETWEEN = re.compile(r"[;|/\n]")
# The longest words first: a Grand Dix is no grand.
WORDS: dict[str, Contract | None] = {
    "sola nola": Contract.SOLA_NOLA,
    "grand dix": Contract.GRAND_DIX,
    "sola": Contract.SOLA_NOLA,
    "nola": Contract.SOLA_NOLA,
    "dix": Contract.GRAND_DIX,
    "high": Contract.HIGH,
    "grand": Contract.HIGH,
    "low": Contract.LOW,
    "widow": Contract.WIDOW,
    "redeal": None,
}
_HAND = re.compile(rf"({'|'.join(WORDS)})\b\s*(.*?)\s*(\d{{1,2}}(?:\s*[-–:]\s*\d{{1,2}}){{0,2}})?", re.IGNORECASE)


class UnreadableHands(ValueError):
    """The sentence names the hand and what is wrong with it."""


def read_hands(text: str, names: Sequence[str], rules: RuleOptions) -> list[Entry]:
    """The entries of a game whose players have these names by seat. Raises UnreadableHands."""
    found: list[Entry] = []
    texts = [each.strip() for each in _BETWEEN.split(text)]
    texts = [each for each in texts if each]
    if len(texts) > MOST_HANDS:
        raise UnreadableHands(f"A game may have up to {MOST_HANDS} hands.")
    for number, each in enumerate(texts, start=1):
        entry = _entry(each, number, names, rules)
        if problems := entry_problems(entry, rules):
            raise _wrong(number, each, " ".join(problem_sentences(problems, rules)))
        found.append(entry)
    return found


def _entry(text: str, number: int, names: Sequence[str], rules: RuleOptions) -> Entry:
    match = _HAND.fullmatch(" ".join(text.split()))
    if match is None:
        raise _wrong(number, text, "Write it as “high Ann 9”, “low 6-7” or “redeal”.")
    contract, name, tricks = WORDS[match[1].casefold()], match[2], match[3]
    if contract is None:
        return Redeal()
    declarer = _seat(name, names, number, text) if name else None
    if tricks is None:
        raise _wrong(number, text, "The tricks are missing.")
    counts = tuple(int(each) for each in re.findall(r"\d+", tricks))
    two_sides = contract in (Contract.HIGH, Contract.LOW)
    if two_sides and len(counts) == 1 and (declarer is not None or contract is Contract.LOW):
        if declarer is None:
            raise _wrong(number, text, "Write the tricks of both sides, like 6-7.")
        mine, others = counts[0], TRICKS_IN_HAND - counts[0]
        counts = (mine, others) if rules.form.side_of(declarer) == 0 else (others, mine)
    return Hand(contract, declarer, counts)


def _seat(name: str, names: Sequence[str], number: int, text: str) -> int:
    """The seat of the player with this name, or the only one whose name begins with this word."""
    folded = name.casefold()
    whole = [seat for seat, each in enumerate(names) if each.casefold() == folded]
    found = whole or [seat for seat, each in enumerate(names) if each.casefold().split()[0] == folded]
    if len(found) != 1:
        shape = "“{name}” is not one of the players in this line."
        raise _wrong(number, text, shape.format(name=name[:LONGEST_QUOTE]))
    return found[0]


def _wrong(number: int, text: str, sentence: str) -> UnreadableHands:
    shape = "Hand {number} (“{text}”): {sentence}"
    return UnreadableHands(shape.format(number=number, text=text[:LONGEST_QUOTE], sentence=sentence))
