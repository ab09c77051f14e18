"""Binding: one pass over a libcst tree that lowers it to the model of ``ir``.

Plain attribute access on the nodes, no visitor and no metadata: this is the path on which every
line of a project goes.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from jaxlint.knowledge.host import MUTATING_METHODS
from jaxlint.program import ir

_SEQUENCES = (cst.MatchList, cst.MatchTuple)


def lower(tree: cst.Module, *, name: str, path: str, package: str, source: bytes) -> ir.Module:
    """Lower a parsed module. ``package`` is the package that its relative imports start from."""
    return _lowered(tree, ir.Module.empty(name, path, package, source))[0]


def places_in(tree: cst.Module) -> list[cst.CSTNode]:
    """The nodes of a tree by the numbers that ``lower`` gives to their places."""
    return _lowered(tree, ir.Module.empty("", "", "", b""))[1]


def _lowered(tree: cst.Module, module: ir.Module) -> tuple[ir.Module, list[cst.CSTNode]]:
    lowering = _Lowering(module)
    module.body = lowering.block(tree.body)
    return module, lowering.nodes


class _Lowering:
    """The pass itself: the scope being filled, and the loops and branches around the node."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.scope: ir.Scope = module
        self.order = 0
        self.loops: tuple[int, ...] = ()
        self.arms: tuple[ir.Arm, ...] = ()
        self.nodes: list[cst.CSTNode] = []
        self.places: dict[int, ir.Place] = {}

    # --- places ----------------------------------------------------------------------------

    def at(self, node: cst.CSTNode) -> ir.Place:
        """The place of a node, always the same one."""
        known = self.places.get(id(node))
        if known is None:
            known = self.places[id(node)] = ir.Place(self.module, len(self.nodes))
            self.nodes.append(node)
        return known

    # --- events ----------------------------------------------------------------------------

    def event(self, kind: str, place: ir.Place) -> ir.Event:
        self.order += 1
        return ir.Event(kind, self.order, self.loops, self.arms, place, self.scope)

    def store(self, name: str, place: ir.Place, kind: str = "bind") -> None:
        scope = self.scope
        if name not in scope.outside:
            scope.bound.add(name)
        scope.stores.setdefault(name, []).append(self.event(kind, place))

    def mutate(self, target: ir.Expr, kind: str) -> None:
        """Record that what ``target`` reaches changes in place, under the name at its root."""
        root, within = target, ""
        while isinstance(root, ir.Attribute | ir.Subscript):
            within = root.attr if isinstance(root, ir.Attribute) else "[]"
            root = root.base
        if isinstance(root, ir.Name):
            event = self.event(f"within:{within}/{kind}" if within else kind, target.place)
            self.scope.mutations.setdefault(root.id, []).append(event)
            entries = self.scope.entries.get(root.id)
            if entries:
                entries[-1] = entries[-1]._replace(kind="store")

    # --- blocks ----------------------------------------------------------------------------

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

    # --- expressions -----------------------------------------------------------------------

    def test(self, node: cst.CSTNode) -> ir.Expr:
        """Lower an expression of which only the truth is asked."""
        lowered = self.expr(node)
        if type(lowered) is ir.Name:
            self.scope.tests[lowered.id] = self.scope.tests.get(lowered.id, 0) + 1
        return lowered

    def expr(self, node: cst.CSTNode) -> ir.Expr:
        return EXPRESSIONS.get(type(node), _Lowering.unknown)(self, node)

    def optional(self, node: cst.CSTNode | None) -> ir.Expr | None:
        return None if node is None else self.expr(node)

    def unknown(self, node: cst.CSTNode) -> ir.Expr:
        return ir.Expr(self.at(node))

    def name(self, node: cst.Name) -> ir.Expr:
        value = node.value
        if value in _NAMED_CONSTANTS:
            return ir.Constant(self.at(node), _NAMED_CONSTANTS[value])
        place = self.at(node)
        event = self.event("load", place)
        loads = self.scope.loads.get(value)
        if loads is None:
            self.scope.loads[value] = [event]
        else:
            loads.append(event)
        return ir.Name(place, value, self.order)

    def integer(self, node: cst.Integer) -> ir.Expr:
        return ir.Constant(
            self.at(node), int(node.value.replace("_", ""), 0) if len(node.value) < 99 else 0
        )

    def float_(self, node: cst.Float) -> ir.Expr:
        return ir.Constant(self.at(node), float(node.value))

    def imaginary(self, node: cst.Imaginary) -> ir.Expr:
        return ir.Constant(self.at(node), complex(node.value))

    def string(self, node: cst.SimpleString) -> ir.Expr:
        return ir.Constant(self.at(node), _text(node.value))

    def joined(self, node: cst.ConcatenatedString) -> ir.Expr:
        left, right = self.expr(node.left), self.expr(node.right)
        if isinstance(left, ir.Constant) and isinstance(right, ir.Constant):
            if isinstance(left.value, str) and isinstance(right.value, str):
                return ir.Constant(self.at(node), left.value + right.value)
            return ir.Constant(self.at(node), "")
        return ir.FString(self.at(node), (left, right))

    def fstring(self, node: cst.FormattedString) -> ir.Expr:
        formatted: list[int] = []
        parts = self.fstring_parts(node.parts, formatted)
        return ir.FString(self.at(node), tuple(parts), tuple(formatted))

    def fstring_parts(self, parts: Sequence[Any], formatted: list[int]) -> list[ir.Expr]:
        found = []
        for part in parts:
            if isinstance(part, cst.FormattedStringExpression):
                found.append(self.expr(part.expression))
                if part.format_spec and part.conversion is None:
                    formatted.append(found[-1].place.number)
                found.extend(self.fstring_parts(part.format_spec or (), formatted))
        return found

    def attribute(self, node: cst.Attribute) -> ir.Expr:
        base = self.expr(node.value)
        if type(base) is ir.Name:
            self.entry(base, f"attribute:{node.attr.value}")
        return ir.Attribute(self.at(node), base, node.attr.value)

    def subscript(self, node: cst.Subscript) -> ir.Expr:
        base = self.expr(node.value)
        items = tuple(self.index(element.slice) for element in node.slice)
        index = items[0]
        if len(items) > 1 or isinstance(node.slice[0].comma, cst.Comma):
            index = ir.Display(self.at(node), "tuple", items)
        if type(base) is ir.Name:
            key = f"item:{index.value!r}" if isinstance(index, ir.Constant) else "entry"
            self.entry(base, key)
        return ir.Subscript(self.at(node), base, index)

    def entry(self, base: ir.Name, kind: str) -> None:
        """Record that a load looks into what a name holds."""
        self.scope.containers.add(base.id)
        event = ir.Event(kind, base.order, self.loops, self.arms, base.place, self.scope)
        self.scope.entries.setdefault(base.id, []).append(event)

    def index(self, node: cst.BaseSlice) -> ir.Expr:
        if isinstance(node, cst.Index):
            value = self.expr(node.value)
            return value if node.star is None else ir.Starred(self.at(node), value)
        assert isinstance(node, cst.Slice)
        parts = (self.optional(node.lower), self.optional(node.upper), self.optional(node.step))
        return ir.Slice(self.at(node), *parts)

    def call(self, node: cst.Call) -> ir.Expr:
        place = self.at(node)
        func = self.expr(node.func)
        args: list[ir.Expr] = []
        keywords: list[tuple[str | None, ir.Expr]] = []
        for arg in node.args:
            value = self.expr(arg.value)
            if arg.keyword is not None:
                keywords.append((arg.keyword.value, value))
            elif arg.star == "":
                args.append(value)
            elif arg.star == "*":
                self.note_container(value)
                args.append(ir.Starred(self.at(arg), value))
            else:
                self.note_container(value)
                keywords.append((None, value))
        if isinstance(func, ir.Attribute):
            if isinstance(func.base, ir.Name):
                self.scope.methods_called.add(func.attr)
            if func.attr in MUTATING_METHODS:
                self.mutate(func.base, f"call:{func.attr}")
                for taken in (*args, *(keyword for _, keyword in keywords)):
                    if not isinstance(taken, ir.Call):
                        self.hand(taken, func.base)
        elif isinstance(func, ir.Name) and func.id == "len" and args:
            self.note_container(args[0])
        place.end = len(self.nodes)
        return ir.Call(place, func, tuple(args), tuple(keywords))

    def note_container(self, value: ir.Expr) -> None:
        if isinstance(value, ir.Name):
            self.scope.containers.add(value.id)

    def binary(self, node: cst.BinaryOperation) -> ir.Expr:
        return ir.BinaryOp(
            self.at(node),
            _OPERATORS[type(node.operator)],
            self.expr(node.left),
            self.expr(node.right),
        )

    def unary(self, node: cst.UnaryOperation) -> ir.Expr:
        op = _OPERATORS[type(node.operator)]
        operand = self.test(node.expression) if op == "not" else self.expr(node.expression)
        if op == "-" and type(operand) is ir.Constant and type(operand.value) in (int, float):
            return ir.Constant(self.at(node), -operand.value)  # type: ignore[operator]
        return ir.UnaryOp(self.at(node), op, operand)

    def boolean(self, node: cst.BooleanOperation) -> ir.Expr:
        op = "and" if isinstance(node.operator, cst.And) else "or"
        return ir.BoolOp(self.at(node), op, self.test(node.left), self.test(node.right))

    def comparison(self, node: cst.Comparison) -> ir.Expr:
        left = self.expr(node.left)
        rest = tuple(
            (_OPERATORS[type(part.operator)], self.expr(part.comparator))
            for part in node.comparisons
        )
        return ir.Compare(self.at(node), left, rest)

    def conditional(self, node: cst.IfExp) -> ir.Expr:
        return ir.IfExp(
            self.at(node), self.test(node.test), self.expr(node.body), self.expr(node.orelse)
        )

    def display(self, node: cst.Tuple | cst.List | cst.Set) -> ir.Expr:
        elements = tuple(self.element(element) for element in node.elements)
        return ir.Display(self.at(node), type(node).__name__.lower(), elements)

    def element(self, node: cst.BaseElement) -> ir.Expr:
        value = self.expr(node.value)
        return ir.Starred(self.at(node), value) if isinstance(node, cst.StarredElement) else value

    def dict_(self, node: cst.Dict) -> ir.Expr:
        items = []
        for element in node.elements:
            key = self.expr(element.key) if isinstance(element, cst.DictElement) else None
            items.append((key, self.expr(element.value)))
        return ir.DictDisplay(self.at(node), tuple(items))

    def lambda_(self, node: cst.Lambda) -> ir.Expr:
        parameters = self.parameters(node.params)
        function = ir.Function(
            "<lambda>",
            self.at(node),
            self.scope,
            self.module,
            order=self.order,
            loops=self.loops,
            parameters=parameters,
            is_lambda=True,
        )
        with _Inside(self, function):
            self.bind_parameters(parameters)
            function.body = (ir.Return(self.at(node.body), self.expr(node.body)),)
        return ir.Lambda(self.at(node), function)

    def comprehension(self, node: Any) -> ir.Expr:
        clauses: list[ir.Clause] = []
        outer = self.loops
        part = node.for_in
        while part is not None:
            iterable = self.expr(part.iter)
            self.loops = (*self.loops, self.at(part).number)
            target = self.target(part.target, "loop")
            conditions = tuple(self.test(condition.test) for condition in part.ifs)
            clauses.append(ir.Clause(self.at(part), target, iterable, conditions))
            part = part.inner_for_in
        key = self.expr(node.key) if isinstance(node, cst.DictComp) else None
        element = self.expr(node.value if isinstance(node, cst.DictComp) else node.elt)
        self.loops = outer
        return ir.Comprehension(self.at(node), _KINDS[type(node)], key, element, tuple(clauses))

    def walrus(self, node: cst.NamedExpr) -> ir.Expr:
        value = self.expr(node.value)
        return ir.NamedExpr(self.at(node), self.target(node.target), value)

    def await_(self, node: cst.Await) -> ir.Expr:
        return ir.Await(self.at(node), self.expr(node.expression))

    def yield_(self, node: cst.Yield) -> ir.Expr:
        if isinstance(self.scope, ir.Function):
            self.scope.is_generator = True
        each = isinstance(node.value, cst.From)
        value = node.value.item if isinstance(node.value, cst.From) else node.value
        return ir.Yield(self.at(node), self.optional(value), each)

    # --- targets ---------------------------------------------------------------------------

    def target(self, node: cst.CSTNode, kind: str = "bind") -> ir.Expr:
        """Lower what an assignment binds, recording the stores."""
        if isinstance(node, cst.Name):
            place = self.at(node)
            self.store(node.value, place, kind)
            return ir.Name(place, node.value, self.order)
        if isinstance(node, cst.Tuple | cst.List):
            elements = tuple(
                ir.Starred(self.at(e), self.target(e.value, kind))
                if isinstance(e, cst.StarredElement)
                else self.target(e.value, kind)
                for e in node.elements
            )
            return ir.Display(self.at(node), "tuple", elements)
        target = self.expr(node)
        if isinstance(target, ir.Attribute):
            self.mutate(target.base, f"attribute:{target.attr}")
        elif isinstance(target, ir.Subscript):
            key = target.index.value if isinstance(target.index, ir.Constant) else None
            self.mutate(target.base, "item" if key is None else f"item:{key!r}")
        return target

    # --- statements ------------------------------------------------------------------------

    def assign(self, node: cst.Assign) -> ir.Stmt:
        value = self.expr(node.value)
        targets = tuple(self.target(target.target) for target in node.targets)
        self.note_holder(targets[0], value)
        self.hand(value, targets[0])
        return ir.Assign(self.at(node), targets, value)

    def hand(self, value: ir.Expr, target: ir.Expr) -> None:
        """Record of the names alone in a value into which name they go, nobody calling them.

        Those that a call takes, which may wrap them, are told apart.
        """
        into = _root(target)
        if into is None:
            return
        for name in _alone(value):
            self.rename(name, f"into:{into.id}")
        if isinstance(value, ir.Call):
            for argument in value.args:
                for name in _alone(argument):
                    self.rename(name, f"wrapped:{into.id}")

    def rename(self, name: ir.Name, kind: str) -> None:
        """Give the load of a name another kind."""
        loads = self.scope.loads[name.id]
        for at in range(len(loads) - 1, -1, -1):
            if loads[at].order == name.order:
                loads[at] = loads[at]._replace(kind=kind)
            if loads[at].order <= name.order:
                return

    def note_holder(self, target: ir.Expr, value: ir.Expr) -> None:
        """Record the name of a lambda that is assigned, or wrapped by a call that is."""
        if not isinstance(target, ir.Name):
            return
        inner = value.args[0] if isinstance(value, ir.Call) and value.args else value
        if isinstance(inner, ir.Lambda):
            inner.function.holder = target.id

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
        return ir.AugAssign(self.at(node), target, _OPERATORS[type(node.operator)], value)

    def expression(self, node: cst.Expr) -> ir.Stmt:
        return ir.ExprStmt(self.at(node), self.expr(node.value))

    def return_(self, node: cst.Return) -> ir.Stmt:
        return ir.Return(self.at(node), self.optional(node.value))

    def raise_(self, node: cst.Raise) -> ir.Stmt:
        return ir.Raise(self.at(node), self.optional(node.exc))

    def assert_(self, node: cst.Assert) -> ir.Stmt:
        return ir.Assert(self.at(node), self.test(node.test), self.optional(node.msg))

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
            tests_value = self.pattern(case.pattern, names)
            guard = self.optional(case.guard)
            sequence = self.at(case.pattern) if isinstance(case.pattern, _SEQUENCES) else None
            body = self.suite(case.body)
            cases.append(ir.Case(tuple(names), tests_value, sequence, guard, body))
        self.arms = outer
        return ir.Match(self.at(node), subject, tuple(cases))

    def pattern(self, node: Any, names: list[str]) -> bool:
        """Collect the names that a pattern binds; return whether it compares with a value."""
        if isinstance(node, cst.MatchAs):
            if node.name is not None:
                names.append(node.name.value)
                self.store(node.name.value, self.at(node.name))
            return node.pattern is not None and self.pattern(node.pattern, names)
        if isinstance(node, cst.MatchOr):
            return any([self.pattern(part.pattern, names) for part in node.patterns])
        if isinstance(node, cst.MatchValue):
            return True
        for child in getattr(node, "patterns", ()) or getattr(node, "elements", ()):
            self.pattern(getattr(child, "value", child), names)
        return False

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
        with _Inside(self, function):
            self.bind_parameters(parameters)
            function.body = self.suite(node.body)
        return ir.Define(self.at(node), function)

    def parameters(self, node: cst.Parameters) -> tuple[ir.Parameter, ...]:
        found = [self.parameter(p, "positional") for p in (*node.posonly_params, *node.params)]
        if isinstance(node.star_arg, cst.Param):
            found.append(self.parameter(node.star_arg, "args"))
        found.extend(self.parameter(p, "keyword") for p in node.kwonly_params)
        if node.star_kwarg is not None:
            found.append(self.parameter(node.star_kwarg, "kwargs"))
        return tuple(found)

    def parameter(self, node: cst.Param, kind: str) -> ir.Parameter:
        annotation = None if node.annotation is None else self.expr(node.annotation.annotation)
        default = None if node.default is None else self.expr(node.default)
        return ir.Parameter(node.name.value, kind, default, annotation, self.at(node))

    def bind_parameters(self, parameters: tuple[ir.Parameter, ...]) -> None:
        for parameter in parameters:
            self.store(parameter.name, parameter.node, "parameter")

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
        with _Inside(self, definition):
            definition.body = self.suite(node.body)
        return ir.DefineClass(self.at(node), definition)


