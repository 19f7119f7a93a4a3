"""Lets `python3 manage.py …` work on a bare clone: installs what is needed into .venv, and starts again there.

Only the standard library, in words that Python 3.6 still reads, so that an old Python can say it is too old.
"""

import hashlib
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
    lock = LOCKS / ("test.txt" if command in NEED_TEST_TOOLS else "start.txt")
    if sys.prefix != sys.base_prefix:
        if importlib.util.find_spec("pytest" if command in NEED_TEST_TOOLS else "django") is None:
            raise SystemExit(
                f"This virtual environment lacks some packages. Install them with\n"
                f"  {sys.executable} -m pip install --require-hashes -r {lock}"
            )
        return
    # What the site needs is also among the test tools.
    if not is_installed(lock) and not is_installed(LOCKS / "test.txt"):
        install(lock)
    python = str(VENV / "bin" / "python")
    os.environ.pop("PYTHONHOME", None)  # it would make that Python believe it is in no environment
    os.execv(python, [python, *sys.orig_argv[1:]])  # noqa: S606 - our own words


def is_installed(lock):
    stamp = stamp_of(lock)
    return stamp.exists() and stamp.read_text() == hashlib.sha256(lock.read_bytes()).hexdigest()


def stamp_of(lock):
    return VENV / "installed-{}.{}-{}".format(*sys.version_info[:2], lock.name)


def install(lock):
    # Not to standard output: a command may be writing JSON there.
    sys.stderr.write("Fetching what whistclub needs into .venv (needs the internet, this once) …\n")
    try:
        if not any(stamp_of(LOCKS / name).exists() for name in ("start.txt", "test.txt")):
            run(sys.executable, "-m", "venv", "--clear", VENV)  # there is none, or it is half made or of another Python
        pip = [VENV / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet"]
        run(*pip, "install", "--require-hashes", "--only-binary", ":all:", "-r", lock)
    except subprocess.CalledProcessError:
        raise SystemExit(
            "Could not prepare .venv; the lines above say why. It needs the internet, once, and on Debian and Ubuntu\n"
            "  sudo apt install python3-venv"
        ) from None
    stamp_of(lock).write_text(hashlib.sha256(lock.read_bytes()).hexdigest())  # last: half done is never taken for done


def run(*command):
    # A person's "always --user" does not work in a virtual environment.
    env = dict(os.environ, PIP_USER="0")
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr, env=env)  # noqa: S603 - our words
