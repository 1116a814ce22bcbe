"""Kernels without their notes: ordinary compiled code has no `note(...)`, see `kernels/notes.py`."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

NOTE = "note"


class _Remover(ast.NodeTransformer):
    """Replaces statements that call `note`, and loops and conditions that do nothing else, by `pass`."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """A statement that is an expression."""
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == NOTE:
            return ast.copy_location(ast.Pass(), node)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        """A loop; without its notes it may be empty."""
        return self._kept(node)

    def visit_If(self, node: ast.If) -> ast.stmt:
        """A condition; without its notes it may be empty."""
        return self._kept(node)

    def _kept(self, node: ast.For | ast.If) -> ast.stmt:
        self.generic_visit(node)
        empty = all(isinstance(statement, ast.Pass) for statement in (*node.body, *node.orelse))
        return ast.copy_location(ast.Pass(), node) if empty else node


def without_notes(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` without the statements that call `note`; itself if it has none."""
    code = function.__code__
    if NOTE not in code.co_names:
        return function
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    ast.increment_lineno(_Remover().visit(tree), first - 1)
    module = compile(tree, code.co_filename, "exec")
    (inner,) = (constant for constant in module.co_consts if isinstance(constant, CodeType))
    inner = inner.replace(co_firstlineno=code.co_firstlineno)
    made = FunctionType(inner, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    made.__doc__ = function.__doc__
    return made