class _Inside:
    """Fills another scope for a while; loops and branches start afresh in it."""

    def __init__(self, lowering: _Lowering, scope: ir.Scope) -> None:
        self.lowering = lowering
        self.scope = scope
        self.saved = (lowering.scope, lowering.loops, lowering.arms)

    def __enter__(self) -> None:
        self.saved[0].inner.append(self.scope)
        self.lowering.scope = self.scope
        self.lowering.loops = ()
        self.lowering.arms = ()

    def __exit__(self, *_: object) -> None:
        self.lowering.scope, self.lowering.loops, self.lowering.arms = self.saved


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


def _root(target: ir.Expr) -> ir.Name | None:
    """The name at the root of a target."""
    while isinstance(target, ir.Attribute | ir.Subscript):
        target = target.base
    return target if isinstance(target, ir.Name) else None


def _alone(value: ir.Expr) -> list[ir.Name]:
    """The names that a value is, or that stand alone in a display that it is."""
    if isinstance(value, ir.Name):
        return [value]
    parts: tuple[ir.Expr, ...] = ()
    if isinstance(value, ir.Display):
        parts = value.elements
    elif isinstance(value, ir.DictDisplay):
        parts = tuple(item for _, item in value.items)
    return [part for part in parts if isinstance(part, ir.Name)]


