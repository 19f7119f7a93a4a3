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
    assert commands <= ours | {"changepassword", "dumpdata", "loaddata", "makemigrations"}
