"""The house rules that a machine can check. Each failure shows what the tool said."""

import re
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.house.checks import CHECKS, ROOT, project_files

LOCKS = {"start": ROOT / ".locks" / "start.txt", "test": ROOT / ".locks" / "test.txt"}
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)

# Put together here, so that this file does not fail its own check.
ELSEWHERE = re.compile("|".join(["/" + r"work\b", r"\.lib" + "rary", "/" + r"opt/(?:wheels|pypi)", "/" + "root/"]))


def pins(lock: Path) -> dict[str, str]:
    return {canonicalize_name(name): version for name, version in PIN.findall(lock.read_text())}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_nothing_is_found_by(check):
    done = check.run()
    if done.returncode != 0:
        pytest.fail(f"{' '.join(check.command)}\n{done.stdout}", pytrace=False)


def test_the_types_of_every_package_are_checked():
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["packages"]
    packages = [f"whistclub.{path.parent.name}" for path in (ROOT / "whistclub").glob("*/__init__.py")]
    assert sorted(checked) == sorted(packages)


def test_no_modules_import_each_other_in_a_circle():
    graph = grimp.build_graph("whistclub", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names them


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


DOCUMENTS = ("README.md", ".github/CONTRIBUTING.md")
# A path in code marks or as the target of a link, from the project's folder; `.dev` and `.venv` are made by commands.
PATH = re.compile(r"(?:`|\]\()((?:whistclub|tests|templates|static|\.github|\.ci|\.locks)/[\w./-]*)[`)]")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_in_a_document_exists(document):
    paths = PATH.findall((ROOT / document).read_text(encoding="utf-8"))
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_in_a_document_exists(document):
    commands = set(re.findall(r"manage\.py (\w+)", (ROOT / document).read_text(encoding="utf-8")))
    ours = {path.stem for path in (ROOT / "whistclub/ops/management/commands").glob("*.py")}
    assert commands <= ours | {"changepassword", "dumpdata", "loaddata", "makemigrations"}
