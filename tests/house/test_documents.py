"""What the README and the guide for contributors name exists."""

import re

import pytest

from tests.house.test_checks import ROOT

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
    assert commands <= ours | {"makemigrations"}


def test_each_word_is_explained_once_in_the_glossary_or_by_the_package_that_uses_it():
    readme = (ROOT / "README.md").read_text(encoding="utf-8").split("## The words we use")[1].split("\n## ")[0]
    everywhere = re.findall(r"^\| ([^|]+) \|", readme, re.MULTILINE)[1:]
    assert 30 <= len(everywhere) <= 40
    packages = [path.read_text(encoding="utf-8") for path in (ROOT / "whistclub").glob("*/__init__.py")]
    in_packages = [row for text in packages for row in re.findall(r"^    ([^:]+): ", text, re.MULTILINE)]
    assert in_packages
    words = [word.strip() for row in [*everywhere, *in_packages] for word in row.split(",")]
    assert sorted(words) == sorted(set(words))
