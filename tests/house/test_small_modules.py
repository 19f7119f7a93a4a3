"""House rule 12: a module of 20 lines or fewer that only one other module imports belongs in that one."""

import ast
from pathlib import Path

import grimp

from tests.house.test_checks import ROOT

FEW = 20
# What stays small, and why. The pages that only an address leads to are not here: `urls` is no place for them.
APART = {
    "whistclub.party.organiser.queries.console_version": "only a view asks it, and views never touch models",
}


def lines_of_code(source: str) -> int:
    """Lines that are neither blank, nor of the docstring at the top, nor of imports there."""
    body = ast.parse(source).body
    documented = body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    left_out = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)] + body[: bool(documented)]
    numbers = {number for node in left_out for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return sum(bool(line.strip()) and at not in numbers for at, line in enumerate(source.splitlines(), start=1))


def test_no_small_module_stands_beside_the_only_one_that_imports_it():
    graph = grimp.build_graph("whistclub", cache_dir=None)
    found = {}
    for module in graph.modules:
        path = Path(ROOT, *module.split(".")).with_suffix(".py")
        importers = graph.find_modules_that_directly_import(module)
        # A package has its `__init__`, and nobody imports what Django finds by name.
        if path.exists() and len(importers) == 1 and lines_of_code(path.read_text()) <= FEW:
            [importer] = importers
            if not importer.endswith(".urls"):
                found[module] = importer
    together = {module: importer for module, importer in found.items() if module not in APART}
    assert not together, "\n".join(f"{module} belongs in {importer}" for module, importer in sorted(together.items()))
    assert found.keys() == APART.keys(), "no longer small, or imported by others"
