"""Statements, lowered with the scopes that they open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import libcst as cst

from jaxlint.program import ir
from jaxlint.program.lowering.expressions import Expressions
from jaxlint.program.lowering.literals import OPERATORS
from jaxlint.program.lowering.recorder import Inside

_SEQUENCES = (cst.MatchList, cst.MatchTuple)


class Statements(Expressions):
    """Lowers statements: one method for each kind."""

    # --- blocks ----------------------------------------------------------------------------------

    def block(self, body: Sequence[cst.CSTNode]) -> tuple[ir.Stmt, ...]:
        out: list[ir.Stmt] = []
        for node in body:
            if type(node) is cst.SimpleStatementLine:
                for small in node.body:
                    out.append(STATEMENTS[type(small)](self, small))
            else:
                out.append(STATEMENTS[type(node)](self, node))
        return tuple(out)

    def suite(self, node: cst.BaseSuite) -> tuple[ir.Stmt, ...]:
        if type(node) is cst.IndentedBlock:
            return self.block(node.body)
        return tuple(STATEMENTS[type(small)](self, small) for small in node.body)

    def arm(self, branch: ir.Arm, body: cst.BaseSuite) -> tuple[ir.Stmt, ...]:
        outer = self.arms
        self.arms = (*outer, branch)
        lowered = self.suite(body)
        self.arms = outer
        return lowered

    # --- simple statements -----------------------------------------------------------------------

    def assign(self, node: cst.Assign) -> ir.Stmt:
        value = self.expr(node.value)
        targets = tuple(self.target(target.target) for target in node.targets)
        self.note_holder(targets[0], value)
        self.note_parts(targets[0], value)
        self.hand(value, targets[0])
        return ir.Assign(self.at(node), targets, value)

    def ann_assign(self, node: cst.AnnAssign) -> ir.Stmt:
        annotation = self.expr(node.annotation.annotation)
        value = self.optional(node.value)
        if value is None and isinstance(node.target, cst.Name):
            self.scope.bound.add(node.target.value)
            return ir.Assign(
                self.at(node),
                (ir.Name(self.at(node.target), node.target.value, 0),),
                None,
                annotation,
            )
        return ir.Assign(self.at(node), (self.target(node.target),), value, annotation)

    def aug_assign(self, node: cst.AugAssign) -> ir.Stmt:
        value = self.expr(node.value)
        if isinstance(node.target, cst.Name):
            self.expr(node.target)
        target = self.target(node.target, "augment")
        return ir.AugAssign(self.at(node), target, OPERATORS[type(node.operator)], value)

    def expression(self, node: cst.Expr) -> ir.Stmt:
        return ir.ExprStmt(self.at(node), self.expr(node.value))

    def return_(self, node: cst.Return) -> ir.Stmt:
        return ir.Return(self.at(node), self.optional(node.value))

    def raise_(self, node: cst.Raise) -> ir.Stmt:
        return ir.Raise(self.at(node), self.optional(node.exc))

    def assert_(self, node: cst.Assert) -> ir.Stmt:
        return ir.Assert(self.at(node), self.test(node.test), self.optional(node.msg))

    def delete(self, node: cst.Del) -> ir.Stmt:
        target = node.target
        parts = (
            [element.value for element in target.elements]
            if isinstance(target, cst.Tuple | cst.List)
            else [target]
        )
        return ir.Delete(self.at(node), tuple(self.target(part, "delete") for part in parts))

    def jump(self, node: cst.CSTNode) -> ir.Stmt:
        return ir.Jump(self.at(node), "break" if isinstance(node, cst.Break) else "continue")

    def nothing(self, node: cst.CSTNode) -> ir.Stmt:
        return ir.Stmt(self.at(node))

    def global_(self, node: cst.Global | cst.Nonlocal) -> ir.Stmt:
        kind = "global" if isinstance(node, cst.Global) else "nonlocal"
        for item in node.names:
            self.scope.outside[item.name.value] = kind
            self.scope.bound.discard(item.name.value)
        return ir.Stmt(self.at(node))

    # --- branches and loops ----------------------------------------------------------------------

    def if_(self, node: cst.If) -> ir.Stmt:
        test = self.test(node.test)
        number, fills = self.at(node).number, _asks_whether_empty(test)
        body = self.arm(ir.Arm(number, 0, fills), node.body)
        outer = self.arms
        self.arms = (*outer, ir.Arm(number, 1, fills))
        orelse: tuple[ir.Stmt, ...] = ()
        if isinstance(node.orelse, cst.If):
            orelse = (self.if_(node.orelse),)
        elif node.orelse is not None:
            orelse = self.suite(node.orelse.body)
        self.arms = outer
        return ir.If(self.at(node), test, body, orelse)

    def while_(self, node: cst.While) -> ir.Stmt:
        outer = self.loops
        self.loops = (*outer, self.at(node).number)
        test = self.test(node.test)
        body = self.suite(node.body)
        self.loops = outer
        return ir.While(self.at(node), test, body, self.orelse(node))

    def for_(self, node: cst.For) -> ir.Stmt:
        iterable = self.expr(node.iter)
        if isinstance(iterable, ir.Name):
            self.entry(iterable, "iterated")
        outer = self.loops
        self.loops = (*outer, self.at(node).number)
        target = self.target(node.target, "loop")
        body = self.suite(node.body)
        self.loops = outer
        return ir.For(self.at(node), target, iterable, body, self.orelse(node))

    def orelse(self, node: Any) -> tuple[ir.Stmt, ...]:
        return () if node.orelse is None else self.suite(node.orelse.body)

    def with_(self, node: cst.With) -> ir.Stmt:
        place = self.at(node)
        items = []
        for item in node.items:
            context = self.expr(item.item)
            items.append((context, None if item.asname is None else self.target(item.asname.name)))
        body = self.suite(node.body)
        place.end = len(self.nodes)
        return ir.With(place, tuple(items), body)

    def try_(self, node: Any) -> ir.Stmt:
        branch = self.at(node).number
        body = self.arm(ir.Arm(branch, 0), node.body)
        handlers = []
        for number, handler in enumerate(node.handlers, 1):
            kind = self.optional(handler.type)
            name = None
            if handler.name is not None and isinstance(handler.name.name, cst.Name):
                name = handler.name.name.value
                self.store(name, self.at(handler.name.name))
            handlers.append(ir.Handler(kind, name, self.arm(ir.Arm(branch, number), handler.body)))
        orelse = () if node.orelse is None else self.arm(ir.Arm(branch, 0), node.orelse.body)
        final = () if node.finalbody is None else self.suite(node.finalbody.body)
        return ir.Try(self.at(node), body, tuple(handlers), orelse, final)

    def match(self, node: cst.Match) -> ir.Stmt:
        subject = self.expr(node.subject)
        cases = []
        outer = self.arms
        for number, case in enumerate(node.cases):
            self.arms = (*outer, ir.Arm(self.at(node).number, number))
            names: list[str] = []
            pattern = self.pattern(case.pattern)
            tests_value = self.captures(case.pattern, names)
            guard = self.optional(case.guard)
            sequence = self.at(case.pattern) if isinstance(case.pattern, _SEQUENCES) else None
            body = self.suite(case.body)
            cases.append(ir.Case(tuple(names), pattern, tests_value, sequence, guard, body))
        self.arms = outer
        return ir.Match(self.at(node), subject, tuple(cases))

    def pattern(self, node: Any) -> ir.Expr | None:
        """What a pattern asks for, as an expression; None if it takes whatever comes."""
        if isinstance(node, cst.MatchValue | cst.MatchSingleton):
            return self.expr(node.value)
        if isinstance(node, cst.MatchAs):
            return None if node.pattern is None else self.pattern(node.pattern)
        if isinstance(node, cst.MatchOr):
            return self.alternatives(node)
        if isinstance(node, cst.MatchClass):
            return self.class_pattern(node)
        parts: Any = node.patterns if isinstance(node, _SEQUENCES) else ()
        if not isinstance(node, _SEQUENCES) or not all(map(_is_of_value, parts)):
            return ir.Expr(self.at(node))
        elements = tuple(self.expr(part.value.value) for part in parts)
        return ir.Display(self.at(node), "tuple", elements)

    def alternatives(self, node: cst.MatchOr) -> ir.Expr | None:
        """The pattern ``a | b`` as an ``or``; None if one of the parts takes whatever comes."""
        parts = [self.pattern(part.pattern) for part in node.patterns]
        asked = [part for part in parts if part is not None]
        if len(asked) < len(parts):
            return None
        return reduce(lambda left, right: ir.BoolOp(self.at(node), "or", left, right), asked)

    def class_pattern(self, node: cst.MatchClass) -> ir.Expr:
        """The pattern ``Kind(part, name=part)`` as a call that gets what it asks of the fields."""
        parts = [self.pattern(part.value) for part in node.patterns]
        named = [ir.Expr(self.at(keyword)) for keyword in node.kwds]
        asked = (*(part for part in parts if part is not None), *named)
        return ir.Call(self.at(node), self.expr(node.cls), asked, ())

    def captures(self, node: Any, names: list[str]) -> bool:
        """Collect the names that a pattern binds; return whether it compares with a value."""
        if isinstance(node, cst.MatchAs):
            if node.name is not None:
                names.append(node.name.value)
                self.store(node.name.value, self.at(node.name))
            return node.pattern is not None and self.captures(node.pattern, names)
        if isinstance(node, cst.MatchOr):
            return any([self.captures(part.pattern, names) for part in node.patterns])
        if isinstance(node, cst.MatchValue):
            return True
        for child in getattr(node, "patterns", ()) or getattr(node, "elements", ()):
            self.captures(getattr(child, "value", child), names)
        return False

    # --- imports ---------------------------------------------------------------------------------

    def import_(self, node: cst.Import) -> ir.Stmt:
        names = []
        for alias in node.names:
            dotted = _module_name(alias.name)
            if alias.asname is not None:
                names.append(ir.ImportedName(_as_name(alias), dotted, None, self.at(alias), dotted))
            else:
                top = dotted.partition(".")[0]
                names.append(ir.ImportedName(top, top, None, self.at(alias), dotted))
        for name in names:
            self.store(name.name, self.at(node), "import")
        return ir.Import(self.at(node), tuple(names))

    def import_from(self, node: cst.ImportFrom) -> ir.Stmt:
        source = self.absolute(node)
        if isinstance(node.names, cst.ImportStar):
            return ir.Import(self.at(node), (), star=source)
        names = []
        for alias in node.names:
            attribute = _module_name(alias.name)
            bound = attribute if alias.asname is None else _as_name(alias)
            whole = f"{source}.{attribute}"
            names.append(ir.ImportedName(bound, source, attribute, self.at(alias), whole))
            self.store(bound, self.at(node), "import")
        return ir.Import(self.at(node), tuple(names))

    def absolute(self, node: cst.ImportFrom) -> str:
        """The absolute name of the module that a ``from`` import reads."""
        named = "" if node.module is None else _module_name(node.module)
        level = len(node.relative)
        if level == 0:
            return named
        parts = self.module.package.split(".") if self.module.package else []
        base = parts[: len(parts) - level + 1]
        return ".".join([*base, named] if named else base)

    # --- definitions -----------------------------------------------------------------------------

    def generic(self, node: cst.FunctionDef | cst.ClassDef) -> ir.Stmt:
        """Lower a definition with its type parameters, which go by their names within it."""
        outer = self.bounds
        declared = () if node.type_parameters is None else node.type_parameters.params
        for one in declared:
            bound = self.optional(getattr(one.param, "bound", None))
            self.bounds = {**self.bounds, one.param.name.value: bound}
        lowered = self.function(node) if isinstance(node, cst.FunctionDef) else self.class_(node)
        self.bounds = outer
        return lowered

    def function(self, node: cst.FunctionDef) -> ir.Stmt:
        decorators = tuple(self.expr(decorator.decorator) for decorator in node.decorators)
        parameters = self.parameters(node.params)
        returns = None if node.returns is None else self.expr(node.returns.annotation)
        self.store(node.name.value, self.at(node), "define")
        function = ir.Function(
            node.name.value,
            self.at(node),
            self.scope,
            self.module,
            order=self.order,
            loops=self.loops,
            parameters=parameters,
            decorators=decorators,
            returns=returns,
            is_async=node.asynchronous is not None,
        )
        with Inside(self, function):
            self.bind_parameters(parameters)
            function.body = self.suite(node.body)
        function.only_returns = _only_returns(function.body)
        function.only_makes = _only_makes(function.body)
        return ir.Define(self.at(node), function)

    def class_(self, node: cst.ClassDef) -> ir.Stmt:
        decorators = tuple(self.expr(decorator.decorator) for decorator in node.decorators)
        bases = tuple(self.expr(base.value) for base in node.bases)
        keywords = tuple(
            (None if k.keyword is None else k.keyword.value, self.expr(k.value))
            for k in node.keywords
        )
        self.store(node.name.value, self.at(node), "define")
        definition = ir.Class(
            node.name.value,
            self.at(node),
            self.scope,
            self.module,
            order=self.order,
            loops=self.loops,
            bases=bases,
            keywords=keywords,
            decorators=decorators,
        )
        with Inside(self, definition):
            definition.body = self.suite(node.body)
        return ir.DefineClass(self.at(node), definition)


def _only_returns(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether a body does nothing but return or raise, perhaps by a test.

    A text may stand above that, and imports.
    """
    first = body[0] if body else None
    if isinstance(first, ir.ExprStmt) and isinstance(first.value, ir.Constant):
        body = body[1:]
    body = tuple([one for one in body if not isinstance(one, ir.Import)])
    return bool(body) and all(map(_returns, body))


