"""The wording of the SDK's own tool is ours: what a newer SDK says otherwise is noticed here."""

from __future__ import annotations

import ast
import inspect
import re
from types import ModuleType

import pytest
from anthropic.lib.tools import _beta_builtin_memory_tool as helper

from graphmem_client.integrations.anthropic_memory import answers, files, folder, paths

pytestmark = pytest.mark.newest
NOT_OURS = {
    "Path would escape _ directory via symlink",
    "The file _ no longer exists (may have been deleted or renamed concurrently).",
    "Unsupported file type for _",
    "Unknown command: _",
    "clear_all_memory not implemented",
    "os.write returned 0",
}
"""What can only be said of files on a disk, and what no model reads."""
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def sentences(*modules: ModuleType) -> set[str]:
    """The texts of modules that a model may read: of three words at least, with _ for what is put in."""
    found = set()
    for module in modules:
        tree = ast.parse(inspect.getsource(module))
        documents = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, DOCUMENTED)}
        inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "_" for part in node.values]
                found.add("".join(map(str, parts)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
                found |= {node.value} - documents
    return {re.sub(r"/memories\b", "_", text).strip() for text in found if len(text.split()) > 2}


def test_the_sdk_says_nothing_that_we_do_not_say() -> None:
    theirs, ours = sentences(helper) - NOT_OURS, "\n".join(sentences(answers, files, folder, paths))
    assert len(theirs) > 10
    assert [text for text in sorted(theirs) if text not in ours] == []