def _text(source: str) -> object:
    """The value of a string literal, by the quick road where there is nothing to unescape."""
    if "\\" not in source and source[0] in "'\"":
        width = 3 if source[:3] in ("'''", '"""') else 1
        return source[width:-width]
    try:
        return literal_eval(source)
    except (ValueError, SyntaxError):
        return ""


def _module_name(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_module_name(node.value)}.{node.attr.value}"
    assert isinstance(node, cst.Name)
    return node.value


def _as_name(alias: cst.ImportAlias) -> str:
    assert alias.asname is not None and isinstance(alias.asname.name, cst.Name)
    return alias.asname.name.value


_NAMED_CONSTANTS = {"True": True, "False": False, "None": None}

_KINDS: dict[Any, str] = {
    cst.ListComp: "list",
    cst.SetComp: "set",
    cst.DictComp: "dict",
    cst.GeneratorExp: "generator",
}

_OPERATORS: dict[Any, str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
    cst.LeftShiftAssign: "<<",
    cst.RightShiftAssign: ">>",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
    cst.Minus: "-",
    cst.Plus: "+",
    cst.BitInvert: "~",
    cst.Not: "not",
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.In: "in",
    cst.NotIn: "not in",
    cst.Is: "is",
    cst.IsNot: "is not",
}

