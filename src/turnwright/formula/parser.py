"""From text to tree: an operator-precedence parser, one function per kind of construct."""

from __future__ import annotations

from turnwright.formula.errors import FormulaError
from turnwright.formula.limits import MAX_DEPTH, MAX_LENGTH, MAX_TESTS
from turnwright.formula.notation import read_modifiers
from turnwright.formula.tokens import Token, Tokens
from turnwright.formula.tree import (
    Call,
    Choice,
    Compare,
    Constant,
    Dice,
    Factor,
    Logic,
    Members,
    Name,
    Node,
    Not,
    Product,
    Sum,
    Text,
)

ARGUMENTS: dict[str, tuple[int, int]] = {
    "min": (2, MAX_LENGTH),
    "max": (2, MAX_LENGTH),
    "floor": (1, 1),
    "ceil": (1, 1),
    "round": (1, 1),
    "abs": (1, 1),
    "d": (2, 2),
    "any": (2, 2),
    "all": (2, 2),
    "count": (1, 2),
}
"""The functions, each with the least and the most arguments it takes."""

_CHOICE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _SIGN = range(1, 9)
_POWER = {
    "if": _CHOICE,
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARE),
    **dict.fromkeys("+-", _SUM),
    **dict.fromkeys(("*", "/", "//", "%"), _PRODUCT),
}


