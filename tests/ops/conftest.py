"""Sites that are started for real, each on its own data folder and port."""

import asyncio
import os
import shutil
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.made_once import made_once
from tests.ops.site import Site


@pytest.fixture(scope="session")
def first(tmp_path_factory):
    """A site that was started for the first time, answered, and was stopped."""
    folder = made_once(tmp_path_factory, "first", started_and_stopped)
    return folder / "data", (folder / "printed.txt").read_text(encoding="utf-8")


def started_and_stopped(folder):
    site = Site(folder / "data", "--local")
    try:
        assert site.get("/") < 500
    finally:
        printed = site.end(signal.SIGTERM)
    assert site.process.returncode == 0
    (folder / "printed.txt").write_text(printed, encoding="utf-8")


@pytest.fixture
def kept(first, tmp_path):
    """What that site has kept, where the next one looks for it: its tables need not be made again."""
    shutil.copytree(first[0], tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def run():
    # In a thread of its own: that of a browser test before this one has a loop that runs.
    with ThreadPoolExecutor(1) as thread:
        yield lambda coroutine: thread.submit(asyncio.run, asyncio.wait_for(coroutine, 20)).result()


@pytest.fixture
def start(tmp_path):
    sites = []

    def start(*words, data=tmp_path / "data", port=None, **variables):
        sites.append(Site(data, *words, port=port, **variables))
        return sites[-1]

    yield start
    for site in sites:
        if site.process.poll() is None:
            os.killpg(site.process.pid, signal.SIGKILL)
            site.process.wait()
