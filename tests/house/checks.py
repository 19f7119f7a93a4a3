"""Every check of format, lint, types, contracts and migrations: `manage.py lint` runs them, and so do the tests.

A check is the command that fails, and the commands that mend what a machine can mend.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DJANGO = "5.2"


def project_files() -> list[Path]:
    """List the files git tracks or would track; without git, all but hidden and made ones."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode == 0:
        paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    else:
        made = {".git", ".venv", "__pycache__", ".hypothesis"}
        paths = [path for path in ROOT.rglob("*") if not made & set(path.relative_to(ROOT).parts)]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


@dataclass(frozen=True)
class Check:
    """`files`: a glob below the project's folder whose files are named at the end of each command."""

    name: str
    command: Sequence[str]
    fixes: Sequence[Sequence[str]] = ()
    files: str = ""

    def run(self) -> subprocess.CompletedProcess[str]:
        return self._call(self.command)

    def fix(self) -> subprocess.CompletedProcess[str]:
        """What no machine can mend is left to `run`, which says it; a fixer that cannot start is an error here."""
        for command in self.fixes:
            done = self._call(command)
        return done

    def _call(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        program, *words = command
        files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(self.files)) if self.files else []
        return subprocess.run(
            [sys.executable if program == "python" else tool(program), *words, *files],
            cwd=ROOT,
            env={
                **os.environ,
                "NO_COLOR": "1",
                "PYTHONWARNINGS": "default",
                "DJANGO_SETTINGS_MODULE": "tests.settings",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )


def tool(name: str) -> str:
    """The program of that name beside this Python; never another one that happens to be on the PATH."""
    return str(Path(sys.executable).parent / name)


# The slow ones first: the others run beside them. Fixes run in this order, one after the other.
CHECKS = (
    Check("types", ("mypy", "--no-error-summary")),
    Check("imports", ("lint-imports", "--no-cache")),
    Check("migrations", ("python", "manage.py", "makemigrations", "--check", "--dry-run")),
    Check("django", ("python", "manage.py", "check", "--fail-level", "WARNING")),
    Check(
        "python-lint",
        ("ruff", "check", "--output-format", "concise", "."),
        [("ruff", "check", "--fix", "--quiet", ".")],
    ),
    Check(
        "python-format", ("ruff", "format", "--check", "--diff", "--quiet", "."), [("ruff", "format", "--quiet", ".")]
    ),
    Check("template-lint", ("djangofmt", "check", "templates"), [("djangofmt", "check", "--fix", "templates")]),
    Check(
        "template-tags",
        ("djade", "--target-version", DJANGO, "--check"),
        [("djade", "--target-version", DJANGO)],
        files="templates/**/*.html",
    ),
    Check("template-format", ("djangofmt", "--check", "templates"), [("djangofmt", "templates")]),
    Check("script-lint", ("oxlint", "static"), [("oxlint", "--fix", "static")]),
    Check("style-and-script-format", ("oxfmt", "--check", "static"), [("oxfmt", "static")]),
)