EXPRESSIONS: dict[type, Callable[[_Lowering, Any], ir.Expr]] = {
    cst.Name: _Lowering.name,
    cst.Attribute: _Lowering.attribute,
    cst.Call: _Lowering.call,
    cst.Subscript: _Lowering.subscript,
    cst.Integer: _Lowering.integer,
    cst.Float: _Lowering.float_,
    cst.Imaginary: _Lowering.imaginary,
    cst.SimpleString: _Lowering.string,
    cst.ConcatenatedString: _Lowering.joined,
    cst.FormattedString: _Lowering.fstring,
    cst.BinaryOperation: _Lowering.binary,
    cst.UnaryOperation: _Lowering.unary,
    cst.BooleanOperation: _Lowering.boolean,
    cst.Comparison: _Lowering.comparison,
    cst.IfExp: _Lowering.conditional,
    cst.Tuple: _Lowering.display,
    cst.List: _Lowering.display,
    cst.Set: _Lowering.display,
    cst.Dict: _Lowering.dict_,
    cst.Lambda: _Lowering.lambda_,
    cst.ListComp: _Lowering.comprehension,
    cst.SetComp: _Lowering.comprehension,
    cst.DictComp: _Lowering.comprehension,
    cst.GeneratorExp: _Lowering.comprehension,
    cst.NamedExpr: _Lowering.walrus,
    cst.Await: _Lowering.await_,
    cst.Yield: _Lowering.yield_,
}

STATEMENTS: dict[type, Callable[[_Lowering, Any], ir.Stmt]] = {
    cst.Assign: _Lowering.assign,
    cst.AnnAssign: _Lowering.ann_assign,
    cst.AugAssign: _Lowering.aug_assign,
    cst.Expr: _Lowering.expression,
    cst.Return: _Lowering.return_,
    cst.Raise: _Lowering.raise_,
    cst.Assert: _Lowering.assert_,
    cst.If: _Lowering.if_,
    cst.While: _Lowering.while_,
    cst.For: _Lowering.for_,
    cst.With: _Lowering.with_,
    cst.Try: _Lowering.try_,
    cst.TryStar: _Lowering.try_,
    cst.Match: _Lowering.match,
    cst.Del: _Lowering.delete,
    cst.Break: _Lowering.jump,
    cst.Continue: _Lowering.jump,
    cst.Pass: _Lowering.nothing,
    cst.Global: _Lowering.global_,
    cst.Nonlocal: _Lowering.global_,
    cst.Import: _Lowering.import_,
    cst.ImportFrom: _Lowering.import_from,
    cst.FunctionDef: _Lowering.function,
    cst.ClassDef: _Lowering.class_,
    cst.TypeAlias: _Lowering.nothing,
}
