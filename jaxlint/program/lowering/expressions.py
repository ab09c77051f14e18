"""Expressions and the targets of assignments, lowered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from jaxlint.knowledge.host import MUTATING_METHODS
from jaxlint.program import ir
from jaxlint.program.lowering.literals import NAMED_CONSTANTS, OPERATORS, text_of
from jaxlint.program.lowering.recorder import Inside, Recorder


class Expressions(Recorder):
    """Lowers expressions: one method for each kind that there is a closer word for."""

    def test(self, node: cst.CSTNode) -> ir.Expr:
        """Lower an expression of which only the truth is asked."""
        lowered = self.expr(node)
        if type(lowered) is ir.Name:
            self.scope.tests[lowered.id] = self.scope.tests.get(lowered.id, 0) + 1
        return lowered

    def expr(self, node: cst.CSTNode) -> ir.Expr:
        return EXPRESSIONS.get(type(node), Expressions.unknown)(self, node)

    def optional(self, node: cst.CSTNode | None) -> ir.Expr | None:
        return None if node is None else self.expr(node)

    def unknown(self, node: cst.CSTNode) -> ir.Expr:
        return ir.Expr(self.at(node))

    def name(self, node: cst.Name) -> ir.Expr:
        value = node.value
        if value in NAMED_CONSTANTS:
            return ir.Constant(self.at(node), NAMED_CONSTANTS[value])
        place = self.at(node)
        event = self.event("load", place)
        loads = self.scope.loads.get(value)
        if loads is None:
            self.scope.loads[value] = [event]
        else:
            loads.append(event)
        return ir.Name(place, value, self.order)

    # --- literals --------------------------------------------------------------------------------

    def integer(self, node: cst.Integer) -> ir.Expr:
        return ir.Constant(
            self.at(node), int(node.value.replace("_", ""), 0) if len(node.value) < 99 else 0
        )

    def float_(self, node: cst.Float) -> ir.Expr:
        return ir.Constant(self.at(node), float(node.value))

    def imaginary(self, node: cst.Imaginary) -> ir.Expr:
        return ir.Constant(self.at(node), complex(node.value))

    def string(self, node: cst.SimpleString) -> ir.Expr:
        return ir.Constant(self.at(node), text_of(node.value))

    def ellipsis(self, node: cst.Ellipsis) -> ir.Expr:
        return ir.Ellipsis(self.at(node))

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

    # --- parts of values -------------------------------------------------------------------------

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

    def index(self, node: cst.BaseSlice) -> ir.Expr:
        if isinstance(node, cst.Index):
            value = self.expr(node.value)
            return value if node.star is None else ir.Starred(self.at(node), value)
        assert isinstance(node, cst.Slice)
        parts = (self.optional(node.lower), self.optional(node.upper), self.optional(node.step))
        return ir.Slice(self.at(node), *parts)

    # --- calls and operators ---------------------------------------------------------------------

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
            self.scope.methods_called.add(func.attr)
            if func.attr in MUTATING_METHODS:
                self.mutate(func.base, f"call:{func.attr}")
                for taken in (*args, *(keyword for _, keyword in keywords)):
                    if not isinstance(taken, ir.Call):
                        self.hand(taken, func.base)
        elif isinstance(func, ir.Name) and args:
            self._function_called(func.id, args)
        place.end = len(self.nodes)
        return ir.Call(place, func, tuple(args), tuple(keywords))

    def _function_called(self, name: str, args: list[ir.Expr]) -> None:
        """Record what a function of Python's does to what it is given."""
        if name == "len":
            self.note_container(args[0])
        named = args[1] if len(args) == 3 else None
        if name == "setattr" and isinstance(named, ir.Constant):
            self.mutate(args[0], f"attribute:{named.value}")

    def binary(self, node: cst.BinaryOperation) -> ir.Expr:
        return ir.BinaryOp(
            self.at(node),
            OPERATORS[type(node.operator)],
            self.expr(node.left),
            self.expr(node.right),
        )

    def unary(self, node: cst.UnaryOperation) -> ir.Expr:
        op = OPERATORS[type(node.operator)]
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
            (OPERATORS[type(part.operator)], self.expr(part.comparator))
            for part in node.comparisons
        )
        return ir.Compare(self.at(node), left, rest)

    def conditional(self, node: cst.IfExp) -> ir.Expr:
        return ir.IfExp(
            self.at(node), self.test(node.test), self.expr(node.body), self.expr(node.orelse)
        )

    # --- displays --------------------------------------------------------------------------------

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

    # --- expressions that bind names -------------------------------------------------------------

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
            only_returns=True,
        )
        with Inside(self, function):
            self.bind_parameters(parameters)
            function.body = (ir.Return(self.at(node.body), self.expr(node.body)),)
        return ir.Lambda(self.at(node), function)

    def parameters(self, node: cst.Parameters) -> tuple[ir.Parameter, ...]:
        found = [self.parameter(p, "positional") for p in (*node.posonly_params, *node.params)]
        if isinstance(node.star_arg, cst.Param):
            found.append(self.parameter(node.star_arg, "args"))
        found.extend(self.parameter(p, "keyword") for p in node.kwonly_params)
        if node.star_kwarg is not None:
            found.append(self.parameter(node.star_kwarg, "kwargs"))
        return tuple(found)

    def parameter(self, node: cst.Param, kind: str) -> ir.Parameter:
        annotation = (
            None if node.annotation is None else self.annotation(node.annotation.annotation)
        )
        default = None if node.default is None else self.expr(node.default)
        return ir.Parameter(node.name.value, kind, default, annotation, self.at(node))

    def annotation(self, node: cst.CSTNode) -> ir.Expr | None:
        """Lower the annotation of a parameter: of a type parameter what binds it, if anything."""
        if isinstance(node, cst.Name) and node.value in self.bounds:
            return self.bounds[node.value]
        return self.expr(node)

    def bind_parameters(self, parameters: tuple[ir.Parameter, ...]) -> None:
        for parameter in parameters:
            self.store(parameter.name, parameter.node, "parameter")

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
            if kind != "delete":  # what is gone has no other value
                self.mutate(target.base, f"attribute:{target.attr}")
        elif isinstance(target, ir.Subscript):
            key = target.index.value if isinstance(target.index, ir.Constant) else None
            self.mutate(target.base, "item" if key is None else f"item:{key!r}")
        return target


