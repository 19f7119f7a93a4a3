"""The examples in the engine's docstrings run, and give what they say."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import whistclub.engine

MODULES = [import_module(found.name) for found in walk_packages(whistclub.engine.__path__, "whistclub.engine.")]
FEWEST = 5


def test_the_examples_in_docstrings_run():
    with_examples = 0
    for module in MODULES:
        for test in doctest.DocTestFinder(exclude_empty=True).find(module):
            with_examples += bool(test.examples)
        failed, _tried = doctest.testmod(module)
        assert not failed, module.__name__
    assert with_examples >= FEWEST
