"""Who said that they are coming, as the desk lists them: everyone once, whatever lines they are on."""

from dataclasses import dataclass, field

from whistclub.party.queries.expected import Expected


@dataclass(slots=True)
class ExpectedRow:
    """People who said so first on one line. `partner` is on another row. `keys`: lines that go when this is removed.

    `fits`: the line that can be given a free place, which is too small for those before it; 0 for none.
    """

    names: list[str]
    partner: str = ""
    keys: list[int] = field(default_factory=list)
    fits: int = 0

    def __str__(self) -> str:
        return " & ".join(self.names)


def expected_rows(found: Expected, most: int | None) -> tuple[list[ExpectedRow], list[ExpectedRow]]:
    """Those who have a place, and the waiting list."""
    coming: list[ExpectedRow] = []
    waiting: list[ExpectedRow] = []
    of: dict[str, ExpectedRow] = {}
    for line in [*found.coming, *found.waiting]:
        new = [name for name in line.names if name.casefold() not in of]
        if new:
            row = ExpectedRow(new)
            (waiting if found.number_of(line) else coming).append(row)
            if found.number_of(line) and found.fits(line, most):
                row.fits = line.pk
            of |= {name.casefold(): row for name in new}
        for own, other in [(line.name, line.partner), (line.partner, line.name)] if line.partner else []:
            row = of[own.casefold()]
            if len(row.names) == 1 and not row.partner:
                row.partner = other
        touched = [row] if new else [of[name.casefold()] for name in line.names]
        for row in touched:
            if line.pk not in row.keys:
                row.keys.append(line.pk)
    return coming, waiting
