"""Names of messages that Python code gives to functions such as `view.say`, read from its syntax tree."""

import ast
import importlib
import itertools
import re
import typing
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from pathlib import Path

from medianoche import envs

SAYERS = {"say": 0, "sentence": 0, "RefusedError": 1}
"""Functions that are given the name of a message, and in which place."""
ANY = "\0"
"""A part of a name that the tree does not tell."""
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Saying(typing.NamedTuple):
    """A call that says something.

    Attributes:
        file, function: where it is.
        names: the names of messages that it may be given.
        given: names of the values that it gives, None if they are not in the call.
    """

    file: str
    function: str
    names: frozenset[str]
    given: frozenset[str] | None


class Module:
    """A module as its tree and its names."""

    def __init__(self, file: Path, name: str) -> None:
        self.file = file
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        self.known = vars(importlib.import_module(name))
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around `node`, the nearest first."""
        while node in self.parents:
            node = self.parents[node]
            yield node


class Package:
    """All modules of a folder that say something."""

    def __init__(self, modules: list[Module]) -> None:
        self.modules = modules
        self._asked: set[tuple[str, int]] = set()

    def sayings(self) -> Iterator[Saying]:
        """All calls of SAYERS."""
        for module in self.modules:
            for call in calls(module):
                place = SAYERS.get(called(call), -1)
                if 0 <= place < len(call.args):
                    key = call.args[place]
                    arguments = frozenset(word.arg for word in call.keywords if word.arg)
                    hidden = any(word.arg is None for word in call.keywords)
                    whole = hidden or (called(call) == "say" and len(call.args) > 1)
                    within = next(
                        (scope.name for scope in module.around(call) if isinstance(scope, ast.FunctionDef)), ""
                    )
                    names = frozenset(self.values(module, key))
                    yield Saying(module.file.name, within, names, None if whole else arguments)

    def values(self, module: Module, node: ast.AST) -> set[str]:
        """The texts that an expression may be; ANY stands for what is not told."""
        if isinstance(node, ast.Constant):
            return {str(node.value)}
        if isinstance(node, ast.IfExp):
            return self.values(module, node.body) | self.values(module, node.orelse)
        if isinstance(node, ast.BoolOp):
            return set().union(*(self.values(module, node_value) for node_value in node.values))
        if isinstance(node, ast.FormattedValue):
            return self.values(module, node.value)
        if isinstance(node, ast.JoinedStr):
            parts = [sorted(self.values(module, part)) for part in node.values]
            return {"".join(chosen) for chosen in itertools.product(*parts)}
        if isinstance(node, ast.Dict):
            return set().union(*(self.values(module, node_value) for node_value in node.values))
        if isinstance(node, ast.Tuple | ast.List):
            return set().union(*(self.values(module, element) for element in node.elts))
        if isinstance(node, ast.Subscript):
            return self.values(module, node.value)
        if isinstance(node, ast.Name) and (told := self._of_name(module, node)) is not None:
            return told
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            return set().union(*(self.values(module, argument) for argument in (node.func.value, *node.args[1:])))
        return self._evaluated(module, node)

    def _evaluated(self, module: Module, node: ast.AST) -> set[str]:
        """The values of an expression for each member of the one enum that it calls, or of one that needs no enum."""
        enums = {part: kind for part in ast.walk(node) if (kind := enum_of(module, part)) is not None}
        inner = {
            part: kind for part, kind in enums.items() if not any(around in enums for around in module.around(part))
        }
        if len(inner) > 1:
            return {ANY}
        part, members = next(iter(inner.items()), (None, [None]))
        text = ast.unparse(node)
        text = text.replace(ast.unparse(part), "_member") if part else text
        try:
            return set().union(*(texts(eval(text, {**module.known, "_member": member})) for member in members))
        except Exception:  # noqa: BLE001 - whatever the expression needs is not known
            return {ANY}

    def _of_name(self, module: Module, node: ast.Name) -> set[str] | None:
        """What the functions around a name say that it is; None if they do not name it."""
        for scope in module.around(node):
            names = set()
            if isinstance(scope, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
                for loop in scope.generators:
                    names |= self._taken(module, node.id, loop.target, loop.iter)
            if isinstance(scope, SCOPES):
                for part in ast.walk(scope):
                    if isinstance(part, ast.Assign):
                        names |= set().union(*(self._set(module, node.id, to, part.value) for to in part.targets))
                    if isinstance(part, ast.For):
                        names |= self._taken(module, node.id, part.target, part.iter)
                if any(lengthens(part, node.id) for part in ast.walk(scope)):
                    names = {text + ANY for text in names}
                arguments = [argument.arg for argument in scope.args.args]
                if node.id in arguments:
                    names |= self._given(scope, arguments.index(node.id))
            if names:
                return names
        return None

    def _set(self, module: Module, name: str, target: ast.AST, value: ast.AST) -> set[str]:
        """What an assignment to `target` makes of `name`."""
        if isinstance(target, ast.Name):
            return self.values(module, value) if target.id == name else set()
        if isinstance(target, ast.Tuple) and isinstance(value, ast.IfExp):
            return self._set(module, name, target, value.body) | self._set(module, name, target, value.orelse)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            pairs = zip(target.elts, value.elts, strict=True)
            return set().union(*(self._set(module, name, to, pair) for to, pair in pairs))
        return {ANY} if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(target)) else set()

    def _taken(self, module: Module, name: str, target: ast.AST, rows: ast.AST) -> set[str]:
        """What a loop over `rows` makes of `name`."""
        if name not in {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}:
            return set()
        if isinstance(rows, ast.Tuple | ast.List):
            return set().union(*(self._set(module, name, target, element) for element in rows.elts))
        if isinstance(target, ast.Name):
            names = rows.keys if isinstance(rows, ast.Dict) else [rows]
            return set().union(*(self.values(module, name) for name in names if name))
        return {ANY}

    def _given(self, function: ast.AST, place: int) -> set[str]:
        """What the calls of a function, in all modules, give in one place."""
        name = getattr(function, "name", "")
        if (name, place) in self._asked or not name or name in SAYERS:
            return {ANY}
        self._asked.add((name, place))
        texts = [
            self.values(module, call.args[place])
            for module in self.modules
            for call in calls(module)
            if called(call) == name and place < len(call.args)
        ]
        self._asked.discard((name, place))
        return set().union(*texts) or {ANY}


def calls(module: Module) -> Iterator[ast.Call]:
    """All calls in a module."""
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """The last name of the function that is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def enum_of(module: Module, node: ast.AST) -> list[typing.Any] | None:
    """The members of the enum that a call makes a member of, or None."""
    if not isinstance(node, ast.Call):
        return None
    try:
        made = eval(ast.unparse(node.func), dict(module.known))
        kind = made if isinstance(made, EnumMeta) else typing.get_type_hints(made).get("return")
    except Exception:  # noqa: BLE001 - no function of the module
        return None
    if not isinstance(kind, EnumMeta):
        return None
    return [ask for ask in kind if ask.name != "NONE" and (kind.__name__ != "Phase" or asks(module, ask))]


def asks(module: Module, phase: typing.Any) -> bool:
    """Whether a player may be asked in a phase of the game that the module belongs to."""
    game = envs.game(module.known["__name__"].split(".")[2])
    return bool(phase < game.rules.last_phase)


def lengthens(node: ast.AST, name: str) -> bool:
    """Whether a statement adds something to a text with this name."""
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add)
        and isinstance(node.target, ast.Name)
        and node.target.id == name
    )


def texts(value: typing.Any) -> set[str]:
    """The texts in a value: itself, or those of a container."""
    if isinstance(value, Mapping):
        return set().union(*map(texts, value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return set().union(*map(texts, value))
    return {str(value)}


def matching(name: str, known: set[str]) -> set[str]:
    """The messages that a name with parts that are not told may be."""
    shape = re.compile(".*".join(map(re.escape, name.split(ANY))))
    return {name for name in known if shape.fullmatch(name)}
