"""What a typed text shows: names are stored without anything that nobody sees."""

import re
import unicodedata

# Letters and marks of Unicode that show nothing; all characters of its categories C (control, format) do not either.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def visible_text(text: str) -> str:
    """A text of single spaces without anything invisible, with one way to write each letter (NFKC)."""
    # Whitespace first: line breaks and tabs are control characters as well.
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", " ".join(text.split())))
    text = " ".join("".join(each for each in text if unicodedata.category(each)[0] != "C").split())
    return unicodedata.normalize("NFKC", text)
