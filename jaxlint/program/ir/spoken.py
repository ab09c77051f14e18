"""What a flag decides: nothing but what is raised, warned of or printed."""

from __future__ import annotations

from jaxlint.program.ir.blocks import statements_in
from jaxlint.program.ir.expressions import Call, Expr, Name, UnaryOp, last_name
from jaxlint.program.ir.scopes import Scope
from jaxlint.program.ir.statements import ExprStmt, If, Import, Raise, Stmt

_SPEAKING = frozenset("print warn warning info debug error exception critical log".split())


def only_decides_words(scope: Scope, name: str) -> bool:
    """Whether each use of a name is the test of an ``if`` that raises, warns or prints."""
    if not scope.only_tested(name):
        return False
    tests = (one for one in statements_in(*scope.body) if isinstance(one, If))
    asked = [one for one in tests if _asks(one.test, name)]
    return len(asked) == len(scope.loads[name]) and all(
        not one.orelse and all(map(speaks, one.body)) for one in asked
    )


def _asks(test: Expr, name: str) -> bool:
    """Whether a test asks for the truth of a name alone."""
    asked = test.operand if isinstance(test, UnaryOp) and test.op == "not" else test
    return isinstance(asked, Name) and asked.id == name


def speaks(statement: Stmt) -> bool:
    """Whether a statement raises, imports, or calls what warns or prints."""
    if isinstance(statement, Raise | Import):
        return True
    said = statement.value if isinstance(statement, ExprStmt) else None
    if not isinstance(said, Call):
        return False
    return last_name(said.func) in _SPEAKING