class Parser:
    """Reads one formula. After `read`, the sets hold what the formula speaks of.

    `names` are the names outside the tests of `any`, `all` and `count`, `inner_names` those inside, `sides`
    the sides; `dice_at` is the position of the first dice, or None.
    """

    def __init__(self, text: str) -> None:
        if len(text) > MAX_LENGTH:
            message = f"the formula is longer than {MAX_LENGTH} characters"
            raise FormulaError("too-long", MAX_LENGTH, message)
        self.names: set[str] = set()
        self.inner_names: set[str] = set()
        self.sides: set[str] = set()
        self.dice_at: int | None = None
        self._depth = 0
        self._tests = 0
        self._tokens = Tokens(text)
        self._token = self._tokens.read()

    def read(self) -> Node:
        """Return the tree of the whole text. Raises FormulaError with the first thing that is wrong."""
        if self._ended():
            raise FormulaError("empty", 0, "the formula is empty")
        node = self._expression(_CHOICE)
        if not self._ended():
            raise self._no_rest()
        return node

    # Walking over the tokens

    def _advance(self) -> Token:
        token, self._token = self._token, self._tokens.read()
        return token

    def _ended(self) -> bool:
        return self._token.kind == "end"

    def _at(self, *signs: str) -> bool:
        return self._token.kind == "sign" and self._token.word in signs

    def _nested(self, token: Token, power: int) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            message = f"more than {MAX_DEPTH} brackets or signs inside one another"
            raise FormulaError("too-deep", token.start, message)
        node = self._expression(power)
        self._depth -= 1
        return node

    # Operators, from the loosest to the tightest

    def _expression(self, power: int) -> Node:
        left = self._operand()
        while self._token.kind == "sign":
            sign = self._token
            found = _POWER.get(sign.word, 0)
            if found < power or found == 0:
                break
            if found == _SUM:
                left = self._sum(left, sign)
            elif found == _PRODUCT:
                left = self._product(left, sign)
            elif found == _COMPARE:
                left = self._compare(left)
            elif found == _CHOICE:
                left = self._choice(left)
            else:
                left = self._logic(left, sign, found)
        return left

    def _sum(self, left: Node, first: Token) -> Node:
        terms = [(1, left)]
        while self._at("+", "-"):
            sign = -1 if self._advance().word == "-" else 1
            terms.append((sign, self._expression(_PRODUCT)))
        return Sum(tuple(terms), first.start)

    def _product(self, left: Node, first: Token) -> Node:
        rest: list[Factor] = []
        while self._token.kind == "sign" and _POWER.get(self._token.word) == _PRODUCT:
            sign = self._advance()
            rest.append(Factor(sign.word, self._expression(_SIGN), sign.start))
        return Product(left, tuple(rest), first.start)

    def _compare(self, left: Node) -> Node:
        sign = self._advance()
        right = self._expression(_SUM)
        if self._token.kind == "sign" and _POWER.get(self._token.word) == _COMPARE:
            hint = "join two comparisons with and"
            raise FormulaError("chained", self._token.start, "comparisons cannot be chained", hint)
        return Compare(sign.word, left, right, sign.start)

    def _logic(self, left: Node, first: Token, power: int) -> Node:
        parts = [left]
        while self._at(first.word):
            self._advance()
            parts.append(self._expression(power + 1))
        return Logic(first.word, tuple(parts), first.start)

    def _choice(self, then: Node) -> Node:
        sign = self._advance()
        condition = self._expression(_OR)
        if not self._at("else"):
            hint = "write a if c else b"
            raise FormulaError("unexpected", self._token.start, "'if' without 'else'", hint)
        token = self._advance()
        return Choice(then, condition, self._nested(token, _CHOICE), sign.start)

    # Operands

    def _operand(self) -> Node:
        token = self._token
        if token.kind == "number":
            self._advance()
            return Constant(token.number, token.start)
        if token.kind == "dice" and token.dice is not None:
            self._advance()
            return self._dice(token.dice)
        if token.kind == "text":
            self._advance()
            return Text(token.word, token.start)
        if token.kind == "name":
            return self._word()
        if self._at("("):
            self._advance()
            node = self._nested(token, _CHOICE)
            self._close(token)
            self._advance()
            return node
        if self._at("-", "+"):
            self._advance()
            return Sum(((-1 if token.word == "-" else 1, self._nested(token, _SIGN)),), token.start)
        if self._at("not"):
            self._advance()
            return Not(self._nested(token, _COMPARE), token.start)
        raise self._no_operand()

    def _word(self) -> Node:
        token = self._advance()
        if not self._at("("):
            names = self.inner_names if self._tests else self.names
            names.add(token.word)
            return Name(token.word, token.start)
        function = "d" if token.word == "D" else token.word
        if function not in ARGUMENTS:
            import difflib  # only when something is wrong: most runs never need it

            close = difflib.get_close_matches(function.lower(), ARGUMENTS, 1)
            hint = f"did you mean {close[0]}?" if close else f"the functions are {' '.join(ARGUMENTS)}"
            raise FormulaError("function", token.start, f"there is no function '{function}'", hint, function)
        if function in ("any", "all", "count"):
            return self._members(token)
        opened = self._advance()
        arguments = [self._nested(opened, _CHOICE)]
        while self._at(","):
            comma = self._advance()
            arguments.append(self._nested(comma, _CHOICE))
        self._close(opened)
        self._check_arguments(token, function, len(arguments))
        if function == "d":
            return self._computed_dice(token, arguments)
        self._advance()
        return Call(function, tuple(arguments), token.start)

    def _computed_dice(self, token: Token, arguments: list[Node]) -> Node:
        # Modifiers stand right behind the bracket, so the token after it must not be read before them.
        count, sides = arguments
        fixed = sides.value if isinstance(sides, Constant) and isinstance(sides.value, int) else None
        modifiers, self._tokens.at = read_modifiers(self._tokens.text, self._token.end, fixed)
        self._advance()
        return self._dice(Dice(count, sides, modifiers, token.start))

    def _dice(self, dice: Dice) -> Dice:
        if self._tests:
            message = "no dice inside the test of any, all or count"
            raise FormulaError("dice-in-test", dice.position, message)
        if self.dice_at is None or dice.position < self.dice_at:
            self.dice_at = dice.position
        return dice

    def _members(self, token: Token) -> Node:
        opened = self._advance()
        side = self._token
        if side.kind not in ("name", "text"):
            message = f"'{token.word}' starts with the name of a side"
            raise FormulaError("arguments", side.start, message, f"such as {token.word}(foes, hp > 0)")
        self._advance()
        self.sides.add(side.word)
        test: Node | None = None
        number = 1
        while self._at(","):
            comma = self._advance()
            test = self._test(token, comma)
            number += 1
        self._close(opened)
        self._check_arguments(token, token.word, number)
        self._advance()
        return Members(token.word, side.word, test, token.start)

    def _test(self, token: Token, comma: Token) -> Node:
        self._tests += 1
        if self._tests > MAX_TESTS:
            message = f"any, all and count at most {MAX_TESTS} deep inside one another"
            raise FormulaError("nested-tests", token.start, message)
        node = self._nested(comma, _CHOICE)
        self._tests -= 1
        return node

    # Refusals

    def _close(self, opened: Token) -> None:
        """Check that a closing bracket is the current token, and leave it there."""
        if self._at(")"):
            return
        if self._ended():
            raise FormulaError("unclosed", opened.start, "this bracket is never closed")
        raise self._no_rest()

    def _check_arguments(self, token: Token, function: str, number: int) -> None:
        least, most = ARGUMENTS[function]
        if number < least or number > most:
            wanted = f"at least {least}" if most == MAX_LENGTH else " or ".join(map(str, sorted({least, most})))
            message = f"{function}() takes {wanted} values, not {number}"
            raise FormulaError("arguments", token.start, message, subject=function)

    def _no_operand(self) -> FormulaError:
        token = self._token
        if token.kind == "end":
            return FormulaError("unexpected", token.start, "the formula stops where a value should follow")
        return FormulaError("unexpected", token.start, f"a value should stand here, not '{token.word}'")

    def _no_rest(self) -> FormulaError:
        token = self._token
        if self._at(")"):
            return FormulaError("unopened", token.start, "this bracket closes nothing")
        if token.kind == "sign" and token.word != "(":
            return FormulaError("unexpected", token.start, f"'{token.word}' cannot stand here")
        hint = "dice are written without spaces" if token.kind == "dice" else "to multiply, write *"
        if token.kind == "name":
            hint += "; a name of several words is written with _ between them"
        written = f"'{token.word}'" if token.word else "this"
        return FormulaError("unexpected", token.start, f"a sign such as + is missing before {written}", hint)
