"""The house: which room may import which, no circles, nothing too long."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import sphinxcontrib_paperwiki

PACKAGE = "sphinxcontrib_paperwiki"
ROOT = Path(sphinxcontrib_paperwiki.__file__).parent
#: room → what of the package it may import besides itself; the front door may import all
ALLOWED = {
    "model": (),
    "viewing": ("model",),
    "reading": ("model", "nodes", "messages", "locale", "config"),
    "building": ("model", "viewing", "messages", "locale", "domain"),
    "rendering": ("model", "viewing", "nodes", "locale", "domain"),
}
MODULES = sorted(path for path in ROOT.rglob("*.py"))
FUNCTION_LINES, CLASS_LINES = 40, 200


def _name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


NAMES = {_name(path) for path in MODULES}


def _imports(path):
    """Return the modules of the package that *path* imports, also for types and inside functions."""
    name = _name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package.split(".") if package else []
            base = base[: len(base) - node.level + 1]
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}" if module else alias.name
                found.add(inner if inner in NAMES else module)
    return found - {name}


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_only_what_it_may(room):
    """Data goes through the rooms in one direction."""
    wrong = {
        (_name(path), imported)
        for path in MODULES
        if _name(path).split(".")[0] == room
        for imported in _imports(path)
        if imported.split(".")[0] not in (room, *ALLOWED[room])
    }
    assert not wrong


def test_no_circles():
    """No module imports itself through others, not even for types."""
    graph = {_name(path): _imports(path) for path in MODULES if _name(path)}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))
    assert set(order) >= set(graph)


def test_each_room_says_what_it_is():
    """The docstring of a room says what comes in, what goes out, and what it must not import."""
    for room in ALLOWED:
        text = ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text(encoding="utf-8"))) or ""
        assert "In come" in text and "out go" in text and "import" in text, room


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_nothing_is_too_long(path):
    """Functions have at most 40 lines, classes 200."""
    long = [
        f"{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        and node.end_lineno - node.lineno + 1 > (CLASS_LINES if isinstance(node, ast.ClassDef) else FUNCTION_LINES)
    ]
    assert not long


def test_model_and_viewing_need_neither_docutils_nor_sphinx():
    """Importing every module of both rooms in a fresh interpreter loads neither docutils nor Sphinx."""
    modules = [name for name in sorted(NAMES) if name.split(".")[0] in ("model", "viewing")]
    code = "import sys\n" + "".join(f"import {PACKAGE}.{module}\n" for module in modules)
    code += "print(sorted(name for name in sys.modules if name.split('.')[0] in ('docutils', 'sphinx')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(modules) > 10
    assert done.stdout.strip() == "[]"