_KINDS: dict[Any, str] = {
    cst.ListComp: "list",
    cst.SetComp: "set",
    cst.DictComp: "dict",
    cst.GeneratorExp: "generator",
}

EXPRESSIONS: dict[type, Callable[[Expressions, Any], ir.Expr]] = {
    cst.Name: Expressions.name,
    cst.Attribute: Expressions.attribute,
    cst.Call: Expressions.call,
    cst.Subscript: Expressions.subscript,
    cst.Integer: Expressions.integer,
    cst.Float: Expressions.float_,
    cst.Imaginary: Expressions.imaginary,
    cst.SimpleString: Expressions.string,
    cst.ConcatenatedString: Expressions.joined,
    cst.Ellipsis: Expressions.ellipsis,
    cst.FormattedString: Expressions.fstring,
    cst.BinaryOperation: Expressions.binary,
    cst.UnaryOperation: Expressions.unary,
    cst.BooleanOperation: Expressions.boolean,
    cst.Comparison: Expressions.comparison,
    cst.IfExp: Expressions.conditional,
    cst.Tuple: Expressions.display,
    cst.List: Expressions.display,
    cst.Set: Expressions.display,
    cst.Dict: Expressions.dict_,
    cst.Lambda: Expressions.lambda_,
    cst.ListComp: Expressions.comprehension,
    cst.SetComp: Expressions.comprehension,
    cst.DictComp: Expressions.comprehension,
    cst.GeneratorExp: Expressions.comprehension,
    cst.NamedExpr: Expressions.walrus,
    cst.Await: Expressions.await_,
    cst.Yield: Expressions.yield_,
}
