"""The hooks for git: pre-commit can read them, and each calls checks that exist."""

import yaml
from pre_commit.clientlib import load_config

from tests.house.checks import CHECKS, ROOT

CONFIG = ROOT / ".pre-commit-config.yaml"


def test_pre_commit_reads_the_hooks_and_fetches_none():
    assert [repo["repo"] for repo in load_config(CONFIG)["repos"]] == ["local"]


def test_each_hook_calls_checks_that_exist_and_each_check_has_a_hook():
    called = set()
    for hook in yaml.safe_load(CONFIG.read_text())["repos"][0]["hooks"]:
        program, script, command, *names = hook["entry"].split()
        assert (program, script, command) == ("python3", "manage.py", "lint")
        called |= set(names)
    assert called == {check.name for check in CHECKS}
