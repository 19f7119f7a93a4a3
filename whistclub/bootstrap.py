"""Lets `python3 manage.py …` work on a bare clone: installs what is needed into .venv, and starts again there.

Only the standard library, in words that Python 3.6 still reads, so that an old Python can say it is too old.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCKS = ROOT / ".locks"
NEED_TEST_TOOLS = ("test", "lint")


def prepare(command):
    """Return inside a virtual environment; elsewhere install into .venv, and run the command there."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this is what says so
        raise SystemExit("whistclub needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info[:2]))
    lock, package = ("test.txt", "pytest") if command in NEED_TEST_TOOLS else ("start.txt", "django")
    if sys.prefix != sys.base_prefix:
        if importlib.util.find_spec(package):
            return
        raise SystemExit(
            f"This virtual environment lacks some packages. Install them with\n"
            f"  {sys.executable} -m pip install --require-hashes -r {LOCKS / lock}"
        )
    python = str(VENV / "bin" / "python")
    if not is_installed(lock) and not is_installed("test.txt"):  # the site needs nothing that is not among these
        install(lock, python)
    os.execv(python, [python, *sys.orig_argv[1:]])  # noqa: S606 - our own words


def is_installed(lock):
    return stamp_of(lock).exists() and stamp_of(lock).read_bytes() == (LOCKS / lock).read_bytes()


def stamp_of(lock):
    return VENV / "installed-{}.{}-{}".format(*sys.version_info[:2], lock)


def install(lock, python):
    # Not to standard output: a command may be writing JSON there.
    sys.stderr.write("Fetching what whistclub needs into .venv (needs the internet, this once) …\n")
    try:
        if not stamp_of("start.txt").exists() and not stamp_of("test.txt").exists():  # half made, or of another Python
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)  # noqa: S603 - our words
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", "install", "--no-user"]
        pip.append("--no-compile")  # all of it would take a third of the time; Python compiles what it uses
        checked = ["--require-hashes", "--only-binary", ":all:", "-r", str(LOCKS / lock)]
        subprocess.run(pip + checked, check=True)  # noqa: S603 - our words
    except subprocess.CalledProcessError:
        raise SystemExit(
            "Could not prepare .venv; the lines above say why. It needs the internet, once, and on Debian and Ubuntu\n"
            "  sudo apt install python3-venv"
        ) from None
    stamp_of(lock).write_bytes((LOCKS / lock).read_bytes())  # last: half done is never taken for done
