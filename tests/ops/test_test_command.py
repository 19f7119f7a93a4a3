"""What `manage.py test` says before any test runs."""

import pytest

from whistclub.ops.management.commands.test import Command


@pytest.mark.parametrize("named", ["tests/ops/test_mistyped.py", "tests/ops/test_mistyped.py::test_one"])
def test_a_file_that_does_not_exist_is_named(named):
    with pytest.raises(SystemExit, match=r"^There is no tests/ops/test_mistyped\.py\.$"):
        Command().run_tests("-q", named)
