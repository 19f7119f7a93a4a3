"""A pytest plugin that leaves the browser tests out, in every worker. Not `-m "not browser"`, which would clash with
a -m of the caller's."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if item.get_closest_marker("browser")]
    items[:] = [item for item in items if not item.get_closest_marker("browser")]
    config.hook.pytest_deselected(items=left_out)
