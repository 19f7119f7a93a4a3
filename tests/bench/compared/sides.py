"""The processes that hold one database each, and how they are asked."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
DATABASE = ("DATABASE_URL", "WHISTCLUB_DATA")


@dataclass
class Side:
    """One database: a folder with SQLite, or the address of a PostgreSQL database."""

    name: str
    database: str
    _process: subprocess.Popen = field(init=False)

    @property
    def is_postgres(self) -> bool:
        return "://" in self.database

    def __enter__(self) -> "Side":
        known = {key: value for key, value in os.environ.items() if key not in DATABASE}
        place = {DATABASE[0] if self.is_postgres else DATABASE[1]: self.database}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.compared.worker"],
            cwd=ROOT,
            env=known | place,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.stdin.close()
        self._process.wait()

    def ask(self, what: str, *args: Any) -> Any:
        """Let the process do one of the things in `worker.DOES`; its answer, when it is done."""
        self._process.stdin.write(json.dumps([what, *args]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"The process of the {self.name} database ended at “{what}”.")
        return json.loads(answer)


@dataclass(frozen=True, slots=True)
class Sides:
    """Both. What is compared is asked of them by turns, so that what else the machine does falls on both alike."""

    small: Side
    big: Side

    def both(self, what: str, *args: Any) -> tuple[Any, Any]:
        return self.small.ask(what, *args), self.big.ask(what, *args)

    def by_turns(self, times: int, what: str, small: list[Any], big: list[Any]) -> tuple[list[Any], list[Any]]:
        """So many answers of each, after two that do not count."""
        answers: tuple[list[Any], list[Any]] = ([], [])
        for number in range(-2, times):
            found = self.small.ask(what, *small), self.big.ask(what, *big)
            if number >= 0:
                for mine, answer in zip(answers, found, strict=True):
                    mine.append(answer)
        return answers
