"""Sites that are started for real, each on its own data folder and port."""

import os
import shutil
import signal

import pytest

from tests.ops.site import Site


@pytest.fixture(scope="session")
def first(tmp_path_factory):
    """A site that was started for the first time, answered, and was stopped."""
    data = tmp_path_factory.mktemp("first") / "data"
    site = Site(data, "--local")
    try:
        assert site.get("/") < 500
    finally:
        printed = site.end(signal.SIGTERM)
    assert site.process.returncode == 0
    return data, printed


@pytest.fixture
def kept(first, tmp_path):
    """What that site has kept, where the next one looks for it: its tables need not be made again."""
    shutil.copytree(first[0], tmp_path / "data")
    return tmp_path / "data"


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
