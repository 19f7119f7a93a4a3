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
def test_the_version_check_runs_on_old_pythons(file):
    ast.parse((bootstrap.ROOT / file).read_text(), feature_version=(3, 6))


def test_an_old_python_is_refused_with_a_message():
    with pytest.raises(SystemExit) as caught:
        bootstrap.require_new_enough((3, 9, 2, "final", 0))
    assert sentence(caught) == "whistclub needs Python 3.11 or newer; this is 3.9."


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 1), (4, 0, 0)])
def test_newer_pythons_are_welcome(version):
    bootstrap.require_new_enough(version)


@pytest.mark.parametrize(
    "command, name",
    [
        ("start", "start.txt"),
        ("", "start.txt"),
        ("migrate", "start.txt"),
        ("dev", "start.txt"),
        ("test", "test.txt"),
        ("lint", "test.txt"),
        ("pictures", "test.txt"),
    ],
)
def test_only_tests_and_lint_need_the_test_tools(command, name):
    assert bootstrap.lock_for(command).name == name


def test_inside_a_virtual_environment_nothing_is_installed(commands, monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/somewhere/venv")
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    bootstrap.prepare("start")
    assert commands.words == []


def test_an_incomplete_virtual_environment_explains_how_to_install_packages(monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as caught:
        bootstrap.require_installed("django", ANY_LOCK)
    assert f"-m pip install --require-hashes -r {ANY_LOCK}" in sentence(caught)


def test_a_stamped_folder_is_ready(venv):
    bootstrap.write_stamp(venv, ANY_LOCK)
    assert bootstrap.is_ready(venv, ANY_LOCK)


def test_a_test_folder_can_also_run_the_site(venv):
    bootstrap.write_stamp(venv, bootstrap.lock_for("test"))
    assert bootstrap.is_ready(venv, bootstrap.lock_for("start"))


def test_a_runtime_folder_lacks_the_test_tools(venv):
    bootstrap.write_stamp(venv, bootstrap.lock_for("start"))
    assert not bootstrap.is_ready(venv, bootstrap.lock_for("test"))


def test_a_folder_without_a_stamp_is_not_ready(venv):
    assert not bootstrap.is_ready(venv, ANY_LOCK)


def test_a_changed_lock_file_makes_it_not_ready(venv, tmp_path):
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


def test_an_incomplete_folder_is_recreated(venv, commands):
    commands.answers.append(("import sys, pip", 1, "No module named pip"))
    bootstrap.install(venv, ANY_LOCK)
    assert any(f"-m venv --clear {venv}" in words for words in commands.words)


def test_a_folder_of_another_version_is_recreated(venv, commands):
    commands.answers.append(("import sys, pip", 0, "python 3.10"))
    bootstrap.install(venv, ANY_LOCK)
    assert any("-m venv --clear" in words for words in commands.words)


def test_only_checked_wheels_are_installed(venv, commands):
    bootstrap.install(venv, ANY_LOCK)
    assert f"--require-hashes --only-binary :all: -r {ANY_LOCK}" in commands.words[-1]


def test_a_failed_installation_shows_pip_output_and_leaves_no_stamp(venv, commands):
    bootstrap.write_stamp(venv, ANY_LOCK)
    commands.answers.append(("pip install", 1, "WARNING: retrying\nERROR: No matching distribution found for django"))
    with pytest.raises(SystemExit) as caught:
        bootstrap.install(venv, ANY_LOCK)
    message = sentence(caught)
    assert "Is this computer on the internet?" in message
    assert "No matching distribution found for django" in message
    assert "retrying" not in message
    assert not bootstrap.is_ready(venv, ANY_LOCK)


def test_without_venv_the_package_to_install_is_named(tmp_path, commands, monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as caught:
        bootstrap.install(tmp_path / ".venv", ANY_LOCK)
    assert "apt install python3-venv" in sentence(caught)


def test_an_unwritable_folder_shows_a_message(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as caught:
        bootstrap.install(tmp_path / "file" / ".venv", ANY_LOCK)
    assert "Cannot write" in sentence(caught)


@pytest.mark.skipif(os.name == "nt", reason="Windows starts a second process instead")
def test_the_command_is_restarted_with_the_same_arguments(monkeypatch, tmp_path):
    def execv(path, words):
        raise SystemExit(words)  # as the real one, it does not come back

    monkeypatch.setattr(sys, "orig_argv", ["python3", "-X", "utf8", "manage.py", "start", "--port", "9000"])
    monkeypatch.setattr(os, "execv", execv)
    with pytest.raises(SystemExit) as caught:
        bootstrap.start_again(tmp_path / "python")
    assert caught.value.code == [str(tmp_path / "python"), "-X", "utf8", "manage.py", "start", "--port", "9000"]


def test_what_preparing_prints_stays_out_of_standard_output(venv, commands, capsys):
    """A command that follows may write JSON there: `manage.py score -` on a clean clone."""
    bootstrap.install(venv, ANY_LOCK)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Fetching what whistclub needs" in printed.err
