"""The list of past games that people fill in: its columns explained, and an example of it."""

import csv
import io

EXPLAINED = (
    (
        "Date",
        (
            "Of the evening: 2024-02-14, 14 Feb 2024 or 14.2.2024. A game after midnight gets the date of the day "
            "before."
        ),
    ),
    ("Time", "Optional, such as 19:30. Without times, the games of an evening keep the order of the lines."),
    (
        "Pair 1, Pair 2",
        "Partners, such as Ann & Clara. Clockwise: Ann, the first of pair 2, Clara, the second of pair 2.",
    ),
    (
        "Player 1 … Player 4",
        "Instead of pairs: the names clockwise. With three or two players leave the others empty.",
    ),
    ("Rules", "Optional: the name of built-in rules or of club rules. If empty, the rules chosen on this page."),
    (
        "Points 1, Points 2",
        "The result of each side: players 1 and 3, then players 2 and 4. With three players, also Points 3.",
    ),
    (
        "Hands",
        (
            "Optional, instead of points or as well as them: high Ann 9; low 6-7; sola Bob 0; redeal. A single number "
            "is the tricks of that player’s side; two numbers are both sides’ tricks, in order."
        ),
    ),
    ("Dealer", "Optional: who dealt first. If empty, the first player."),
)
HEADING = ("Date", "Pair 1", "Pair 2", "Rules", "Points 1", "Points 2", "Hands")
LINES = (
    HEADING,
    ("2024-02-14", "Ann & Clara", "Bob & Dan", "", "13", "9", ""),
    ("14 Feb 2024", "Ann & Bob", "Clara & Dan", "Minnesota", "-2", "14", ""),
    ("2024-02-21", "Ann & Clara", "Bob & Dan", "Standard", "", "", "high Ann 9; low 6-7; high Bob 10; low 3-10"),
)


def written() -> str:
    """The example as CSV, as spreadsheets of every language open it."""
    text = io.StringIO()
    csv.writer(text).writerows(LINES)
    return "\ufeff" + text.getvalue()
