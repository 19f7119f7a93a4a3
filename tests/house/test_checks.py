"""The house rules that a machine can check. Each failure shows what the tool said."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
LOCKS = {"start": ROOT / ".locks" / "start.txt", "test": ROOT / ".locks" / "test.txt"}
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)

LONGEST_MODULE = 300
LONGER_FOR_A_REASON: dict[str, str] = {}  # path: reason

# Put together here, so that this file does not fail its own check.
ELSEWHERE = re.compile("|".join(["/" + r"work\b", r"\.lib" + "rary", "/" + r"opt/(?:wheels|pypi)", "/" + "root/"]))


def run(*command: str) -> None:
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONWARNINGS": "default"}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        pytest.fail(f"{' '.join(command[1:])}\n{done.stdout}{done.stderr}", pytrace=False)


def tool(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def project_files() -> list[Path]:
    """List the files git tracks or would track; without git, all but hidden and made ones."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listing.returncode == 0:
        paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    else:
        made = {".git", ".venv", "__pycache__", ".hypothesis"}
        paths = [path for path in ROOT.rglob("*") if not made & set(path.relative_to(ROOT).parts)]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def pins(lock: Path) -> dict[str, str]:
    return {canonicalize_name(name): version for name, version in PIN.findall(lock.read_text())}


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["ruff", "format", "--check", "--diff", "--quiet", "."], id="formatted"),
        pytest.param(["ruff", "check", "--output-format", "concise", "."], id="linted"),
        pytest.param(["mypy", "--no-error-summary"], id="typed"),
        pytest.param(["lint-imports", "--no-cache"], id="layered"),
    ],
)
def test_the_code_is(words):
    run(tool(words[0]), *words[1:])


def test_templates_are_formatted():
    templates = [str(path) for path in project_files() if path.suffix == ".html" and "templates" in path.parts]
    if templates:
        run(tool("djade"), "--target-version", "5.2", "--check", *templates)


def test_migrations_say_what_the_models_say():
    run(sys.executable, "manage.py", "makemigrations", "--check", "--dry-run")


def test_django_finds_nothing_to_complain_about():
    run(sys.executable, "manage.py", "check", "--fail-level", "WARNING")


def test_no_file_names_the_machine_it_was_written_on():
    found = []
    for path in project_files():
        for number, line in enumerate(path.read_text(errors="ignore").splitlines(), start=1):
            if ELSEWHERE.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert not found, "\n".join(found)


def test_locks_name_no_address():
    for lock in LOCKS.values():
        assert "http" not in lock.read_text()


def test_locks_give_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {"start": project["dependencies"]}
    asked["test"] = asked["start"] + project["optional-dependencies"]["test"]
    for name, lines in asked.items():
        locked = pins(LOCKS[name])
        for line in lines:
            wanted = Requirement(line)
            version = locked.get(canonicalize_name(wanted.name))
            assert version, f".locks/{name}.txt has no {wanted.name}"
            assert Version(version) in wanted.specifier, f".locks/{name}.txt has {wanted.name} {version}, not {line}"


def test_the_lock_for_tests_holds_all_of_the_lock_for_starting():
    assert pins(LOCKS["start"]).items() <= pins(LOCKS["test"]).items()


def test_no_module_is_long_without_a_reason():
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines())
        for path in project_files()
        if path.suffix in {".py", ".js", ".css"} and "vendor" not in path.parts and "migrations" not in path.parts
    }
    long = {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE}
    assert not long.keys() - LONGER_FOR_A_REASON.keys(), f"longer than {LONGEST_MODULE} lines: {long}"
    assert not LONGER_FOR_A_REASON.keys() - long.keys(), "short again, so no reason is needed"
