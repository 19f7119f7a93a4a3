"""What statistics cost: made anew from the hands, and each page in a small club beside a big one.

    .venv/bin/python -m tests.bench.statistics

makes a club of a thousand hands and one of a million in folders of its own (below TMPDIR; with `tests.bench.generated`)
and takes half an hour, most of it to make the big one and all its statistics. The aims: 50,000 hands a second from the
hands to facts, and pages that are answered in the big club in at most 1.5 times what they take in the small one, with
as many queries, where they show equally many games. Trust the ratios: both databases are asked by turns, and the rest
depends on the machine. `--small` and `--big` name databases to use instead, each a folder with SQLite or the
address of a PostgreSQL database (postgres://…); empty ones are filled. Games are added to them for the time of the run,
so name copies. On PostgreSQL, CPU counts the web server only.
"""

import argparse
import tempfile
from typing import Any

from tests.bench.compared import show
from tests.bench.compared.pages import pages
from tests.bench.compared.sides import Side, Sides

SMALL, BIG = (64, 170), (5_000, 120_000)
PARTS = ("refold", "rebuild", "check", "pages", "finish")
FEWEST_TIMES = 30


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.statistics", description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; default: all")
    parser.add_argument("--small", help="a folder, or an address of PostgreSQL; default: a new folder")
    parser.add_argument("--big", help="the same for the big one")
    parser.add_argument("--times", type=int, default=FEWEST_TIMES, help="answers of each page; default: %(default)s")
    parser.add_argument("--page", default="", help="only pages with this in their name")
    wanted = parser.parse_args()
    if unknown := set(wanted.parts) - set(PARTS):
        parser.error(f"There is no part {', '.join(sorted(unknown))}.")
    with (
        tempfile.TemporaryDirectory(prefix="whistclub-speed-") as one,
        tempfile.TemporaryDirectory(prefix="whistclub-speed-") as other,
        Side("small", wanted.small or one) as small,
        Side("big", wanted.big or other) as big,
    ):
        run(Sides(small, big), set(wanted.parts or PARTS), max(1, wanted.times), wanted.page)


def run(sides: Sides, parts: set[str], times: int, only: str) -> None:
    made = sides.small.ask("make", *SMALL), sides.big.ask("make", *BIG)
    for side, each in zip(("small", "big"), made, strict=True):
        print("{}: {players:,} players, {games:,} games, {hands:,} hands".format(side, **each))
    if "refold" in parts:
        show.refold(sides.big.ask("refold"))
    if not made[0]["finished"]:
        sides.small.ask("rebuild")
    if "rebuild" in parts or not made[1]["finished"]:
        show.rebuild(sides.big.ask("rebuild"), made[1]["hands"])
    if "check" in parts:
        show.check(sides.big.ask("check"), made[1]["hands"])
    if not parts & {"pages", "finish"}:
        return
    sides.both("add")
    if "finish" in parts:
        show.finish({title: finished(sides, which, times) for title, which in show.FINISHED.items()})
    if "pages" in parts:
        show.heads(on_postgres=sides.big.is_postgres)
        for page in pages(sides, made[0]["club"]):
            if only in page.name:
                show.page(page, *asked(sides, page, times), on_postgres=sides.big.is_postgres)
    sides.both("tidy")


def asked(sides: Sides, page: Any, times: int) -> tuple[Any, Any, Any]:
    """What the page is in either, and what its answers take."""
    small, big = [page.small, page.signed_in], [page.big, page.signed_in]
    looks = sides.small.ask("look", *small), sides.big.ask("look", *big)
    if any(look["status"] != 200 for look in looks):
        return *looks, None
    return *looks, sides.by_turns(times, "get", small, big)


def finished(sides: Sides, which: str, times: int) -> tuple[Any, Any]:
    """How many queries it takes in either, and milliseconds."""
    queries = sides.both("queries", which)
    return queries, sides.by_turns(times, "finish", [which], [which])


if __name__ == "__main__":
    main()