def _only_makes(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether a body does nothing but define functions and return, as those of decorators do."""
    kinds = {type(one) for one in ir.statements_in(*body) if not ir.is_idle(one)}
    return ir.Define in kinds and kinds <= {ir.Define, ir.If, ir.Assign, ir.Return}


def _returns(statement: ir.Stmt) -> bool:
    """Whether a statement does nothing but return or raise, if that."""
    if isinstance(statement, ir.If):
        return all(map(_returns, (*statement.body, *statement.orelse)))
    return isinstance(statement, ir.Return | ir.Raise)


def _asks_whether_empty(test: ir.Expr) -> bool:
    """Whether a test asks if something is missing: it names None, or starts with ``not``."""
    return (isinstance(test, ir.UnaryOp) and test.op == "not") or _names_none(test)


def _names_none(test: ir.Expr) -> bool:
    if isinstance(test, ir.Constant):
        return test.value is None
    if isinstance(test, ir.UnaryOp):
        return _names_none(test.operand)
    if isinstance(test, ir.BoolOp):
        return _names_none(test.left) or _names_none(test.right)
    if isinstance(test, ir.Compare):
        return any(_names_none(part) for part in (test.left, *(right for _, right in test.rest)))
    return isinstance(test, ir.Call) and any(_names_none(argument) for argument in test.args)


def _is_of_value(part: Any) -> bool:
    """Whether a part of the pattern of a sequence is a value that is compared with."""
    return isinstance(getattr(part, "value", None), cst.MatchValue)


def _module_name(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_module_name(node.value)}.{node.attr.value}"
    assert isinstance(node, cst.Name)
    return node.value


def _as_name(alias: cst.ImportAlias) -> str:
    assert alias.asname is not None and isinstance(alias.asname.name, cst.Name)
    return alias.asname.name.value


STATEMENTS: dict[type, Callable[[Statements, Any], ir.Stmt]] = {
    cst.Assign: Statements.assign,
    cst.AnnAssign: Statements.ann_assign,
    cst.AugAssign: Statements.aug_assign,
    cst.Expr: Statements.expression,
    cst.Return: Statements.return_,
    cst.Raise: Statements.raise_,
    cst.Assert: Statements.assert_,
    cst.If: Statements.if_,
    cst.While: Statements.while_,
    cst.For: Statements.for_,
    cst.With: Statements.with_,
    cst.Try: Statements.try_,
    cst.TryStar: Statements.try_,
    cst.Match: Statements.match,
    cst.Del: Statements.delete,
    cst.Break: Statements.jump,
    cst.Continue: Statements.jump,
    cst.Pass: Statements.nothing,
    cst.Global: Statements.global_,
    cst.Nonlocal: Statements.global_,
    cst.Import: Statements.import_,
    cst.ImportFrom: Statements.import_from,
    cst.FunctionDef: Statements.generic,
    cst.ClassDef: Statements.generic,
    cst.TypeAlias: Statements.nothing,
}
