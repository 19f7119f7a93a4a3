"""What the first start decides, without installing anything."""

import ast
import subprocess
import sys
from types import SimpleNamespace

import pytest

from whistclub import bootstrap


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A Python outside of virtual environments, and an empty clone: what is run there, and what is started again."""
    ran = SimpleNamespace(commands=[], fails="nothing")

    def run(words, **_options):
        ran.commands.append(" ".join(words))
        if ran.fails in ran.commands[-1]:
            raise subprocess.CalledProcessError(1, words)
        (tmp_path / ".venv").mkdir(exist_ok=True)

    def execv(path, words):
        raise SystemExit(words)  # as the real one, it does not come back

    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(sys, "orig_argv", ["python3", "-X", "utf8", "manage.py", "start", "--port", "9000"])
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(bootstrap.os, "execv", execv)
    return ran


def prepare(command="start"):
    with pytest.raises(SystemExit) as ended:
        bootstrap.prepare(command)
    return ended.value.code


@pytest.mark.parametrize("file", ["manage.py", "whistclub/bootstrap.py", "whistclub/__init__.py"])
def test_the_version_check_runs_on_old_pythons(file):
    ast.parse((bootstrap.ROOT / file).read_text(), feature_version=(3, 6))


def test_an_old_python_is_refused_with_a_message(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    assert prepare() == "whistclub needs Python 3.11 or newer; this is 3.9."


def test_inside_a_virtual_environment_nothing_is_installed(bare, monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/somewhere/venv")
    bootstrap.prepare("start")
    assert bare.commands == []


def test_a_bare_clone_gets_checked_wheels_once_and_the_command_is_started_again(bare):
    started = [str(bootstrap.VENV / "bin" / "python"), "-X", "utf8", "manage.py", "start", "--port", "9000"]
    assert prepare() == started
    assert [words.partition(" -m ")[2].split()[0] for words in bare.commands] == ["venv", "pip"]
    assert bare.commands[1].endswith(f"--require-hashes --only-binary :all: -r {bootstrap.LOCKS / 'start.txt'}")
    assert prepare() == started
    assert len(bare.commands) == 2


def test_the_test_tools_are_added_and_serve_the_site_as_well(bare):
    prepare("start")
    prepare("test")
    assert [words.rpartition("/")[2] for words in bare.commands[1:]] == ["start.txt", "test.txt"]
    bootstrap.stamp_of("start.txt").unlink()
    prepare("start")
    prepare("lint")
    assert len(bare.commands) == 3


@pytest.mark.parametrize("part", ["-m venv", "-m pip"])
def test_what_fails_is_a_sentence_and_never_taken_for_done(bare, capfd, part):
    bare.fails = part
    assert prepare().startswith("Could not prepare .venv; the lines above say why.")
    assert not bootstrap.is_installed("start.txt")
    printed = capfd.readouterr()
    assert (printed.out, "Fetching what whistclub needs" in printed.err) == ("", True)
