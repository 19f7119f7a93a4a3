"""What the first start decides, without installing anything."""

import ast
import os
import sys
from types import SimpleNamespace

import pytest

from whistclub import bootstrap

ANY_LOCK = bootstrap.LOCKS / "start.txt"


@pytest.fixture
def venv(tmp_path):
    """A folder that looks like a virtual environment as far as the stamp goes."""
    python = bootstrap.python_of(tmp_path)
    python.parent.mkdir()
    python.touch()
    return tmp_path


@pytest.fixture
def commands(monkeypatch):
    """Records the commands instead of running them; `answers` holds (part of a command, exit code, output)."""
    ran = SimpleNamespace(words=[], answers=[])

    def run(*command):
        words = " ".join(str(word) for word in command)
        ran.words.append(words)
        for part, code, output in ran.answers:
            if part in words:
                return SimpleNamespace(returncode=code, stdout=output)
        return SimpleNamespace(returncode=0, stdout=bootstrap.this_python())

    monkeypatch.setattr(bootstrap, "run", run)
    return ran


def sentence(caught):
    assert caught.value.code != 0
    return str(caught.value.code)


@pytest.mark.parametrize("file", ["manage.py", "whistclub/bootstrap.py", "whistclub/__init__.py"])
def test_an_old_python_can_read_what_tells_it_that_it_is_too_old(file):
    ast.parse((bootstrap.ROOT / file).read_text(), feature_version=(3, 6))


def test_an_old_python_is_refused_with_a_sentence():
    with pytest.raises(SystemExit) as caught:
        bootstrap.require_new_enough((3, 9, 2, "final", 0))
    assert sentence(caught) == "whistclub needs Python 3.11 or newer; this is 3.9."


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 1), (4, 0, 0)])
def test_newer_pythons_are_welcome(version):
    bootstrap.require_new_enough(version)


@pytest.mark.parametrize(
    "command, name", [("start", "start.txt"), ("", "start.txt"), ("migrate", "start.txt"), ("test", "test.txt")]
)
def test_only_the_tests_need_the_test_tools(command, name):
    assert bootstrap.lock_for(command).name == name


def test_inside_a_virtual_environment_nothing_is_installed(commands, monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/somewhere/venv")
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    bootstrap.prepare("start")
    assert commands.words == []


def test_a_virtual_environment_without_the_packages_is_told_how_to_get_them(monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as caught:
        bootstrap.require_installed("django", ANY_LOCK)
    assert f"-m pip install --require-hashes -r {ANY_LOCK}" in sentence(caught)


def test_a_stamped_folder_is_ready(venv):
    bootstrap.write_stamp(venv, ANY_LOCK)
    assert bootstrap.is_ready(venv, ANY_LOCK)


def test_the_folder_of_the_tests_is_ready_to_start_too(venv):
    bootstrap.write_stamp(venv, bootstrap.lock_for("test"))
    assert bootstrap.is_ready(venv, bootstrap.lock_for("start"))


def test_the_folder_for_starting_is_not_ready_for_the_tests(venv):
    bootstrap.write_stamp(venv, bootstrap.lock_for("start"))
    assert not bootstrap.is_ready(venv, bootstrap.lock_for("test"))


def test_a_folder_without_a_stamp_is_not_ready(venv):
    assert not bootstrap.is_ready(venv, ANY_LOCK)


def test_another_lock_makes_it_not_ready(venv, tmp_path):
    bootstrap.write_stamp(venv, ANY_LOCK)
    newer = tmp_path / "start.txt"
    newer.write_text(ANY_LOCK.read_text() + "# changed\n")
    assert not bootstrap.is_ready(venv, newer)


def test_a_folder_whose_python_is_gone_is_not_ready(venv):
    bootstrap.write_stamp(venv, ANY_LOCK)
    bootstrap.python_of(venv).unlink()
    assert not bootstrap.is_ready(venv, ANY_LOCK)


def test_a_folder_of_another_python_is_not_ready(venv, monkeypatch):
    bootstrap.write_stamp(venv, ANY_LOCK)
    monkeypatch.setattr(bootstrap, "this_python", lambda: "python 3.99")
    assert not bootstrap.is_ready(venv, ANY_LOCK)


def test_installing_into_a_working_folder_keeps_it(venv, commands):
    bootstrap.install(venv, ANY_LOCK)
    assert not any("-m venv" in words for words in commands.words)
    assert bootstrap.is_ready(venv, ANY_LOCK)


def test_a_half_made_folder_is_made_anew(venv, commands):
    commands.answers.append(("import sys, pip", 1, "No module named pip"))
    bootstrap.install(venv, ANY_LOCK)
    assert any(f"-m venv --clear {venv}" in words for words in commands.words)


def test_a_folder_of_another_version_is_made_anew(venv, commands):
    commands.answers.append(("import sys, pip", 0, "python 3.10"))
    bootstrap.install(venv, ANY_LOCK)
    assert any("-m venv --clear" in words for words in commands.words)


def test_only_checked_wheels_are_installed(venv, commands):
    bootstrap.install(venv, ANY_LOCK)
    assert f"--require-hashes --only-binary :all: -r {ANY_LOCK}" in commands.words[-1]


def test_a_failed_installation_is_a_sentence_with_what_pip_said_and_leaves_no_stamp(venv, commands):
    bootstrap.write_stamp(venv, ANY_LOCK)
    commands.answers.append(("pip install", 1, "WARNING: retrying\nERROR: No matching distribution found for django"))
    with pytest.raises(SystemExit) as caught:
        bootstrap.install(venv, ANY_LOCK)
    said = sentence(caught)
    assert "Is this computer on the internet?" in said
    assert "No matching distribution found for django" in said
    assert "retrying" not in said
    assert not bootstrap.is_ready(venv, ANY_LOCK)


def test_a_python_without_venv_is_told_the_package_to_install(tmp_path, commands, monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as caught:
        bootstrap.install(tmp_path / ".venv", ANY_LOCK)
    assert "apt install python3-venv" in sentence(caught)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as caught:
        bootstrap.install(tmp_path / "file" / ".venv", ANY_LOCK)
    assert "Cannot write" in sentence(caught)


@pytest.mark.skipif(os.name == "nt", reason="Windows starts a second process instead")
def test_the_same_words_are_started_again(monkeypatch, tmp_path):
    def execv(path, words):
        raise SystemExit(words)  # as the real one, it does not come back

    monkeypatch.setattr(sys, "orig_argv", ["python3", "-X", "utf8", "manage.py", "start", "--port", "9000"])
    monkeypatch.setattr(os, "execv", execv)
    with pytest.raises(SystemExit) as caught:
        bootstrap.start_again(tmp_path / "python")
    assert caught.value.code == [str(tmp_path / "python"), "-X", "utf8", "manage.py", "start", "--port", "9000"]
