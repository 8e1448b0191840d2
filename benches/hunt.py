#!/usr/bin/env python3
"""Random CUDA kernels: is what raddle proves of them true, and what it refutes false?

    benches/hunt.py --first A --last B --raddle BINARY --results FILE.jsonl [--jobs N] [--keep DIR] [--timeout S]
    benches/hunt.py --show SEED

Each seed makes a small kernel, about half of them with a bug. An interpreter of this file runs it, for a few launches, inputs and orders of threads, and says what goes wrong: a race, a divergent
barrier, a deadlock, an access out of bounds, a loop that returns to the same state, a false contract. It shares no code with raddle, and follows docs/src/semantics.md. raddle checks the kernel twice:
for one launch, and with sizes left free; some arguments and buffers are given. Then the two are compared:

    wrong proof        raddle proves a property, and the interpreter has seen it violated, by a launch and inputs that the proof covers
    wrong refutation   raddle refutes a property, and the interpreter does not see the violation, not even with the launch and the inputs of raddle's witness
    wrong exit         the exit code does not fit the verdicts
    failed             raddle ends with an error, or crashes

A wrong refutation is only a candidate: the schedule of the witness may be one that the interpreter has not tried. --results keeps one line for each seed; seeds that it has are not run again.
--keep writes the kernels that raise a flag into a folder. At the end a summary is printed, as Markdown. --show prints a kernel and what the interpreter sees.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import random
import re
import shlex
import struct
import subprocess
import sys
import tempfile

# ---------------------------------------------------------------------------------------------------------------------
# Types and values. An integer is kept as the number that it stands for; each operation wraps it to its type.


@dataclasses.dataclass(frozen=True)
class Type:
    """A type of numbers."""

    c: str
    size: int
    signed: bool
    real: bool = False

    @property
    def low(self):
        return -(1 << (8 * self.size - 1)) if self.signed else 0

    @property
    def high(self):
        return (1 << (8 * self.size - (1 if self.signed else 0))) - 1

    @property
    def name(self):
        """A name in the interpreter."""
        return "t_" + self.c.replace(" ", "_")

    def wrap(self, value):
        """The value of this type that a number becomes."""
        if self.real:
            return single(value)
        if isinstance(value, float):
            return max(self.low, min(self.high, int(value))) if value == value else 0
        value &= (1 << (8 * self.size)) - 1
        return value - (1 << (8 * self.size)) if self.signed and value > self.high else value

    def pack(self, value):
        """The bytes of a value, as an unsigned number."""
        if self.real:
            return struct.unpack("<I", struct.pack("<f", single(value)))[0]
        return int(value) & ((1 << (8 * self.size)) - 1)

    def unpack(self, raw):
        """The value of some bytes."""
        if self.real:
            return struct.unpack("<f", struct.pack("<I", raw))[0]
        return raw - (1 << (8 * self.size)) if self.signed and raw > self.high else raw


INT = Type("int", 4, True)
UINT = Type("unsigned int", 4, False)
LONG = Type("long long", 8, True)
ULONG = Type("unsigned long long", 8, False)
SHORT = Type("short", 2, True)
USHORT = Type("unsigned short", 2, False)
CHAR = Type("signed char", 1, True)
UCHAR = Type("unsigned char", 1, False)
FLOAT = Type("float", 4, True, True)
TYPES = (INT, UINT, LONG, ULONG, SHORT, USHORT, CHAR, UCHAR, FLOAT)


@dataclasses.dataclass(frozen=True)
class Record:
    """A structure of numbers."""

    c: str
    fields: tuple[tuple[str, Type], ...]

    def layout(self):
        """The offset of each field, and the size of the whole."""
        at, offsets = 0, {}
        for name, kind in self.fields:
            at = -(-at // kind.size) * kind.size
            offsets[name] = at
            at += kind.size
        align = max(kind.size for _, kind in self.fields)
        return offsets, -(-at // align) * align

    @property
    def size(self):
        return self.layout()[1]


def single(value):
    """A number, rounded to `float`."""
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def quotient(a, b):
    """C's quotient, towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    """C's remainder, with the sign of the dividend."""
    return a - quotient(a, b) * b


def promoted(kind):
    """The type that C computes with in place of a narrow one."""
    return kind if kind.real or kind.size >= 4 else INT


def common(a, b):
    """C's usual arithmetic conversions."""
    if a.real or b.real:
        return FLOAT
    a, b = promoted(a), promoted(b)
    if a.size != b.size:
        return a if a.size > b.size else b
    return a if not a.signed else b


# ---------------------------------------------------------------------------------------------------------------------
# The tree of a kernel. Each node prints itself twice: as CUDA by `c`, and as Python for the interpreter by `py`.


def converted(text, of, to):
    """A Python expression of one type, as another."""
    if of == to or not of.real and not to.real and to.low <= of.low and of.high <= to.high:
        return text
    return wrapped(text, to, of.real)


def wrapped(text, kind, real=False):
    """A Python expression, wrapped to a type."""
    if kind.real or real:
        return f"{kind.name}.wrap({text})"
    mask = (1 << (8 * kind.size)) - 1
    if not kind.signed:
        return f"(({text}) & {mask})"
    half = 1 << (8 * kind.size - 1)
    return f"((({text}) + {half} & {mask}) - {half})"


@dataclasses.dataclass(frozen=True)
class Number:
    """A constant of type `int`, `unsigned int`, `long long` or `float`."""

    value: float
    kind: Type = INT

    def c(self):
        if self.kind.real:
            return f"{float(self.value)}f"
        suffix = {INT: "", UINT: "u", LONG: "ll", ULONG: "ull"}[self.kind]
        if self.value == self.kind.low and self.kind.signed:
            return f"({self.value + 1}{suffix} - 1)"
        return f"({self.value}{suffix})" if self.value < 0 else f"{self.value}{suffix}"

    def py(self):
        return f"({self.value!r})"


@dataclasses.dataclass(frozen=True)
class Name:
    """A variable, a scalar parameter, or a number of the launch such as `threadIdx.x`."""

    name: str
    kind: Type

    def c(self):
        return self.name

    def py(self):
        return self.name.replace(".", "_")


@dataclasses.dataclass(frozen=True)
class Unary:
    """`-a`, `~a` or `!a`."""

    op: str
    of: object

    @property
    def kind(self):
        return INT if self.op == "!" else promoted(self.of.kind)

    def c(self):
        return f"({self.op}{self.of.c()})"

    def py(self):
        if self.op == "!":
            return f"(not {self.of.py()})"
        return wrapped(self.op + converted(self.of.py(), self.of.kind, self.kind), self.kind)


COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


@dataclasses.dataclass(frozen=True)
class Binary:
    """Two operands of a C operator; the operand on the right of a shift has to be in range, that of a division positive."""

    op: str
    left: object
    right: object

    @property
    def kind(self):
        if self.op in COMPARISONS or self.op in ("&&", "||"):
            return INT
        if self.op in ("<<", ">>"):
            return promoted(self.left.kind)
        return common(self.left.kind, self.right.kind)

    def c(self):
        return f"({self.left.c()} {self.op} {self.right.c()})"

    def py(self):
        a, b = self.left.py(), self.right.py()
        if self.op in ("&&", "||"):
            return f"({a} != 0 {'and' if self.op == '&&' else 'or'} {b} != 0)"
        if self.op in ("<<", ">>"):
            return wrapped(f"{converted(a, self.left.kind, self.kind)} {self.op} {b}", self.kind)
        kind = common(self.left.kind, self.right.kind)
        a, b = converted(a, self.left.kind, kind), converted(b, self.right.kind, kind)
        if self.op in COMPARISONS:
            return f"({a} {self.op} {b})"
        if self.op in "/%":
            return wrapped(f"{'quotient' if self.op == '/' else 'remainder'}({a}, {b})", kind)
        if self.op in "&|^":
            return f"({a} {self.op} {b})"
        return wrapped(f"{a} {self.op} {b}", kind)


@dataclasses.dataclass(frozen=True)
class Cast:
    """A conversion to another type of numbers."""

    kind: Type
    of: object

    def c(self):
        return f"(({self.kind.c}){self.of.c()})"

    def py(self):
        return converted(self.of.py(), self.of.kind, self.kind)


@dataclasses.dataclass(frozen=True)
class Choice:
    """`condition ? yes : no`."""

    condition: object
    yes: object
    no: object

    @property
    def kind(self):
        return common(self.yes.kind, self.no.kind)

    def c(self):
        return f"({self.condition.c()} ? {self.yes.c()} : {self.no.c()})"

    def py(self):
        yes, no = (converted(part.py(), part.kind, self.kind) for part in (self.yes, self.no))
        return f"({yes} if {self.condition.py()} else {no})"


@dataclasses.dataclass(frozen=True)
class Call:
    """A call of a device function that returns a number."""

    function: object
    arguments: tuple

    @property
    def kind(self):
        return self.function.kind

    def c(self):
        return f"{self.function.name}({', '.join(argument.c() for argument in self.arguments)})"

    def py(self):
        parts = []
        for argument, (_, kind) in zip(self.arguments, self.function.parameters):
            parts.append(converted(argument.py(), argument.kind, kind) if isinstance(kind, Type) else argument.py())
        return f"{self.function.name}({', '.join(['T', *parts])})"


@dataclasses.dataclass(frozen=True)
class PointerTo:
    """The type of a pointer."""

    element: object
    const: bool = False

    @property
    def c(self):
        return f"{'const ' if self.const else ''}{self.element.c} *"


@dataclasses.dataclass(frozen=True)
class Pointer:
    """A pointer that has a name: an array, a parameter, or a variable. `columns` is not 0 for an array of two dimensions."""

    name: str
    kind: PointerTo
    columns: int = 0

    def c(self):
        return self.name

    def py(self):
        return self.name


@dataclasses.dataclass(frozen=True)
class Moved:
    """A pointer plus a number of elements."""

    pointer: object
    by: object

    @property
    def kind(self):
        return self.pointer.kind

    def c(self):
        return f"({self.pointer.c()} + {self.by.c()})"

    def py(self):
        return f"moved({self.pointer.py()}, {self.by.py()} * {self.kind.element.size})"


@dataclasses.dataclass(frozen=True)
class Either:
    """One of two pointers."""

    condition: object
    yes: object
    no: object

    @property
    def kind(self):
        return PointerTo(self.yes.kind.element, self.yes.kind.const or self.no.kind.const)

    def c(self):
        return f"({self.condition.c()} ? {self.yes.c()} : {self.no.c()})"

    def py(self):
        return f"({self.yes.py()} if {self.condition.py()} else {self.no.py()})"


@dataclasses.dataclass(frozen=True)
class View:
    """A pointer to other elements: the same bytes, read as another type."""

    pointer: object
    kind: PointerTo

    def c(self):
        return f"(({self.kind.c}){self.pointer.c()})"

    def py(self):
        return self.pointer.py()


@dataclasses.dataclass(frozen=True)
class Place:
    """An element of an array, or a field of one."""

    pointer: object
    indexes: tuple
    field: str = ""

    @property
    def kind(self):
        element = self.pointer.kind.element
        return dict(element.fields)[self.field] if self.field else element

    def c(self):
        return self.pointer.c() + "".join(f"[{index.c()}]" for index in self.indexes) + (f".{self.field}" if self.field else "")

    def address(self):
        """The pointer and the bytes after it, in Python."""
        element = self.pointer.kind.element
        index = self.indexes[0].py()
        if len(self.indexes) == 2:
            index = f"({index} * {self.pointer.columns} + {self.indexes[1].py()})"
        field = f" + {element.layout()[0][self.field]}" if self.field else ""
        return f"{self.pointer.py()}, {index} * {element.size}{field}"


@dataclasses.dataclass(frozen=True)
class Load:
    """The value of a place."""

    place: Place

    @property
    def kind(self):
        return self.place.kind

    def c(self):
        return self.place.c()

    def py(self):
        return f"T.load({self.place.address()}, {self.kind.name})"


@dataclasses.dataclass(frozen=True)
class Function:
    """A device function: conditions with what they return, and what it returns otherwise; or, without a type, a store."""

    name: str
    kind: object
    parameters: tuple
    body: tuple

    def c(self):
        parameters = ", ".join(f"{kind.c} {name}" for name, kind in self.parameters)
        lines = [f"__device__ {self.kind.c if self.kind else 'void'} {self.name}({parameters}) {{"]
        for statement in self.body:
            lines += statement.c(1)
        return [*lines, "}"]

    def py(self):
        lines = [f"def {self.name}({', '.join(['T', *(name for name, _ in self.parameters)])}):"]
        for statement in self.body:
            lines += statement.py(1, Within())
        return lines


# Statements.


@dataclasses.dataclass(frozen=True)
class Within:
    """What surrounds a statement: the loops, the step of the innermost one, and what a `return` gives."""

    loops: tuple = ()
    step: object = None


def indent(depth, *lines):
    return ["    " * depth + line for line in lines]


def block_c(statements, depth):
    return [line for statement in statements for line in statement.c(depth)]


def block_py(statements, depth, within):
    return [line for statement in statements for line in statement.py(depth, within)] or indent(depth, "pass")


@dataclasses.dataclass(frozen=True)
class Declare:
    """A local variable of numbers, or a pointer."""

    name: str
    kind: object
    value: object

    def c(self, depth):
        return indent(depth, f"{self.kind.c} {self.name} = {self.value.c()};")

    def py(self, depth, _):
        value = self.value.py()
        return indent(depth, f"{self.name} = {converted(value, self.value.kind, self.kind) if isinstance(self.kind, Type) else value}")


@dataclasses.dataclass(frozen=True)
class DeclareArray:
    """An array of the thread, with all its values."""

    name: str
    element: Type
    values: tuple

    def c(self, depth):
        return indent(depth, f"{self.element.c} {self.name}[{len(self.values)}] = {{{', '.join(map(str, self.values))}}};")

    def py(self, depth, _):
        return indent(depth, f"{self.name} = T.local({self.name!r}, {self.element.name}, {self.values!r})")


@dataclasses.dataclass(frozen=True)
class Assign:
    """`target = value`, or with an operator `target op= value`; the target is a variable, a pointer or a place."""

    target: object
    value: object
    op: str = ""

    def c(self, depth):
        return indent(depth, f"{self.target.c()} {self.op}= {self.value.c()};")

    def py(self, depth, _):
        target, value = self.target, self.value
        if isinstance(target, Pointer):
            return indent(depth, f"{target.name} = {Moved(target, value).py() if self.op else value.py()}")
        if self.op:
            value = Binary(self.op, Load(target) if isinstance(target, Place) else target, value)
        text = converted(value.py(), value.kind, target.kind)
        if isinstance(target, Name):
            return indent(depth, f"{target.py()} = {text}")
        return indent(depth, f"T.store({target.address()}, {target.kind.name}, {text})")


@dataclasses.dataclass(frozen=True)
class CopyRecord:
    """A structure is copied from place to place, with all its fields."""

    target: Place
    source: Place

    def c(self, depth):
        return indent(depth, f"{self.target.c()} = {self.source.c()};")

    def py(self, depth, _):
        record = self.target.pointer.kind.element
        lines = [f"copy = [{', '.join(Load(dataclasses.replace(self.source, field=name)).py() for name, _ in record.fields)}]"]
        for number, (name, kind) in enumerate(record.fields):
            lines.append(f"T.store({dataclasses.replace(self.target, field=name).address()}, {kind.name}, copy[{number}])")
        return indent(depth, *lines)


@dataclasses.dataclass(frozen=True)
class If:
    condition: object
    then: tuple
    other: tuple = ()

    def c(self, depth):
        lines = indent(depth, f"if ({self.condition.c()}) {{") + block_c(self.then, depth + 1)
        if self.other:
            lines += indent(depth, "} else {") + block_c(self.other, depth + 1)
        return lines + indent(depth, "}")

    def py(self, depth, within):
        lines = indent(depth, f"if {self.condition.py()}:") + block_py(self.then, depth + 1, within)
        if self.other:
            lines += indent(depth, "else:") + block_py(self.other, depth + 1, within)
        return lines


def assigned(statements):
    """The scalar variables that statements may change; None if they do anything else than compute."""
    names = set()
    for statement in statements:
        if isinstance(statement, Assign) and isinstance(statement.target, Name) and computes(statement.value):
            names.add(statement.target.name)
        elif isinstance(statement, If) and computes(statement.condition):
            for side in (assigned(statement.then), assigned(statement.other)):
                if side is None:
                    return None
                names |= side
        elif isinstance(statement, Loop) and computes(statement.condition) and (statement.start is None or computes(statement.start.value)):
            inner = assigned((*statement.body, *((statement.step,) if statement.step else ())))
            if inner is None:
                return None
            names |= inner - ({statement.start.name} if statement.start else set())
        elif not isinstance(statement, (Break, Continue)):
            return None
    return names


def computes(expression):
    """Does an expression use variables and numbers only?"""
    if isinstance(expression, (Load, Call)):
        return False
    if not dataclasses.is_dataclass(expression):
        return True
    return all(computes(getattr(expression, field.name)) for field in dataclasses.fields(expression))


@dataclasses.dataclass(frozen=True)
class Loop:
    """Any loop: `for`, `while` (without `start` and `step`), `for (;;)` (without `condition`), `do … while`."""

    number: int
    condition: object
    body: tuple
    start: object = None
    step: object = None
    tested_last: bool = False
    invariant: object = None

    def c(self, depth):
        condition = self.condition.c() if self.condition else ""
        body = indent(depth + 1, f"__invariant({self.invariant.c()});") if self.invariant else []
        body += block_c(self.body, depth + 1)
        if self.tested_last:
            return indent(depth, "do {") + body + indent(depth, f"}} while ({condition});")
        if self.start or self.step or not self.condition:
            start = self.start.c(0)[0] if self.start else ";"
            step = self.step.c(0)[0].rstrip(";") if self.step else ""
            return indent(depth, f"for ({start} {condition}; {step}) {{") + body + indent(depth, "}")
        return indent(depth, f"while ({condition}) {{") + body + indent(depth, "}")

    def py(self, depth, within):
        inner = Within((*within.loops, self.number), self.test if self.tested_last else self.step)
        lines = self.start.py(depth, within) if self.start else []
        lines += indent(depth, f"rounds_{self.number} = 0", "while True:", f"    rounds_{self.number} += 1", "    T.tick()")
        names = assigned((*self.body, *((self.step,) if self.step else ())))
        if names is not None and (self.condition is None or computes(self.condition)):
            lines += indent(depth + 1, f"T.head({self.number}, rounds_{self.number}, ({''.join(name + ', ' for name in sorted(names))}))")
        test = indent(depth + 1, f"if not {self.condition.py()}: break") if self.condition else []
        if not self.tested_last:
            lines += test
        if self.invariant:
            lines += Contract("__invariant", self.invariant).py(depth + 1, inner)
        lines += block_py(self.body, depth + 1, inner)
        if self.tested_last:
            return lines + test
        return lines + (self.step.py(depth + 1, inner) if self.step else [])

    @property
    def test(self):
        """What `continue` does in a `do … while`."""
        return LastTest(self.condition)


@dataclasses.dataclass(frozen=True)
class LastTest:
    """The test at the end of a `do … while`, where `continue` goes."""

    condition: object

    def py(self, depth, _):
        return indent(depth, f"if not {self.condition.py()}: break")


@dataclasses.dataclass(frozen=True)
class Break:
    def c(self, depth):
        return indent(depth, "break;")

    def py(self, depth, _):
        return indent(depth, "break")


@dataclasses.dataclass(frozen=True)
class Continue:
    def c(self, depth):
        return indent(depth, "continue;")

    def py(self, depth, within):
        return (within.step.py(depth, within) if within.step else []) + indent(depth, "continue")


@dataclasses.dataclass(frozen=True)
class Return:
    value: object = None

    def c(self, depth):
        return indent(depth, f"return {self.value.c()};" if self.value else "return;")

    def py(self, depth, _):
        return indent(depth, f"return {self.value.py()}" if self.value else "return")


@dataclasses.dataclass(frozen=True)
class ReturnAs:
    """A `return` of a function of this type."""

    kind: Type
    value: object

    def c(self, depth):
        return indent(depth, f"return {self.value.c()};")

    def py(self, depth, _):
        return indent(depth, f"return {converted(self.value.py(), self.value.kind, self.kind)}")


@dataclasses.dataclass(frozen=True)
class Switch:
    """Cases (number, statements, does it end with `break`), and the statements of `default`."""

    number: int
    of: object
    cases: tuple
    default: tuple

    def c(self, depth):
        lines = indent(depth, f"switch ({self.of.c()}) {{")
        for value, body, ends in self.cases:
            lines += indent(depth, f"case {value}: {{") + block_c(body, depth + 1) + indent(depth, "}" + (" break;" if ends else ""))
        return lines + indent(depth, "default: {") + block_c(self.default, depth + 1) + indent(depth, "}", "}")

    def py(self, depth, within):
        chosen, state = f"chosen_{self.number}", f"state_{self.number}"
        lines = indent(depth, f"{chosen}, {state} = {self.of.py()}, 0")
        for value, body, ends in self.cases:
            lines += indent(depth, f"if {state} == 1 or {state} == 0 and {chosen} == {value}:")
            lines += indent(depth + 1, f"{state} = 1") + block_py(body, depth + 1, within) + indent(depth + 1, f"{state} = {2 if ends else 1}")
        return lines + indent(depth, f"if {state} != 2:") + block_py(self.default, depth + 1, within)


def wait(kind, site, within, more=""):
    """A `yield` at a place where threads wait: what, where, and the rounds of the loops around it."""
    rounds = "".join(f"rounds_{loop}, " for loop in within.loops)
    return f"yield ({kind!r}, {site}, ({rounds}){more})"


@dataclasses.dataclass(frozen=True)
class Barrier:
    """`__syncthreads()`, or with a predicate and a variable one of its forms that count."""

    site: int
    variable: str = ""
    form: str = ""
    predicate: object = None

    def c(self, depth):
        if self.form:
            return indent(depth, f"int {self.variable} = __syncthreads_{self.form}({self.predicate.c()});")
        return indent(depth, "__syncthreads();")

    def py(self, depth, within):
        if self.form:
            return indent(depth, f"{self.variable} = {wait('block', self.site, within, f', {self.form!r}, bool({self.predicate.py()})')}")
        return indent(depth, wait("block", self.site, within, ", '', 0"))


@dataclasses.dataclass(frozen=True)
class WarpBarrier:
    """`__syncwarp()`."""

    site: int

    def c(self, depth):
        return indent(depth, "__syncwarp();")

    def py(self, depth, within):
        return indent(depth, wait("warp", self.site, within))


@dataclasses.dataclass(frozen=True)
class Named:
    """`bar.sync` or `bar.arrive` of a named barrier that expects a number of threads."""

    form: str
    barrier: object
    expected: int

    def c(self, depth):
        return indent(depth, f"asm volatile(\"bar.{self.form} %0, {self.expected};\" :: \"r\"({self.barrier.c()}) : \"memory\");")

    def py(self, depth, _):
        return indent(depth, f"yield ({self.form!r}, {self.barrier.py()}, {self.expected})")


@dataclasses.dataclass(frozen=True)
class Collective:
    """A shuffle or a vote of all lanes of the warp; the result is a new variable."""

    site: int
    variable: str
    form: str
    value: object
    lane: object = None

    @property
    def kind(self):
        return UINT if self.form == "ballot" else INT

    def c(self, depth):
        lane = f", {self.lane.c()}" if self.lane else ""
        return indent(depth, f"{self.kind.c} {self.variable} = __{self.form}_sync(0xffffffffu, {self.value.c()}{lane});")

    def py(self, depth, within):
        lane = self.lane.py() if self.lane else "0"
        value = converted(self.value.py(), self.value.kind, INT) if self.lane else f"bool({self.value.py()})"
        return indent(depth, f"{self.variable} = {wait('lanes', self.site, within, f', {self.form!r}, {value}, {lane}')}")


@dataclasses.dataclass(frozen=True)
class Atomic:
    """An atomic function of an `int`, `unsigned int` or `unsigned long long`; the old value may become a new variable."""

    form: str
    place: Place
    value: object
    compare: object = None
    variable: str = ""

    def c(self, depth):
        kind = self.place.kind
        operands = [f"({kind.c}){part.c()}" for part in (self.compare, self.value) if part]
        result = f"{kind.c} {self.variable} = " if self.variable else ""
        return indent(depth, f"{result}atomic{self.form}(&{self.place.c()}, {', '.join(operands)});")

    def py(self, depth, _):
        kind = self.place.kind
        parts = [converted(part.py(), part.kind, kind) if part else "0" for part in (self.compare, self.value)]
        result = f"{self.variable} = " if self.variable else ""
        return indent(depth, "yield ('step',)", f"{result}T.atomic({self.place.address()}, {kind.name}, {self.form!r}, {', '.join(parts)})")


@dataclasses.dataclass(frozen=True)
class CallOf:
    """A call of a device function without a result."""

    call: Call

    def c(self, depth):
        return indent(depth, f"{self.call.c()};")

    def py(self, depth, _):
        return indent(depth, self.call.py())


@dataclasses.dataclass(frozen=True)
class Contract:
    """`__requires`, `__assume`, `__assert`, `__invariant`, or C's `assert`."""

    form: str
    condition: object

    def c(self, depth):
        return indent(depth, f"{self.form}({self.condition.c()});")

    def py(self, depth, _):
        condition = self.condition.py()
        if self.form != "assert":
            condition = condition.replace("T.load(", "T.peek(")
        return indent(depth, f"T.contract({self.form!r}, {condition})")


@dataclasses.dataclass
class Claim:
    """`__assert` of a bound that some runs have not crossed: it is learnt from them."""

    site: int
    of: object
    op: str
    condition: object = None

    def learn(self, values):
        """Chooses the bound, from the values that were seen."""
        values = values or [0]
        bound = {"<=": max, ">=": min, "==": min, "!=": lambda _: next(value for value in range(1, 1 << 20) if value not in values)}[self.op](values)
        op = "<=" if self.op == "==" and len(set(values)) > 1 else self.op
        self.condition = Binary(op, self.of, Number(max(values) if op == "<=" else bound, promoted(self.of.kind)))

    def c(self, depth):
        return Contract("__assert", self.condition).c(depth)

    def py(self, depth, within):
        if self.condition is None:
            return indent(depth, f"T.run.learnt[{self.site}].append(int({self.of.py().replace('T.load(', 'T.peek(')}))")
        return Contract("__assert", self.condition).py(depth, within)


@dataclasses.dataclass
class Array:
    """An array in shared memory, or a buffer that a parameter points to; `pieces`: smaller numbers than its own are read and written, too."""

    name: str
    element: object
    count: int | None = None
    columns: int = 0
    shared: bool = False
    const: bool = False
    volatile: bool = False
    pieces: bool = False

    def pointer(self):
        return Pointer(self.name, PointerTo(self.element, self.const), self.columns)

    @property
    def numbers(self):
        """The type of its numbers, by which it is filled."""
        return self.element if isinstance(self.element, Type) else self.element.fields[0][1]

    def c(self):
        kind = f"{'const ' if self.const else ''}{self.element.c}"
        if not self.shared:
            return f"{kind} *{self.name}"
        sizes = f"[{self.count // self.columns}][{self.columns}]" if self.columns else f"[{self.count}]"
        return f"__shared__ {'volatile ' if self.volatile else ''}{kind} {self.name}{sizes};"


@dataclasses.dataclass
class Kernel:
    """A kernel, with the launch that it is written for."""

    scalars: list[Name]
    buffers: list[Array]
    shared: list[Array]
    records: list[Record]
    functions: list[Function]
    body: list
    block: tuple[int, int, int]
    grid: tuple[int, int, int]

    def c(self):
        lines = ["#include <assert.h>"] if "Contract(form='assert'" in repr(self.body) else []
        for record in self.records:
            lines.append(f"struct {record.c} {{ {' '.join(f'{kind.c} {name};' for name, kind in record.fields)} }};")
        for function in self.functions:
            lines += function.c()
        parameters = [buffer.c() for buffer in self.buffers] + [f"{name.kind.c} {name.name}" for name in self.scalars]
        lines.append(f"__global__ void k({', '.join(parameters)}) {{")
        lines += indent(1, *(array.c() for array in self.shared)) + block_c(self.body, 1)
        return "\n".join([*lines, "}", ""])

    def py(self):
        lines = [line for function in self.functions for line in function.py()]
        lines.append("def kernel(T, given):")
        for group in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
            lines += indent(1, f"{', '.join(f'{group}_{axis}' for axis in 'xyz')} = T.{group}")
        lines += indent(1, *(f"{name.name} = given[{name.name!r}]" for name in self.scalars))
        lines += indent(1, *(f"{array.name} = T.objects[{array.name!r}], 0" for array in self.buffers + self.shared))
        return "\n".join([*lines, *block_py(self.body, 1, Within()), "    return", "    yield", ""])

    def compiled(self):
        """The kernel as a Python generator: it yields wherever its thread may have to wait."""
        names = {kind.name: kind for kind in TYPES} | {"quotient": quotient, "remainder": remainder, "moved": moved}
        exec(compile(self.py(), "kernel", "exec"), names)  # pylint: disable=exec-used
        return names["kernel"]


# ---------------------------------------------------------------------------------------------------------------------
# The interpreter.

READ, WRITE, ATOMIC = "read", "write", "atomic"
BETWEEN = " between blocks"
PAGE = 64
# Loops of one thread may take this many rounds, all together; in a run that is to show what raddle has found, more. All threads of a run together: this many times as many.
ROUNDS, MANY_ROUNDS, OF_ALL = 3000, 100_000, 50


def moved(pointer, by):
    return pointer[0], pointer[1] + by


class OutOfBounds(Exception):
    """An access leaves its object."""


class Endless(Exception):
    """A loop has returned to an earlier state."""


class Tired(Exception):
    """A thread has run for too long, which says nothing."""


class Void(Exception):
    """The run is none that a proof has to cover: an assumption is false."""


class Trapped(Void):
    """The kernel has trapped. What went wrong before may be shown, and contradicts no proof."""


class Memory:
    """An object: bytes that are filled when they are first seen. A size of None is: large enough. Accesses that other threads see are kept in units of `grain` bytes."""

    def __init__(self, name, size, fill, grain=0):
        self.name, self.size, self.fill, self.seen, self.grain = name, size, fill, grain > 0, grain
        self.pages, self.least = {}, 0

    def page(self, at, size):
        """The page of some bytes that lie in the object, and the offset there."""
        if self.size is None:
            self.least = min(self.least, at)
        elif at < 0 or at + size > self.size:
            raise OutOfBounds(f"byte {at} of {self.name}, which has {self.size}")
        number = at // PAGE
        page = self.pages.get(number)
        if page is None:
            page = self.pages[number] = bytearray(self.fill(number))
        return page, at % PAGE

    def read(self, at, size):
        page, at = self.page(at, size)
        return int.from_bytes(page[at:at + size], "little")

    def write(self, at, size, raw):
        page, at = self.page(at, size)
        page[at:at + size] = raw.to_bytes(size, "little")


class Thread:
    """A thread, as the compiled kernel sees it."""

    def __init__(self, run, cta, number, position, objects):
        self.run, self.cta, self.number, self.objects = run, cta, number, objects
        self.warp, self.lane = number // 32, number % 32
        self.threadIdx, self.blockIdx, self.blockDim, self.gridDim = position, cta.position, run.launch.block, run.launch.grid
        self.epoch = 0
        self.left = run.rounds
        self.marks = {}

    def leaves(self, error):
        """Notes an access that leaves its object. It is not carried out; the thread goes on with any value."""
        self.run.violate("bounds", f"thread {self.number} of block {self.cta.position}: {error}")
        return self.run.random.getrandbits(8)

    def load(self, pointer, more, kind):
        memory, at = pointer
        try:
            raw = memory.read(at + more, kind.size)
        except OutOfBounds as error:
            return kind.unpack(self.leaves(error))
        if memory.seen:
            self.cta.note(self, memory, at + more, kind.size, READ, None)
        return kind.unpack(raw)

    def peek(self, pointer, more, kind):
        """What a contract reads."""
        memory, at = pointer
        if memory.size is not None and not 0 <= at + more <= memory.size - kind.size:
            self.run.astray = True
            return kind.unpack(self.run.random.getrandbits(8))
        return kind.unpack(memory.read(at + more, kind.size))

    def store(self, pointer, more, kind, value):
        memory, at = pointer
        raw = kind.pack(value)
        try:
            memory.write(at + more, kind.size, raw)
        except OutOfBounds as error:
            self.leaves(error)
            return
        if memory.seen:
            self.cta.note(self, memory, at + more, kind.size, WRITE, raw)

    def atomic(self, pointer, more, kind, form, compare, value):
        memory, at = pointer
        try:
            old = kind.unpack(memory.read(at + more, kind.size))
        except OutOfBounds as error:
            return kind.unpack(self.leaves(error))
        new = {"Add": old + value, "Max": max(old, value), "Min": min(old, value), "Exch": value, "Or": old | value,
               "CAS": value if old == compare else old}[form]
        memory.write(at + more, kind.size, kind.pack(new))
        if memory.seen:
            self.cta.note(self, memory, at + more, kind.size, ATOMIC, None)
        return old

    def local(self, name, kind, values):
        """An array of this thread."""
        raw = b"".join(kind.pack(kind.wrap(value)).to_bytes(kind.size, "little") for value in values)
        return Memory(name, len(raw), lambda page: raw[page * PAGE:(page + 1) * PAGE].ljust(PAGE, b"\0")), 0

    def tick(self):
        self.left -= 1
        self.run.left -= 1
        if self.left < 0 or self.run.left < 0:
            raise Tired

    def head(self, loop, rounds, state):
        """At the head of a loop that only computes: is the state an earlier one?"""
        if rounds & (rounds - 1) == 0:
            self.marks[loop] = state
        elif self.marks.get(loop) == state:
            raise Endless(f"thread {self.number}, loop {loop}, variables {state}")

    def contract(self, form, condition):
        if condition:
            return
        if form in ("__requires", "__assume"):
            raise Void(f"a false {form}")
        if form == "assert":
            raise Trapped("a false assert")
        self.run.violate({"__assert": "assert", "__invariant": "contract"}[form], f"{form} is false in thread {self.number}")


def conflict(entries, ordered):
    """Do accesses to one place race? 'race', 'equal' for writes of equal values only, or None. An entry is who, what, where, how many bytes, and the bytes that are written."""
    kinds = {entry[1] for entry in entries}
    if kinds in ({READ}, {ATOMIC}) or len({entry[0] for entry in entries}) == 1:
        return None
    same = kinds == {WRITE} and len({entry[2:] for entry in entries}) == 1
    found = None
    entries = sorted(entries, key=lambda entry: entry[1], reverse=True)
    for number, first in enumerate(entries):
        for second in entries[:number]:
            if first[0] == second[0] or first[1] == second[1] and first[1] != WRITE or ordered(first[0], second[0]):
                continue
            if first[2] >= second[2] + second[3] or second[2] >= first[2] + first[3]:
                continue
            if first[1] == second[1] == WRITE and first[2:] == second[2:]:
                if same:
                    return "equal"
                found = "equal"
            else:
                return "race"
    return found


class Cta:
    """A block."""

    def __init__(self, run, position):
        self.run, self.position = run, position
        self.log = collections.defaultdict(set)

    def note(self, thread, memory, at, size, kind, raw):
        """Keeps an access for the search for races."""
        grain = memory.grain
        for part in range(at // grain, (at + size - 1) // grain + 1):
            self.log[memory, part].add(((thread.number, thread.warp, thread.epoch), kind, at, size, raw))

    def settle(self):
        """All threads meet: looks for races since they last did."""
        def ordered(first, second):
            return first[0] == second[0] or first[1] == second[1] and first[2] != second[2]

        for (memory, part), entries in self.log.items():
            if len(entries) > 1:
                threads = {entry[0][0] for entry in entries}
                if len(threads) > 1:
                    self.run.race(conflict(entries, ordered), f"{memory.name}, byte {part * memory.grain}, block {self.position}, {self.some(entries)}")
            if memory.name in self.run.buffers:
                self.run.log[memory, part] |= {(self.position, *entry[1:]) for entry in entries}
        self.log.clear()

    @staticmethod
    def some(entries):
        return ", ".join(f"{who[0]} {kind}" for who, kind, *_ in sorted(entries, key=lambda entry: (entry[1] == READ, entry[0]))[:4])

    def go(self, kernel, given, shared):
        """Runs the block until its threads have ended, or wait forever."""
        run, (nx, ny, nz) = self.run, self.run.launch.block
        objects = {**run.buffers, **shared}
        threads = [Thread(run, self, x + nx * (y + ny * z), (x, y, z), objects) for z in range(nz) for y in range(ny) for x in range(nx)]
        code = {thread: kernel(thread, given) for thread in threads}
        waiting, answer = {}, dict.fromkeys(threads)
        ready, ended = run.ordered(threads), set()
        while True:
            while ready:
                thread = ready.pop()
                try:
                    at = code[thread].send(answer.pop(thread, None))
                except StopIteration:
                    ended.add(thread)
                    continue
                except Endless as error:
                    run.violate("termination", str(error))
                    continue
                if at[0] == "step":
                    ready.insert(run.random.randrange(len(ready) + 1) if run.mixed else len(ready), thread)
                else:
                    waiting[thread] = at
            if not waiting:
                break
            freed = self.warps(waiting, ended, threads, answer) or self.meet(waiting, ended, threads, answer)
            if not freed:
                break
            ready = run.ordered(freed)
        self.settle()

    def warps(self, waiting, ended, threads, answer):
        """Frees the lanes of warps that wait for each other."""
        freed = []
        for start in range(0, len(threads), 32):
            lanes = threads[start:start + 32]
            left = [lane for lane in lanes if lane not in ended]
            places = [waiting.get(lane, ("loop",)) for lane in left]
            stops = {at[:2] if at[0] == "lanes" else at[:1] for at in places}
            if stops == {("warp",)} and len(left) == len(lanes):
                for lane in lanes:
                    lane.epoch += 1
            elif len(stops) == 1 and next(iter(stops))[0] == "lanes":
                said = {lane.lane: waiting[lane][3:] for lane in lanes if lane in left}
                for lane in left:
                    answer[lane] = self.collective(lane.lane, *waiting[lane][3:], said)
            else:
                continue
            for lane in left:
                del waiting[lane]
            freed += left
        return freed

    def collective(self, lane, form, value, argument, said):
        """What a shuffle or a vote gives to a lane."""
        if form == "ballot":
            return sum(1 << other for other, (_, flag, _) in said.items() if flag)
        if form in ("any", "all"):
            return int({"any": any, "all": all}[form](flag for _, flag, _ in said.values()))
        if form == "shfl":
            source = argument & 31
        else:
            source = lane + {"shfl_xor": (lane ^ argument) - lane, "shfl_up": -argument, "shfl_down": argument}[form]
            if not 0 <= source < 32:
                return value
        return said[source][1] if source in said else INT.wrap(self.run.random.getrandbits(32))

    def meet(self, waiting, ended, threads, answer):
        """Frees all threads if they are at a barrier of the block; says what is wrong otherwise."""
        run = self.run
        if len(waiting) + len(ended) < len(threads):
            return []  # The others wait for a thread in a loop without end.
        kinds = {at[0] for at in waiting.values()}
        if kinds == {"block"} and not ended:
            sites, rounds = ({at[part] for at in waiting.values()} for part in (1, 2))
            if len(sites) > 1 or len(rounds) > 1:
                run.violate("divergence", f"barriers {sorted(sites)} of the text, rounds {sorted(rounds)[:4]}")
            flags = [at[4] for at in waiting.values()]
            for thread in threads:
                thread.epoch = 0
                answer[thread] = int({"or": any, "and": all, "count": sum, "": len}[waiting[thread][3]](flags))
            self.settle()
            waiting.clear()
            return threads
        if any(at[0] == "lanes" for at in waiting.values()) and len({at[1] for at in waiting.values() if at[0] == "lanes"}) > 1:
            raise Void("lanes wait at different collectives")
        run.violate("deadlock", f"{len(waiting)} threads wait at {sorted({at[:2] for at in waiting.values()})}, {len(ended)} have ended")
        if kinds == {"block"}:
            run.violate("divergence", f"{len(waiting)} threads wait at a barrier, {len(ended)} have ended")
        elif "block" in kinds:
            run.later["divergence"] = "some threads wait at a barrier of the block, others for their warps"
        return []


@dataclasses.dataclass(frozen=True)
class Launch:
    """A launch, and the blocks of it that are run."""

    block: tuple[int, int, int]
    grid: tuple[int, int, int]
    ctas: tuple[tuple[int, int, int], ...]


@dataclasses.dataclass
class Inputs:
    """Values of parameters; sizes of buffers in elements; what buffers hold: numbers, bytes at offsets, or a manner of filling them."""

    scalars: dict
    sizes: dict
    contents: dict
    manner: dict
    seed: int
    chosen: dict = dataclasses.field(default_factory=dict)


class Run:
    """One execution of a launch."""

    def __init__(self, kernel, code, launch, inputs, order, mixed, rounds=ROUNDS):
        self.rounds, self.left = rounds, OF_ALL * rounds
        self.launch, self.inputs, self.order, self.mixed = launch, inputs, order, mixed
        self.random = random.Random(inputs.seed)
        self.violations, self.later, self.void, self.ended, self.astray = {}, {}, "", True, False
        self.log, self.learnt = collections.defaultdict(set), collections.defaultdict(list)
        self.buffers = {array.name: self.memory(array, inputs, inputs.sizes.get(array.name)) for array in kernel.buffers}
        try:
            for position in self.ordered(list(launch.ctas)):
                shared = {array.name: self.memory(array, inputs, array.count) for array in kernel.shared}
                Cta(self, position).go(code, inputs.scalars, shared)
            for (memory, part), entries in self.log.items():
                if len(launch.ctas) > 1:
                    self.race(conflict(entries, lambda a, b: a == b), f"{memory.name}, byte {part * memory.grain}", BETWEEN)
        except Trapped as error:
            self.violations, self.later, self.void = {}, self.later | self.violations, str(error)
        except Void as error:
            # A contract before the assumption is judged without it.
            contracts = {what: text for what, text in self.violations.items() if what in ("assert", "contract")}
            self.violations, self.later, self.void = {}, contracts, str(error)
        except Tired:
            self.ended = False

    @property
    def relied_on(self):
        """The violations that contradict a proof. Beside an access out of bounds, or a loop that does not end, nothing else counts: proofs may assume that neither occurs. An access before a
        buffer of unknown size may be out of bounds, and so is what a contract reads there."""
        if self.astray or any(memory.least < 0 for memory in self.buffers.values()):
            return {}
        decisive = [what for what in ("bounds", "termination") if what in self.violations] or self.violations
        return {what: self.violations[what] for what in decisive} if len(decisive) == 1 or decisive is self.violations else {}

    def __str__(self):
        found = "; ".join(f"{what}: {text}" for what, text in self.violations.items()) or (f"void: {self.void}" if self.void else "nothing" if self.ended else "not at its end")
        return f"{self.launch.block} {self.launch.grid} {self.inputs.scalars} {self.inputs.manner} {self.inputs.seed} {self.order}: {found}"

    def ordered(self, items):
        """The order in which threads run, the last one first."""
        if self.order == "random":
            return self.random.sample(items, len(items))
        return items[::-1] if self.order == "forward" else list(items)

    def violate(self, what, text):
        """Notes a violation: what follows a divergent barrier is kept apart, as it only occurs if such a barrier lets threads go on."""
        (self.later if "divergence" in self.violations else self.violations).setdefault(what, text)

    def race(self, found, text, between=""):
        if found:
            self.violate(("race" if found == "race" else "equal writes") + between, text)

    def memory(self, array, inputs, count):
        """The memory of an array, with what it holds at first."""
        numbers, grain = array.numbers, array.numbers.size
        if isinstance(array.element, Record):
            grain = min(kind.size for _, kind in array.element.fields)
        given = inputs.contents.get(array.name)
        chosen = inputs.chosen.get(array.name, {})
        manner = inputs.manner.get(array.name, "bits")

        def fill(page):
            count = PAGE // numbers.size
            source = random.Random(f"{inputs.seed}/{array.name}/{page}")
            first = page * count
            if given is not None:
                values = [*given[first:first + count], *[0] * count][:count]
            elif manner == "bits" and not numbers.real:
                values = [source.getrandbits(64) for _ in range(count)]
            elif manner == "number":
                values = range(first, first + count)
            elif manner == "zero":
                values = [0] * count
            else:
                values = [source.choice((0, 0, 1, 1, 2, 3, 5, 31, 32, 64, 127, 255, -1)) if manner == "few" else source.randrange(64) for _ in range(count)]
            raw = bytearray(b"".join(numbers.pack(numbers.wrap(value)).to_bytes(numbers.size, "little") for value in values))
            for at in range(PAGE):
                if page * PAGE + at in chosen:
                    raw[at] = chosen[page * PAGE + at]
            return raw

        return Memory(array.name, count and count * array.element.size, fill, 1 if array.pieces else grain)


# ---------------------------------------------------------------------------------------------------------------------
# Random kernels. What a thread may do with an array changes at each barrier; now and then the maker slips.

BLOCKS = [(4, 1, 1), (8, 1, 1), (16, 1, 1), (24, 1, 1), (32, 1, 1), (32, 1, 1), (33, 1, 1), (48, 1, 1), (64, 1, 1), (64, 1, 1), (96, 1, 1)]
PLANES = [(4, 2, 1), (8, 4, 1), (16, 2, 1), (16, 4, 1), (5, 3, 1), (3, 11, 1), (4, 2, 2), (2, 3, 4)]


def number(value, kind=INT):
    return Number(value, kind)


def binary(op, left, right):
    return Binary(op, left if not isinstance(left, int) else number(left), right if not isinstance(right, int) else number(right))


class Maker:
    """Makes one kernel."""

    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.slip = self.random.choice((0, 0, 0, 0.04, 0.08, 0.15))
        self.count = 0
        self.sites = 0
        self.scope = [[]]
        self.guards = []
        self.constants = {0, 1, 2}
        self.last = False
        self.large, self.careful = self.chance(0.3), self.chance(0.6)
        self.claims = []

    def any(self, *items):
        return self.random.choice(items)

    def chance(self, of):
        return self.random.random() < of

    def slips(self):
        return self.chance(self.slip)

    def fresh(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def site(self):
        self.sites += 1
        return self.sites

    def constant(self, *items):
        value = self.any(*items)
        self.constants.add(value)
        return number(value)

    # The kernel as a whole.

    def kernel(self):
        flat = self.chance(0.75)
        self.block = self.any(*BLOCKS) if flat else self.any(*PLANES)
        self.threads = self.block[0] * self.block[1] * self.block[2]
        self.grid = self.any((1, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 1)) if flat or self.chance(0.6) else self.any((2, 2, 1), (1, 3, 1))
        self.whole_warps = self.threads % 32 == 0
        self.records = [Record("R", self.any((("a", INT), ("b", INT)), (("a", INT), ("b", SHORT), ("d", UCHAR)), (("a", UCHAR), ("b", LONG)),
                                             (("a", USHORT), ("b", USHORT), ("d", UINT))))] if self.chance(0.2) else []
        self.scalars = [Name(f"n{i}", self.any(INT, INT, INT, UINT, UINT, UCHAR, SHORT, LONG)) for i in range(self.any(0, 1, 1, 2, 2, 3))]
        self.buffers = [self.buffer(i) for i in range(self.any(1, 2, 2, 3))]
        self.shared = [self.shared_array(i) for i in range(self.any(0, 1, 1, 2, 2))]
        self.functions = [self.function(i) for i in range(self.any(0, 0, 0, 1, 2))]
        body = self.head()
        phases = self.any(1, 2, 2, 3, 3, 4) if self.large else self.any(1, 1, 2, 2, 3)
        for phase in range(phases):
            self.last = phase == phases - 1
            body += self.phase()
            if not self.last:
                body += self.barrier()
        kernel = Kernel(self.scalars, self.buffers, self.shared, self.records, self.functions, body, self.block, self.grid)
        if self.claims:
            self.learn(kernel)
        return kernel

    def learn(self, kernel):
        """Chooses the bounds of claims from a few runs."""
        code, plan, values = kernel.compiled(), Plan(kernel, self), collections.defaultdict(list)
        question = Question(None, None, True, {}, {}, {}, [])
        for run in plan.runs(question, code, 4):
            for site, more in run.learnt.items():
                values[site] += more
        for claim in self.claims:
            claim.learn(values[claim.site])

    def buffer(self, i):
        element = self.any(INT, INT, INT, UINT, UINT, UCHAR, SHORT, LONG, ULONG, FLOAT)
        if self.records and self.chance(0.3):
            element = self.records[0]
        array = Array(f"g{i}", element)
        array.role = self.any("read", "own", "own", "own", "atomic" if element in (INT, UINT, ULONG) else "own")
        array.const = array.role == "read" and self.chance(0.6)
        array.base, array.segment = None, 64
        return array

    def shared_array(self, i):
        element = self.any(INT, INT, INT, UINT, UINT, UCHAR, SHORT, ULONG, FLOAT)
        if self.records and self.chance(0.4):
            element = self.records[0]
        fitting = [size for size in (8, 16, 32, 64, 128, 256) if size >= self.threads]
        size = self.any(*fitting, *fitting[:1] * 3, self.threads, 100 if self.threads <= 100 else 128)
        columns = 0
        if self.chance(0.2) and size % 8 == 0 and isinstance(element, Type):
            columns = self.any(8, 8, 4)
        array = Array(f"s{i}", element, size, columns, True)
        array.volatile = not columns and isinstance(element, Type) and self.chance(0.08)
        array.role = "own"
        return array

    def function(self, i):
        """A device function of numbers, or one that reads or writes through a pointer."""
        kind = self.any("number", "number", "get", "put")
        x, y = Name("x", self.any(INT, UINT)), Name("y", INT)
        if kind == "number":
            condition = Binary(self.any("<", ">", "==", "!="), x, self.constant(0, 3, 7, 31))
            first = Binary(self.any("+", "-", "^", "&"), x, self.any(y, number(5)))
            second = Binary(self.any("+", "*", "|"), Binary("&", x, number(63)), y)
            result = self.any(INT, INT, UINT, UCHAR, SHORT)
            return Function(f"f{i}", result, (("x", x.kind), ("y", INT)), (If(condition, (ReturnAs(result, first),)), ReturnAs(result, second)))
        element = self.any(INT, INT, UINT)
        pointer = Pointer("p", PointerTo(element, kind == "get"))
        if kind == "get":
            place = Place(pointer, (x,))
            return Function(f"f{i}", element, (("p", pointer.kind), ("x", x.kind), ("y", INT)), (ReturnAs(element, Binary("+", Load(place), y)),))
        place = Place(pointer, (x,))
        store = Assign(place, y)
        body = (If(Binary("<", x, self.constant(16, 32, 64)), (store,)),) if self.chance(0.3) else (store,)
        return Function(f"f{i}", None, (("p", pointer.kind), ("x", x.kind), ("y", INT)), body)

    def head(self):
        """The declarations that nearly every kernel begins with: the number of the thread in the block, and in the launch."""
        nx, ny, nz = self.block
        number_of = Name("threadIdx.x", UINT)
        size = Name("blockDim.x", UINT)
        if ny > 1 or nz > 1:
            row = size if self.chance(0.8) else number(nx)
            number_of = Binary("+", number_of, Binary("*", Name("threadIdx.y", UINT), row))
            if nz > 1:
                number_of = Binary("+", number_of, Binary("*", Name("threadIdx.z", UINT), Binary("*", Name("blockDim.x", UINT), Name("blockDim.y", UINT))))
                size = Binary("*", size, Name("blockDim.z", UINT))
            size = Binary("*", size, Name("blockDim.y", UINT))
        elif self.slips():
            number_of = Binary("&", number_of, number(31))
        self.block_size = size if self.chance(0.75) else number(self.threads)
        kind = self.any(INT, INT, INT, UINT, UINT, UCHAR, SHORT, LONG)
        body = [Declare("t", kind, number_of)]
        self.thread = Name("t", kind)
        self.scope[0].append(self.thread)
        block = Name("blockIdx.x", UINT)
        if self.grid[1] > 1 and not self.slips():
            block = Binary("+", block, Binary("*", Name("blockIdx.y", UINT), Name("gridDim.x", UINT)))
        self.block_number = block
        span = self.block_size if self.chance(0.6) else number(self.any(64, 128, 256))
        self.span = span
        base = Binary("*", block, span)
        if self.slips():
            base = self.any(number(0), Binary("*", block, number(16)), Cast(UCHAR, base))
        kind = self.any(INT, INT, UINT, UINT, LONG, SHORT)
        body.append(Declare("base", kind, base))
        self.base = Name("base", kind)
        self.scope[0].append(self.base)
        if self.scalars and self.chance(0.25):
            name = self.any(*self.scalars)
            condition = Binary(self.any("<", "<=", ">", ">=", "!="), name, self.constant(0, 1, 16, 32, 64, 100))
            body.insert(0, Contract("__requires", condition))
        return body

    # Index expressions.

    def own(self, array):
        """An index that no other thread has, and a guard or None."""
        t, size = self.thread, array.count if array.shared else array.segment
        power = size & (size - 1) == 0
        bits = size.bit_length() - 1
        good = [t, t, t, binary("-", number(size - 1), t), Binary("-", Binary("-", self.block_size, number(1)), t)]
        good += [Cast(UCHAR, t), Cast(SHORT, t), binary("+", Binary("+", t, Number(0xfffffff0, UINT)), 16)]
        good.append(Binary(">>", Binary("<<", Cast(INT, t), number(20)), number(20)))
        if power:
            shift = self.any(*range(1, max(2, bits)))
            good += [binary("^", t, self.any(1, 2, 3, size - 1, size // 2)), binary("&", binary("+", t, self.any(1, 5, size // 2)), size - 1),
                     binary("&", binary("*", t, self.any(3, 5, 7, 13)), size - 1), Binary("^", t, Binary(">>", t, number(1))),
                     binary("&", Binary("/", Binary("*", t, binary("+", t, 1)), number(2)), size - 1), binary("&", Cast(self.any(CHAR, UCHAR), binary("+", t, self.any(3, 100))), size - 1),
                     binary("&", Binary("^", t, Binary("<<", t, number(self.any(1, 2)))), size - 1),
                     binary("&", Binary("|", Binary("<<", t, number(shift)), Binary(">>", t, number(max(bits - shift, 0)))), size - 1)]
        if size >= 2 * self.threads:
            good += [binary("+", binary("*", t, 2), self.any(0, 1)), binary("+", t, self.any(1, self.threads // 2, self.threads))]
        bad = [binary(">>", t, 1), binary("&", t, self.any(7, 15)), binary("%", Cast(UINT, t), Number(5, UINT)), Binary("&", binary("*", t, 2), number(size - 1)),
               binary("|", t, 1), binary("+", t, self.any(1, -1, 2)), binary("/", t, 3), Cast(UCHAR, binary("*", t, 8)), binary("&", Binary("*", t, t), size - 1),
               Binary("+", t, self.small())]
        index = self.any(*bad) if self.slips() else self.any(*good)
        if self.chance(0.06):
            index = Choice(self.condition(False), index, index if not self.slips() else t)
        guard = None
        if array.shared and self.chance(0.9 if self.careful else 0.2) and not self.slips():
            guard = binary(self.any("<", "<", "<="), t, size - 1) if self.slips() else Binary("<", t, number(size))
        if not array.shared:
            if self.chance(0.2):
                guard = Binary("<", t, self.any(number(size), number(self.threads), self.small()))
            index = Binary("+", self.base, index)
        return index, guard

    def anywhere(self, array):
        """An index in an array that is only read."""
        size = array.count if array.shared else 64
        value = self.value(2)
        if value.kind.real:
            value = Cast(INT, value)
        if size & (size - 1) == 0 and not self.slips():
            return binary("&", value, size - 1)
        if self.slips():
            return self.any(binary("&", value, size), binary("+", self.thread, self.any(1, 2, size // 2)), binary("-", self.thread, 1))
        return Binary("%", Cast(UINT, value), Number(size, UINT))

    def place(self, array, index):
        indexes = (index,)
        if array.columns:
            columns = number(array.columns)
            indexes = (Binary("/", index, columns), Binary("%", index, columns))
            if self.slips():
                indexes = indexes[0], binary("+", indexes[1], 1)
        field = self.any(*array.element.fields)[0] if isinstance(array.element, Record) else ""
        return Place(array.pointer(), indexes, field)

    def index(self, array, writes):
        """Where a thread may access an array in this phase; notes the guard. None: nowhere."""
        role = array.role
        if self.slips():
            role = self.any("read", "own", "read")
        if role == "own" and array.own:
            index, guard = array.own
            if guard is not None:
                self.guards.append(guard)
            if self.chance(0.12):
                more = self.any(1, 5, 31)
                index = self.any(binary("^", binary("^", index, more), more), binary("-", binary("+", index, more), more), binary(">>", binary("<<", index, 1), 1))
            return index
        if role == "read" and (not writes or self.slips()) and not (writes and array.const):
            return self.anywhere(array)
        return None

    # Expressions.

    def small(self):
        """A number that may be an array's index or a thread."""
        options = [self.constant(0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32)]
        if self.scalars:
            options += [self.any(*self.scalars)] * 2
        return self.any(*options)

    def variables(self):
        return [name for names in self.scope for name in names]

    def leaf(self):
        options = [self.small(), self.any(*self.variables()), self.any(*self.variables()), self.constant(0, 1, 3, 5, 63, 64, 255, 256, -1, 1000)]
        options += [Name(self.any("blockDim.x", "blockIdx.x", "threadIdx.x", "gridDim.x"), UINT)]
        loads = [array for array in self.buffers + self.shared if array.role in ("read", "own")]
        if loads and self.depth_of_loads < 1 and self.chance(0.6):
            array = self.any(*loads)
            self.depth_of_loads += 1
            index = self.index(array, False)
            self.depth_of_loads -= 1
            if index is not None:
                return Load(self.place(array, index))
        return self.any(*options)

    depth_of_loads = 0

    def value(self, depth=3):
        """An expression of numbers."""
        if depth == 0 or self.chance(0.25):
            return self.leaf()
        op = self.any("+", "+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "cast", "choice", "compare", "unary", "call", "+")
        a = self.value(depth - 1)
        if op == "choice":
            return Choice(self.condition(False), a, self.value(depth - 1))
        if a.kind.real:
            return self.any(Binary("+", a, self.leaf()), Binary(self.any("<", ">"), a, Number(self.any(0, 1, 2.5), FLOAT)))
        if op == "cast":
            return Cast(self.any(INT, UINT, SHORT, UCHAR, CHAR, USHORT, LONG, ULONG), a)
        if op == "unary":
            return Unary(self.any("-", "~", "!"), a)
        if op in ("<<", ">>"):
            return Binary(op, a, self.any(number(self.any(1, 2, 3, 8, 16, 24)), binary("&", self.integer(1), 15)))
        if op in ("/", "%"):
            if a.kind.signed:
                return Binary(op, a, self.constant(2, 3, 4, 5, 7, 16, 64))
            return self.any(Binary(op, a, self.constant(2, 3, 7, 16)), Binary(op, a, Binary("|", Cast(a.kind, self.integer(1)), number(1))))
        if op == "compare":
            return Binary(self.any(*COMPARISONS), a, self.value(depth - 1))
        if op == "call":
            functions = [function for function in self.functions if function.kind and len(function.parameters) == 2]
            if functions:
                return Call(self.any(*functions), (a, self.integer(depth - 1)))
            op = "^"
        return Binary(op, a, self.integer(depth - 1))

    def integer(self, depth=2):
        value = self.value(depth)
        return Cast(INT, Binary(">", value, Number(1, FLOAT))) if value.kind.real else value

    def uniform(self):
        """A condition that all threads of a block decide alike."""
        options = [Binary(self.any(*COMPARISONS), Name("blockDim.x", UINT), Number(self.any(4, 16, 32, 33, 64, 100), UINT)),
                   Binary(self.any("<", "==", ">"), Name("blockIdx.x", UINT), Number(self.any(0, 1, 2), UINT))]
        for name in self.scalars:
            options += [Binary(self.any(*COMPARISONS), name, self.constant(0, 1, 5, 16, 32, 100)), Binary("&", name, number(self.any(1, 2, 4)))] * 2
        options += [Binary(self.any(">", "==", "!="), name, number(self.any(0, 1, 3))) for name in self.same]
        for array in self.buffers:
            if array.role == "read" and array.const and isinstance(array.element, Type):
                options.append(Binary(self.any(">", "<", "!="), Load(Place(array.pointer(), (number(self.any(0, 1, 5)),))), number(self.any(0, 2, 5))))
        return self.any(*options)

    def condition(self, loads=True):
        """Any condition."""
        kind = self.any("thread", "thread", "thread", "uniform", "value", "bits", "both")
        if kind == "uniform":
            return self.uniform()
        if kind == "bits":
            return binary("==", binary("&", self.thread, self.any(1, 3, 4, 16)), self.any(0, 1))
        if kind == "both":
            return Binary(self.any("&&", "||"), self.condition(loads), self.condition(loads))
        if kind == "value" and loads:
            return Binary(self.any(*COMPARISONS), self.integer(2), self.integer(1))
        return Binary(self.any("<", "<", ">", ">=", "==", "!="), self.thread, self.small())

    # Statements.

    same = ()

    def new_roles(self):
        """What threads may do with each array until the next barrier."""
        for array in self.shared + self.buffers:
            if array.shared:
                roles = ["own"] * 4 + ["read"] * 3 + (["atomic"] if array.numbers in (INT, UINT, ULONG) and not array.columns and not array.volatile else [])
                array.role = self.any(*roles, "alone") if not array.volatile else self.any("own", "read")
            array.own = self.own(array) if array.role == "own" else None

    def guarded(self, make, *arguments):
        """The statements that `make` makes, under the guards of the accesses in them."""
        kept, self.guards = self.guards, []
        self.scope.append([])
        statements = make(*arguments)
        guards, self.guards = self.guards, kept
        names = self.scope.pop()
        if not guards:
            self.scope[-1] += names
            return statements
        condition = guards[0]
        for guard in guards[1:]:
            if guard != condition:
                condition = Binary("&&", condition, guard)
        return [If(condition, tuple(statements))]

    def phase(self):
        """What lies between two barriers."""
        self.new_roles()
        body = []
        if self.chance(0.3):
            body += self.idiom()
        for _ in range(self.any(1, 2, 2, 3) if self.large else 1):
            if self.last and self.chance(0.06) or self.chance(self.slip / 2):
                body.append(If(self.condition(), (Return(),)))
            body += self.guarded(self.statement, 2)
        return body

    def barrier(self):
        """A barrier; slips leave it out or make it conditional."""
        if self.slips():
            return self.any([], [If(self.condition(), (Barrier(self.site()),))], [self.any(WarpBarrier(self.site()), If(self.condition(), (WarpBarrier(self.site()),)))],
                            [If(self.condition(), (Barrier(self.site()),), (Barrier(self.site()),))])
        if self.chance(0.12):
            variable = self.fresh("v")
            barrier = Barrier(self.site(), variable, self.any("or", "and", "count"), self.condition(False))
            self.scope[-1].append(Name(variable, INT))
            if len(self.scope) == 1:
                self.same = (*self.same, Name(variable, INT))
            return [barrier]
        if self.threads <= 32 and self.chance(0.25):
            return [WarpBarrier(self.site())]
        if self.chance(0.06):
            condition = self.uniform()
            return [If(condition, (Barrier(self.site()),), (Barrier(self.site()),))]
        return [Barrier(self.site())]

    def within(self, statements_of, *arguments):
        """Statements in braces: what they declare is not seen after them."""
        self.scope.append([])
        statements = statements_of(*arguments)
        self.scope.pop()
        return tuple(statements)

    def some(self, depth):
        return [part for _ in range(self.any(1, 1, 2)) for part in self.guarded(self.statement, depth)]

    def statement(self, depth):
        kinds = ["store"] * 6 + ["declare"] * 2 + ["assign", "atomic", "atomic", "pointer", "local", "put", "record", "assert", "assert", "collective", "alone", "pieces", "split", "split"]
        if depth:
            kinds += ["if", "if", "if", "loop", "loop", "switch", "search", "chunk", "strided"]
        kind = self.any(*kinds)
        return getattr(self, "make_" + kind)(depth) or self.make_store(depth)

    def make_store(self, _):
        writable = [array for array in self.shared * 2 + self.buffers if array.role == "own" and not array.const]
        if self.slips():
            writable = [array for array in self.shared + self.buffers if not array.const]
        for array in self.random.sample(writable, len(writable)):
            index = self.index(array, True)
            if index is not None:
                place = self.place(array, index)
                if place.kind.real:
                    return [Assign(place, self.any(Cast(FLOAT, binary("&", Cast(INT, self.integer(1)), 255)), Number(1, FLOAT)), self.any("", "", "+"))]
                value = self.value(3)
                if value.kind.real:
                    value = Binary(">", value, Number(1, FLOAT))
                return [Assign(place, value, self.any("", "", "", "", "+", "^") if not array.volatile else "")]
        return self.make_declare(0)

    def make_declare(self, _):
        name = Name(self.fresh("v"), self.any(INT, INT, INT, UINT, UINT, UCHAR, SHORT, LONG))
        statement = Declare(name.name, name.kind, self.integer(2))
        self.scope[-1].append(name)
        return [statement]

    def make_assign(self, _):
        names = [name for name in self.variables() if name.name.startswith("v") and name not in self.same and name not in self.fixed]
        if not names:
            return None
        return [Assign(self.any(*names), self.integer(2), self.any("", "+", "-", "^"))]

    fixed = ()

    def make_alone(self, _):
        """One thread writes."""
        arrays = [array for array in self.shared if array.role == "alone"]
        if not arrays:
            return None
        array = self.any(*arrays)
        place = self.place(array, self.anywhere(array))
        value = Number(2, FLOAT) if place.kind.real else self.integer(1)
        who = number(self.any(0, self.threads - 1)) if not hasattr(array, "who") else array.who
        array.who = who
        condition = binary("<=" if self.slips() else "==", self.thread, who)
        return [If(condition, (Assign(place, value),))]

    def make_atomic(self, _):
        arrays = [array for array in self.shared + self.buffers if array.role == "atomic" and isinstance(array.element, Type)]
        if self.slips():
            arrays = [array for array in self.shared + self.buffers if array.element in (INT, UINT) and not (array.const or array.volatile or array.columns)]
        if not arrays:
            return None
        array = self.any(*arrays)
        place = self.place(array, self.anywhere(array))
        form = self.any("Add", "Add", "Max", "CAS", "Exch", "Or", "Min")
        variable = self.fresh("v") if self.chance(0.4) else ""
        statement = Atomic(form, place, self.integer(1), self.integer(1) if form == "CAS" else None, variable)
        if variable:
            self.scope[-1].append(Name(variable, array.element))
        return [statement]

    def make_pointer(self, _):
        """A pointer into an array, moved, and an access through it."""
        arrays = [array for array in self.shared + self.buffers if array.role == "own" and isinstance(array.element, Type) and not array.columns and not array.volatile]
        if not arrays:
            return None
        array = self.any(*arrays)
        index = self.index(array, True)
        if index is None:
            return None
        pointer = Pointer(self.fresh("p"), PointerTo(array.element))
        statements = []
        value = Number(1, FLOAT) if array.element.real else self.integer(2)
        if array.const:
            return None
        form = self.any("all", "part", "walk", "either")
        if form == "either":
            others = [other for other in arrays if other is not array and other.element == array.element and not other.const]
            if not others:
                form = "all"
            else:
                other = self.any(*others)
                second = self.index(other, True)
                if second is None:
                    return None
                start = Either(self.condition(False), Moved(array.pointer(), index), Moved(other.pointer(), second))
                return [Declare(pointer.name, pointer.kind, start), Assign(Place(pointer, (number(0),)), value)]
        if form == "all":
            statements = [Declare(pointer.name, pointer.kind, array.pointer()), Assign(Place(pointer, (index,)), value)]
        elif form == "part":
            statements = [Declare(pointer.name, pointer.kind, Moved(array.pointer(), index)), Assign(Place(pointer, (number(1 if self.slips() else 0),)), value)]
        else:
            step = self.any(1, 2, 3)
            back = step if not self.slips() else step + 1
            statements = [Declare(pointer.name, pointer.kind, Moved(array.pointer(), Binary("-", index, number(back)))), Assign(pointer, number(step), "+"),
                          Assign(Place(pointer, (number(0),)), value)]
        return statements

    def make_local(self, _):
        """An array of the thread: written and read at places that are computed."""
        element = self.any(INT, INT, UCHAR, SHORT)
        size = self.any(2, 4, 4, 8)
        name = self.fresh("l")
        pointer = Pointer(name, PointerTo(element))
        result = Name(self.fresh("v"), INT)
        at, value = binary("&", self.integer(1), size - 1), self.integer(2)
        if self.slips():
            at = binary("&", Binary("+", self.thread, self.small()), size)
        puts = [function for function in self.functions if function.kind is None and function.parameters[0][1].element == element]
        put = CallOf(Call(puts[0], (pointer, at, value))) if puts and self.chance(0.5) else Assign(Place(pointer, (at,)), value)
        statements = [DeclareArray(name, element, tuple(self.random.randrange(9) for _ in range(size))), put,
                      Declare(result.name, INT, Load(Place(pointer, (binary("&", self.integer(1), size - 1),))))]
        self.scope[-1].append(result)
        return statements

    def make_put(self, _):
        """A call of a function that stores, or that loads."""
        functions = [function for function in self.functions if len(function.parameters) == 3]
        if not functions:
            return None
        function = self.any(*functions)
        element, writes = function.parameters[0][1].element, function.kind is None
        arrays = [array for array in self.shared + self.buffers if array.element == element and not array.columns and not array.volatile and not (writes and array.const)]
        if not arrays:
            return None
        array = self.any(*arrays)
        index = self.index(array, writes)
        if index is None:
            return None
        call = Call(function, (array.pointer(), index, self.integer(1)))
        if writes:
            return [CallOf(call)]
        name = Name(self.fresh("v"), element)
        self.scope[-1].append(name)
        return [Declare(name.name, element, call)]

    def make_record(self, _):
        """A copy of a structure."""
        arrays = [array for array in self.shared + self.buffers if isinstance(array.element, Record)]
        if not arrays or sum(kind.size for _, kind in arrays[0].element.fields) != arrays[0].element.size:
            return None
        source, target = self.any(*arrays), self.any(*arrays)
        if target.const:
            return None
        to = self.index(target, True)
        of = self.index(source, False)
        if of is None or to is None:
            return None
        return [CopyRecord(Place(target.pointer(), (to,)), Place(source.pointer(), (of,)))]

    def make_pieces(self, _):
        """A byte of an element."""
        arrays = [array for array in self.shared + self.buffers if array.role == "own" and array.element in (INT, UINT, SHORT, ULONG) and not array.columns
                  and not array.volatile and not array.const]
        if not arrays:
            return None
        array = self.any(*arrays)
        index = self.index(array, True)
        if index is None:
            return None
        array.pieces = True
        size = array.element.size
        byte = self.any(*range(size)) if not self.slips() else size
        bytes_of = View(array.pointer(), PointerTo(UCHAR))
        return [Assign(Place(bytes_of, (binary("+", Binary("*", index, number(size)), byte),)), self.integer(1))]

    def make_assert(self, _):
        form = self.any("__assert", "__assert", "claim", "claim", "claim", "__assume", "assert")
        if form == "claim":
            self.claims.append(Claim(self.site(), self.integer(2), self.any("<=", ">=", "!=", "==")))
            return [self.claims[-1]]
        true = [Binary("<", binary("&", self.integer(1), 31), number(32)), Binary(">=", Name("blockDim.x", UINT), Number(1, UINT)),
                Binary("<", Name("threadIdx.x", UINT), Name("blockDim.x", UINT)), Binary("<=", Binary("%", Cast(UINT, self.integer(1)), Number(7, UINT)), Number(6, UINT))]
        if self.scalars:
            name = self.any(*self.scalars)
            true.append(Binary("||", Binary("<", name, number(10)), Binary(">", name, number(8))))
        if form == "__assume":
            return [Contract(form, self.uniform() if self.chance(0.7) else self.condition(False))] if self.chance(0.4) else None
        return [Contract(form, self.condition(self.chance(0.5)) if self.chance(0.35) else self.any(*true))]

    def make_collective(self, _):
        if not self.whole_warps or self.in_branch and not self.slips():
            return None
        form = self.any("shfl_xor", "shfl", "shfl_up", "shfl_down", "ballot", "any", "all")
        variable = self.fresh("v")
        if form in ("ballot", "any", "all"):
            statement = Collective(self.site(), variable, form, self.condition())
        else:
            lane = number(self.any(1, 2, 4, 8, 16)) if form != "shfl" else self.any(number(0), binary("&", self.integer(1), 31))
            statement = Collective(self.site(), variable, form, Cast(INT, self.integer(1)), lane)
        self.scope[-1].append(Name(variable, statement.kind))
        return [statement]

    in_branch = 0

    def make_if(self, depth):
        condition = self.condition()
        self.in_branch += 1
        then = self.within(self.some, depth - 1)
        other = self.within(self.some, depth - 1) if self.chance(0.4) else ()
        self.in_branch -= 1
        return [If(condition, then, other)]

    def make_split(self, _):
        """Some threads write to one part of an array, the others to another part."""
        arrays = [array for array in self.shared if array.role == "own" and isinstance(array.element, Type) and not array.columns]
        if not arrays:
            return None
        array = self.any(*arrays)
        array.role, t = "none", self.thread
        size, k = array.count, self.any(1, 3, 8, self.threads // 2, 16)
        value = Number(3, FLOAT) if array.element.real else self.any(t, number(1))
        wrong = self.any(-1, 1) if self.slips() else 0
        condition, first, second = self.any(
            (binary("<", t, k), t, binary("-", number(self.threads - 1 + k), t) if self.threads + k <= size else binary("+", t, wrong)),
            (binary("<", t, k), binary("-", number(k - 1), t), binary("+", t, wrong)),
            (binary("==", binary("&", t, 1), 0), binary(">>", t, 1), binary("+", binary(">>", t, 1), (self.threads + 1) // 2 + wrong)),
            (binary(">=", t, k), binary("-", t, k), binary("+", t, self.threads - k + wrong)),
            (Binary("<", t, self.small()), t, binary("^", t, wrong & 1)))
        if self.chance(0.5):
            self.guards.append(binary("<", t, min(size, self.threads)))
        return [If(condition, (Assign(Place(array.pointer(), (first,)), value),), (Assign(Place(array.pointer(), (second,)), value),))]

    def make_switch(self, depth):
        of = binary("&", self.any(self.thread, self.integer(1)), 3)
        self.in_branch += 1
        cases = tuple((value, self.within(self.some, 0), not self.chance(0.2)) for value in range(self.any(1, 2, 3)))
        default = self.within(self.some, 0)
        self.in_branch -= 1
        return [Switch(self.site(), of, cases, default)]

    def counter(self):
        return Name(self.fresh("i"), self.any(INT, INT, INT, UINT, UCHAR, SHORT))

    def make_loop(self, depth):
        """A loop that ends soon for most inputs."""
        i = self.counter()
        first = self.constant(0, 0, 1, 3)
        bound = self.any(self.constant(2, 3, 4, 5), self.constant(2, 4), binary("&", self.integer(1), 3), *self.scalars)
        form = self.any("up", "up", "up", "down", "double", "halve", "wide")
        start, condition, step = {
            "up": (first, Binary(self.any("<", "<", "<="), i, bound), Assign(i, self.constant(1, 1, 2, 3), "+")),
            "down": (self.constant(3, 5, 8), Binary(self.any(">", "!=", ">="), i, self.constant(0, 0, 1)), Assign(i, number(1), "-")),
            "double": (number(1), Binary("<", i, self.any(self.constant(16, 30, 64), *self.scalars)), Assign(i, self.any(number(2), number(3)), "*")),
            "halve": (self.any(self.constant(16, 32, 100), *self.scalars), Binary(self.any(">", "!="), i, number(0)), Assign(i, number(1), ">>")),
            "wide": (self.thread, Binary("<", i, self.constant(40, 64, 100)), Assign(i, self.block_size, "+")),
        }[form]
        self.scope.append([i])
        self.fixed = (*self.fixed, i)
        self.in_branch += 1
        body = self.within(self.some, depth - 1)
        if self.chance(0.2):
            body = (*body, If(self.condition(), (self.any(Break(), Continue()),)))
        self.in_branch -= 1
        invariant = Binary(self.any(">=", "<="), i, self.constant(0, 64)) if self.chance(0.07) else None
        self.scope.pop()
        if form == "up" and self.chance(0.2):
            name = i.name
            return [Declare(name, i.kind, start), Loop(self.site(), condition, (*strip(body, Continue), step), tested_last=self.chance(0.5))]
        return [Loop(self.site(), condition, body, Declare(i.name, i.kind, start), step, invariant=invariant)]

    def make_search(self, _):
        """A loop over a variable that may return to an earlier value."""
        x = Name(self.fresh("v"), self.any(UCHAR, UCHAR, CHAR, SHORT, INT, INT, UINT, USHORT))
        start = self.any(self.integer(1), self.small(), self.thread)
        until = self.any(self.small(), number(0), number(self.any(7, 12)))
        step = self.any(Assign(x, number(self.any(1, 2, 3, 4, 6)), "+"), Assign(x, number(1), ">>"), Assign(x, number(self.any(2, 3)), "*"), Assign(x, number(1), "<<"),
                        Assign(x, number(1), "-"), Assign(x, self.any(number(1), *self.scalars), "+"), Assign(x, Binary("&", x, binary("-", x, 1))))
        condition = Binary(self.any("!=", "!=", "<", ">", ">="), x, until)
        body = [step]
        if self.chance(0.3):
            body.insert(0, If(Binary("==", x, self.constant(3, 5, 16)), (self.any(Break(), Continue()),)))
        if self.chance(0.3):
            loop = Loop(self.site(), None, (If(Unary("!", condition), (Break(),)), *body))
        elif self.chance(0.2):
            loop = Loop(self.site(), condition, tuple(body), tested_last=True)
        else:
            loop = Loop(self.site(), condition, tuple(body))
        self.scope[-1].append(x)
        if start.kind.real:
            start = self.thread
        return [Declare(x.name, x.kind, binary("&", start, 31) if self.chance(0.6) else start), loop]

    def make_chunk(self, _):
        """Each thread has a few elements of its own, one after the other."""
        arrays = [array for array in self.shared + self.buffers if array.role == "own" and isinstance(array.element, Type) and not array.columns and not array.const]
        arrays = [array for array in arrays if not array.shared or array.count >= 2 * self.threads]
        if not arrays:
            return None
        array = self.any(*arrays)
        array.role = "none"
        k = self.any(2, 2, 3, 4)
        if array.shared:
            k = min(k, array.count // self.threads)
        j = self.counter()
        at = Binary("+", binary("*", self.thread, k if not self.slips() else k - 1), j)
        if self.chance(0.3):
            at = Binary("+", self.thread, Binary("*", j, self.block_size))
        if not array.shared:
            at = Binary("+", Binary("*", self.base, number(k)) if not self.slips() else self.base, at)
        elif self.chance(0.4):
            self.guards.append(Binary("<", self.thread, number(array.count // k)))
        value = Number(3, FLOAT) if array.element.real else self.any(j, self.thread, number(1))
        body = (Assign(Place(array.pointer(), (at,)), value),)
        bound = number(k if not self.slips() else k + 1)
        return [Loop(self.site(), Binary("<", j, bound), body, Declare(j.name, j.kind, number(0)), Assign(j, number(1), "+"))]

    def make_strided(self, _):
        """The threads of a block go through an array together."""
        arrays = [array for array in self.shared if array.role == "own" and isinstance(array.element, Type)]
        if not arrays:
            return None
        array = self.any(*arrays)
        array.role = "none"
        i = Name(self.fresh("i"), self.any(INT, UINT))
        value = Number(3, FLOAT) if array.element.real else self.any(i, self.thread, number(0))
        step = self.block_size if not self.slips() else number(self.any(self.threads // 2 or 1, 8))
        bound = number(array.count if not self.slips() else array.count + 1)
        return [Loop(self.site(), Binary("<", i, bound), (Assign(self.place(array, i), value),), Declare(i.name, i.kind, self.thread), Assign(i, step, "+"))]

    # Well-known patterns with barriers.

    def idiom(self):
        arrays = [array for array in self.shared if array.element in (INT, UINT, SHORT, FLOAT) and not array.columns and not array.volatile]
        kind = self.any("reduce", "scan", "swap", "rounds", "compact", "vote", "sort", "exchange")
        if not arrays or kind not in ("compact",) and self.in_branch:
            kind = "compact"
        return self.guarded(getattr(self, "make_" + kind), self.any(*arrays) if arrays else None)

    def kept_barrier(self):
        return [] if self.slips() else [Barrier(self.site())]

    def make_reduce(self, array):
        """A sum by halves."""
        s = Name(self.fresh("i"), self.any(INT, INT, UINT))
        half = 1
        while half * 2 < self.threads:
            half *= 2
        half = min(half, array.count // 2)
        t = self.thread
        at = Place(array.pointer(), (t,))
        other = Place(array.pointer(), (Binary("+", t, s),))
        guard = Binary("<" if not self.slips() else "<=", t, s)
        if half * 2 != self.threads:
            guard = Binary("&&", guard, Binary("<", Binary("+", t, s), number(min(self.threads, array.count))))
        body = (If(guard, (Assign(at, Load(other), "+"),)), *self.kept_barrier())
        start = number(half) if self.chance(0.7) else Binary("/", self.block_size, number(2))
        own = self.kept_barrier() + [Assign(at, self.any(t, number(1)))] + self.kept_barrier()
        loop = Loop(self.site(), binary(">", s, self.any(0, 0, 0, 16)), body, Declare(s.name, s.kind, start), Assign(s, number(1), ">>"))
        self.new_roles()
        array.role = "read"
        return [*own, loop]

    def make_scan(self, array):
        """A prefix sum: read, wait, write, wait."""
        d = Name(self.fresh("i"), INT)
        x = Name(self.fresh("v"), INT)
        t = self.thread
        at = Place(array.pointer(), (t,))
        before = Load(Place(array.pointer(), (Binary("-", t, d),)))
        kind = FLOAT if array.element.real else INT
        body = (Declare(x.name, kind, Choice(Binary(">=", t, d), before, Number(0, kind))), *self.kept_barrier(), Assign(at, Name(x.name, kind), "+"), *self.kept_barrier())
        loop = Loop(self.site(), Binary("<", d, number(min(self.threads, array.count))), body, Declare(d.name, INT, number(1)), Assign(d, number(2), "*"))
        own = self.kept_barrier() + [Assign(at, self.any(t, number(1)))] + self.kept_barrier()
        self.new_roles()
        array.role = "read"
        return [*own, loop]

    def make_swap(self, array):
        """Two halves of an array, one read and one written, in turn."""
        if array.count < 2 * self.threads:
            return self.make_scan(array)
        half = array.count // 2
        b, i = Name(self.fresh("v"), INT), Name(self.fresh("i"), INT)
        t = self.thread
        read = Load(Place(array.pointer(), (Binary("+", binary("*", b, half), binary("^", t, 1) if self.threads % 2 == 0 else t),)))
        write = Place(array.pointer(), (Binary("+", Binary("*", Binary("-", number(1), b), number(half)), t),))
        body = (Assign(write, read), *self.kept_barrier(), Assign(b, number(1), "^"))
        rounds = self.any(number(3), number(4), *self.scalars)
        loop = Loop(self.site(), Binary("<", i, rounds), body, Declare(i.name, INT, number(0)), Assign(i, number(1), "+"))
        self.new_roles()
        array.role = "none"
        own = self.kept_barrier() + [Assign(Place(array.pointer(), (t,)), t)] + self.kept_barrier()
        return [*own, Declare(b.name, INT, number(0)), loop]

    def make_exchange(self, array):
        """The same with two pointers that are exchanged."""
        if array.count < 2 * self.threads:
            return self.make_sort(array)
        kind = PointerTo(array.element)
        a, b, c = (Pointer(self.fresh("p"), kind) for _ in range(3))
        i, t = Name(self.fresh("i"), INT), self.thread
        half = number(array.count // 2 if not self.slips() else self.any(self.threads - 1, self.threads // 2))
        other = binary("^", t, 1) if self.threads % 2 == 0 else t
        body = (Assign(Place(b, (t,)), Load(Place(a, (other,)))), *self.kept_barrier(), Declare(c.name, kind, a), Assign(a, b), Assign(b, c))
        loop = Loop(self.site(), Binary("<", i, self.any(number(2), number(3), *self.scalars)), body, Declare(i.name, INT, number(0)), Assign(i, number(1), "+"))
        own = self.kept_barrier() + [Assign(Place(array.pointer(), (t,)), t)] + self.kept_barrier()
        self.new_roles()
        array.role = "none"
        return [*own, Declare(a.name, kind, array.pointer()), Declare(b.name, kind, Moved(array.pointer(), half)), loop]

    def make_rounds(self, array):
        """Rounds of phases; how many may depend on parameters, data, or (a slip) on the thread."""
        i = Name(self.fresh("i"), self.any(INT, UINT, UCHAR))
        bound = self.any(number(2), number(3), binary("&", self.any(*self.scalars), 3), self.any(*self.scalars)) if self.scalars else self.any(number(2), number(3))
        constant = [array for array in self.buffers if array.const and array.element in (INT, UINT, UCHAR, SHORT)]
        if constant and self.chance(0.3):
            bound = binary("&", Load(Place(self.any(*constant).pointer(), (self.small(),))), 3)
        if self.slips():
            bound = binary("&", self.thread, 3)
        self.scope.append([i])
        self.fixed = (*self.fixed, i)
        body = self.kept_barrier()
        for _ in range(self.any(1, 2)):
            self.new_roles()
            body += self.guarded(self.statement, 1)
            if self.chance(0.12):
                body.append(If(self.condition() if self.slips() else self.uniform(), (self.any(Break(), Continue()),)))
            body += self.kept_barrier()
        self.scope.pop()
        loop = Loop(self.site(), Binary("<", i, bound), tuple(body), Declare(i.name, i.kind, number(0)), Assign(i, number(1), "+"))
        self.new_roles()
        return [loop, *self.kept_barrier()]

    def make_vote(self, _):
        """A loop that all threads leave together, as a vote says."""
        go, x = Name(self.fresh("v"), INT), Name(self.fresh("v"), INT)
        variable = self.fresh("v")
        body = (Assign(x, number(1), "-"), Barrier(self.site(), variable, self.any("or", "count"), Binary(">", x, number(0))), Assign(go, Name(variable, INT)),
                *(self.within(self.guarded, self.statement, 0) if self.chance(0.3) else ()))
        start = binary("&", self.any(self.thread, self.integer(1)), 3)
        loop = Loop(self.site(), Binary("!=", go, number(0)), body)
        return [Declare(go.name, INT, number(1)), Declare(x.name, INT, start), loop]

    def make_sort(self, array):
        """Exchanges with the neighbour in a bit of the number."""
        j = Name(self.fresh("i"), INT)
        t, other = self.thread, Name(self.fresh("v"), INT)
        high = Place(array.pointer(), (other,))
        x = Name(self.fresh("v"), FLOAT if array.element.real else array.element)
        at = Place(array.pointer(), (t,))
        guard = Binary(">" if not self.slips() else "!=", other, t)
        if self.threads & (self.threads - 1):
            guard = Binary("&&", guard, Binary("<", other, number(self.threads)))
        swap = If(Binary(">", Load(at), Load(high)), (Declare(x.name, x.kind, Load(at)), Assign(at, Load(high)), Assign(high, x)))
        body = (Declare(other.name, INT, Binary("^", Cast(INT, t), j)), If(guard, (swap,)), *self.kept_barrier())
        top = 1
        while top * 2 < min(self.threads, array.count):
            top *= 2
        loop = Loop(self.site(), Binary(">", j, number(0)), body, Declare(j.name, INT, number(top)), Assign(j, number(1), ">>"))
        own = self.kept_barrier() + [Assign(at, self.any(t, number(1)))] + self.kept_barrier()
        self.new_roles()
        array.role = "read"
        return [*own, loop]

    def make_compact(self, _):
        """A counter gives each thread a place of its own."""
        counters = [array for array in self.buffers if array.element in (INT, UINT) and array.role == "atomic"]
        targets = [array for array in self.buffers if array.role == "own" and isinstance(array.element, Type) and not array.const]
        if not counters or not targets:
            return self.make_store(0)
        target, counter = self.any(*targets), self.any(*counters)
        target.role, counter.role = "none", "none"
        at = Name(self.fresh("v"), counter.element)
        step = number(1 if not self.slips() else 0)
        index = Cast(UINT, at) if not self.slips() else binary("&", at, 63)
        value = Number(1, FLOAT) if target.element.real else self.any(self.thread, number(1))
        body = (Atomic("Add", Place(counter.pointer(), (number(0),)), step, None, at.name), Assign(Place(target.pointer(), (index,)), value))
        return [If(self.condition(False), body)]


def strip(statements, kind):
    """Statements without those of a kind, which would skip the end of a loop's body."""
    kept = []
    for statement in statements:
        if isinstance(statement, kind):
            continue
        if isinstance(statement, If):
            statement = If(statement.condition, strip(statement.then, kind), strip(statement.other, kind))
        kept.append(statement)
    return tuple(kept)


# ---------------------------------------------------------------------------------------------------------------------
# Kernels that mostly compute: loops that may not end, and claims about what they compute.


class Thinker(Maker):
    """Makes such a kernel."""

    def kernel(self):
        self.variables_of_loops = [Name(f"x{i}", self.any(INT, INT, UINT, UCHAR, UCHAR, CHAR, SHORT, USHORT, LONG)) for i in range(self.any(1, 2, 2, 3))]
        return super().kernel()

    def phase(self):
        if not self.last:
            return []
        self.new_roles()
        body = []
        for name in self.variables_of_loops:
            start = self.any(self.small(), self.thread, self.constant(0, 1, 7, 100, -5), binary("&", self.integer(1), 63), self.integer(1))
            body.append(Declare(name.name, name.kind, start))
            self.scope[0].append(name)
        for _ in range(self.any(1, 1, 2)):
            body.append(self.loop(2))
            if self.chance(0.4):
                body.append(self.claim())
        return [*body, self.claim(), *self.guarded(self.make_store, 0)]

    def barrier(self):
        return []

    def claim(self):
        of = self.any(*self.variables_of_loops)
        if self.chance(0.4):
            of = self.simple()
        self.claims.append(Claim(self.site(), of, self.any("<=", ">=", "!=", "==")))
        return self.claims[-1]

    def simple(self):
        """A small expression of the variables, without memory."""
        x, y = self.any(*self.variables_of_loops), self.any(*self.variables_of_loops, *self.scalars, self.thread, self.constant(1, 2, 3, 10))
        return self.any(x, Binary(self.any("+", "-", "^", "&", "*"), x, y), binary("&", x, self.any(1, 7, 15)), binary("%", x, self.any(3, 10)),
                        binary("/", x, self.any(2, 3)), Cast(self.any(UCHAR, SHORT, INT), x), binary(">>", x, self.any(1, 4)))

    def test(self):
        x = self.any(*self.variables_of_loops)
        other = self.any(self.constant(0, 1, 5, 16, 64, 100, -1), *self.scalars, *self.variables_of_loops, self.thread)
        return self.any(Binary(self.any("<", ">", "!=", "<=", ">="), x, other), Binary("!=", self.simple(), number(self.any(0, 1))), Binary(self.any("<", ">"), self.simple(), other))

    def change(self):
        x = self.any(*self.variables_of_loops)
        return self.any(Assign(x, self.any(number(self.any(1, 1, 2, 3, 5)), *self.scalars), self.any("+", "-")), Assign(x, number(1), self.any(">>", "<<")),
                        Assign(x, number(self.any(2, 3, 5)), "*"), Assign(x, self.constant(2, 3), "/"), Assign(x, self.simple()),
                        Assign(x, Binary("-", self.any(*self.variables_of_loops), number(1))))

    def loop(self, depth):
        self.in_branch += 1
        body = [self.change()]
        for _ in range(self.any(0, 1, 1, 2)):
            kind = self.any("change", "if", "leave", "skip", "loop")
            if kind == "loop" and depth > 1:
                body.append(self.loop(depth - 1))
            elif kind == "if":
                body.append(If(self.test(), (self.change(),), (self.change(),) if self.chance(0.4) else ()))
            elif kind in ("leave", "skip"):
                body.append(If(self.test(), (Break() if kind == "leave" else Continue(),)))
            else:
                body.append(self.change())
        self.random.shuffle(body)
        self.in_branch -= 1
        form = self.any("while", "while", "until", "for", "forever")
        if form == "for":
            i = self.counter()
            return Loop(self.site(), Binary("<", i, self.any(self.constant(4, 10, 20), *self.scalars)), tuple(body), Declare(i.name, i.kind, number(0)), Assign(i, number(self.any(1, 1, 2)), "+"))
        if form == "forever":
            return Loop(self.site(), None, (If(self.test(), (Break(),)), *body))
        return Loop(self.site(), self.test(), tuple(body), tested_last=form == "until")


# ---------------------------------------------------------------------------------------------------------------------
# Kernels whose warps have different work, and meet at named barriers: what each warp does depends on nothing, so that all schedules can be enumerated.


class Relay(Maker):
    """Makes such a kernel."""

    def kernel(self):
        self.warps = self.any(2, 2, 3)
        self.threads = 32 * self.warps
        self.array = Array("s0", self.any(INT, INT, UCHAR), 128, 0, True)
        self.lane, self.round = Name("lane", INT), Name("i", INT)
        self.slip = self.any(0, 0.05, 0.12)
        parts = self.any(self.pipeline, self.meetings)()
        body = [Declare("lane", INT, binary("&", Name("threadIdx.x", UINT), 31))]
        for warp, part in enumerate(parts):
            body.append(If(Binary("==", Binary(">>", Name("threadIdx.x", UINT), number(5)), number(warp)), tuple(part)))
        return Kernel([], [Array("g0", INT)], [self.array], [], [], body, (self.threads, 1, 1), (1, 1, 1))

    def at(self, part):
        """A place of the lane in a part of the array."""
        index = self.any(self.lane, self.lane, Binary("-", number(31), self.lane), binary("^", self.lane, 1))
        if self.slips():
            index = self.any(binary(">>", self.lane, 1), number(3))
        return Place(self.array.pointer(), (Binary("+", binary("*", part, 32), index),))

    def write(self, part):
        return Assign(self.at(part), self.any(self.lane, number(1)))

    def read(self, part):
        variable = self.fresh("v")
        return Declare(variable, INT, Load(self.at(part)))

    def meeting(self, form, barrier, expected=64):
        """A use of a barrier; slips leave it out, or change it."""
        if self.slips():
            return self.any([], [Named("arrive" if form == "sync" else "sync", barrier, expected)], [Named(form, binary("+", barrier, 1), expected)],
                            [Named(form, barrier, self.any(32, 64, 96))])
        return [Named(form, barrier, expected)]

    def pipeline(self):
        """One warp fills a few buffers in turn, another one empties them."""
        rounds, buffers = self.any(1, 2, 3, 4, 5), self.any(1, 2, 2, 3)
        i = self.round
        part = binary("%", i, buffers)
        full, empty = binary("+", part, 1), binary("+", part, 1 + buffers)
        late = buffers if not self.slips() else buffers - 1
        fill = [If(binary(">=", i, late), tuple(self.meeting("sync", empty))), self.write(part), *self.meeting("arrive", full)]
        drain = [*self.meeting("sync", full), self.read(part), If(binary("<", binary("+", i, buffers), rounds), tuple(self.meeting("arrive", empty)))]
        if self.slips():
            side = self.any(fill, drain)
            if len(side) > 2:
                side[1], side[2] = side[2], side[1]

        def loop(body):
            return [Loop(self.site(), Binary("<", i, number(rounds)), tuple(body), Declare("i", INT, number(0)), Assign(i, number(1), "+"))]

        return [loop(fill), loop(drain)] + [[]] * (self.warps - 2)

    def meetings(self):
        """The warps meet in a few groups, one after the other; the parts of the array go from one to another."""
        parts = [[] for _ in range(self.warps)]
        holder = {part: self.random.randrange(self.warps) for part in range(self.any(1, 2, 3))}
        for _ in range(self.any(1, 2, 3, 4)):
            for part, warp in holder.items():
                if self.slips():
                    warp = self.random.randrange(self.warps)
                for _ in range(self.any(0, 1, 1)):
                    parts[warp].append(self.any(self.write, self.read)(number(part)))
            group = self.random.sample(range(self.warps), self.any(2, self.warps))
            barrier = number(self.any(1, 2, 3, 4))
            forms = {warp: self.any("sync", "arrive") for warp in group[1:]} | {group[0]: "sync"}
            for warp in group:
                parts[warp] += self.meeting(forms[warp], barrier, 32 * len(group))
            for part, warp in holder.items():
                if warp in group:
                    holder[part] = self.any(*(warp for warp in group if forms[warp] == "sync"))
        return parts


class Story:
    """What one thread does: its uses of barriers, and its accesses, each with the number of uses before it."""

    def __init__(self, kernel, code, number_of):
        self.number, self.warp, self.uses, self.accesses = number_of, number_of // 32, [], []
        fill = lambda page: bytes(PAGE)
        objects = {array.name: Memory(array.name, array.count and array.count * array.element.size, fill, array.numbers.size) for array in kernel.shared + kernel.buffers}
        run = argparse.Namespace(launch=Launch(kernel.block, kernel.grid, ()), random=random.Random(0), rounds=ROUNDS, left=OF_ALL * ROUNDS)
        cta = argparse.Namespace(run=run, position=(0, 0, 0), note=self.note)
        self.uses.extend(code(Thread(run, cta, number_of, (number_of, 0, 0), objects), {}))

    def note(self, _, memory, at, size, kind, raw):
        self.accesses.append((memory.name, at, size, kind, raw, len(self.uses)))


class Schedules:
    """All schedules of warps that meet at named barriers, by the rules of docs/src/semantics.md; looks like a run."""

    void, ended, later = "", True, {}

    def __init__(self, kernel, code):
        self.launch = Launch(kernel.block, kernel.grid, (kernel.grid,))
        self.violations, self.generations, self.members = {}, collections.defaultdict(set), {}
        self.stories = [Story(kernel, code, thread) for thread in range(kernel.block[0])]
        self.programs = [self.stories[32 * warp].uses for warp in range(kernel.block[0] // 32)]
        alone = self.explore()
        if any(len(found) > 1 for found in self.generations.values()):
            self.violate("barrier-reuse", "who meets depends on the schedule")
        if not self.violations:
            self.races()
        if alone:
            self.violate("barrier-reuse", alone)

    @property
    def relied_on(self):
        return self.violations

    def __str__(self):
        return f"all schedules: {self.violations or 'nothing'}"

    def violate(self, what, text):
        self.violations.setdefault(what, text)

    def explore(self):
        """Visits every state, and says whether warps only arrive at a barrier, so that nobody waits for them. A state: where each warp is; of each barrier in use, who waits there, who arrived, and how many it expects; and how often each was complete."""
        todo, seen, alone = [((0,) * len(self.programs), (), ())], set(), ""
        while todo:
            state = todo.pop()
            if state in seen:
                continue
            seen.add(state)
            places, barriers, complete = state
            held = {barrier: (waiting, arrived, expected) for barrier, waiting, arrived, expected in barriers}
            blocked = {warp for waiting, _, _ in held.values() for warp in waiting}
            full = [barrier for barrier, (waiting, arrived, expected) in held.items() if 32 * (len(waiting) + arrived) == expected]
            next_of = {warp: program[place] for warp, (program, place) in enumerate(zip(self.programs, places)) if warp not in blocked and place < len(program)}
            for warp, (_, barrier, expected) in next_of.items():
                if barrier in held and held[barrier][2] != expected or barrier in full:
                    self.violate("barrier-reuse", f"warp {warp} uses barrier {barrier} against its rules")
            if not full and not next_of and blocked:
                self.violate("deadlock", f"warps {sorted(blocked)} wait forever")
            moves = []
            for barrier in full:
                waiting = held[barrier][0]
                if not waiting:
                    alone = f"warps only arrive at barrier {barrier}"
                after = {key: value for key, value in held.items() if key != barrier}
                moves.append((tuple(place + (warp in waiting) for warp, place in enumerate(places)), after, dict(complete) | {barrier: dict(complete).get(barrier, 0) + 1}))
            for warp, (form, barrier, expected) in next_of.items() if not full else ():
                waiting, arrived, expects = held.get(barrier, (frozenset(), 0, expected))
                if expects != expected or 32 * (len(waiting) + arrived + 1) > expected:
                    self.violate("barrier-reuse", f"warp {warp} uses barrier {barrier} against its rules")
                    continue
                generation = barrier, dict(complete).get(barrier, 0)
                self.generations[warp, places[warp]].add(generation)
                self.members.setdefault(generation, set()).add((warp, places[warp]))
                stays = form == "sync"
                after = held | {barrier: (waiting | {warp} if stays else waiting, arrived + (not stays), expected)}
                moves.append((tuple(place + (other == warp and not stays) for other, place in enumerate(places)), after, dict(complete)))
            for after, held_after, complete_after in moves:
                todo.append((after, tuple(sorted(((key, *value) for key, value in held_after.items()), key=lambda item: item[0])), tuple(sorted(complete_after.items()))))
        return alone

    def races(self):
        """Looks for accesses that the uses of barriers do not order."""
        after = {}
        for warp, program in reversed(list(enumerate(self.programs))):
            for place in range(len(program)):
                reached, todo = set(), [(warp, place)]
                while todo:
                    node = todo.pop()
                    if node in reached:
                        continue
                    reached.add(node)
                    if node[1] + 1 < len(self.programs[node[0]]):
                        todo.append((node[0], node[1] + 1))
                    members = self.members[next(iter(self.generations[node]))]
                    todo += [member for member in members if self.programs[member[0]][member[1]][0] == "sync"]
                after[warp, place] = reached

        def ordered(first, second):
            if first[0] == second[0]:
                return True
            for (_, warp, before), (_, other, place) in ((first, second), (second, first)):
                if warp == other and any(use[0] == "sync" for use in self.programs[warp][before:place]):
                    return True
                if warp != other and any(of == other and use < place for of, use in after.get((warp, before), ())):
                    return True
            return False

        log = collections.defaultdict(set)
        for story in self.stories:
            for name, at, size, kind, raw, uses in story.accesses:
                log[name, at].add(((story.number, story.warp, uses), kind, at, size, raw))
        for (name, at), entries in log.items():
            found = conflict(entries, ordered)
            if found:
                self.violate("race" if found == "race" else "equal writes", f"{name}, byte {at}")


# ---------------------------------------------------------------------------------------------------------------------
# What is asked of raddle, and what is run.

SMALL = (1, 2, 3, 5, 8, 16, 31, 32, 33, 40, 63, 64, 65, 96, 100, 128)
LARGE = (255, 256, 257, 300, 512, 1024)


@dataclasses.dataclass
class Question:
    """One check by raddle: a launch (None: a size that is left free), what is given of the inputs, and options."""

    block: tuple | None
    grid: tuple | None
    grid_asked: bool
    scalars: dict
    sizes: dict
    contents: dict
    options: list

    def words(self, kernel, folder):
        """The command line after `raddle check FILE`."""
        dimensions = 3 if kernel.block[2] > 1 else 2 if kernel.block[1] > 1 else 1
        words = ["--block", ",".join(map(str, self.block[:dimensions] if self.block else "*" * dimensions))]
        if self.grid:
            words += ["--grid", ",".join(map(str, self.grid[:2] if self.grid[1] > 1 else self.grid[:1]))]
        elif self.grid_asked:
            words += ["--grid", "*,*" if kernel.grid[1] > 1 else "*"]
        for name, value in self.scalars.items():
            words += ["--arg", f"{name}={value}"]
        for array in kernel.buffers:
            if array.name in self.contents:
                file = folder / f"{array.name}.npy"
                file.write_bytes(npy(array.element, self.contents[array.name]))
                words += ["--buffer", f"{array.name}={file}"]
            elif array.name in self.sizes:
                words += ["--buffer", f"{array.name}={self.sizes[array.name]}"]
        return words + self.options


def npy(kind, values):
    """Numbers as a NumPy file."""
    form = f"<{'f' if kind.real else 'i' if kind.signed else 'u'}{kind.size}" if kind.size > 1 else f"|{'i' if kind.signed else 'u'}1"
    header = f"{{'descr': '{form}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    raw = b"".join(kind.pack(value).to_bytes(kind.size, "little") for value in values)
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode() + raw


class Plan:
    """What is asked about a kernel, and the launches and inputs for the interpreter."""

    def __init__(self, kernel, maker):
        self.kernel, self.maker, self.random = kernel, maker, random.Random(f"plan {maker.seed}")
        self.constants = sorted(maker.constants)

    def any(self, *items):
        return self.random.choice(items)

    def scalar(self, kind):
        """A value for a parameter."""
        value = self.any(0, 1, 2, 3, self.random.choice(self.constants), self.random.choice(self.constants) + self.any(-1, 1), self.kernel.block[0], -1, self.random.randrange(200),
                         self.random.getrandbits(32), kind.low, kind.high, 1 << self.random.randrange(32))
        return kind.wrap(value)

    def number_of(self, array):
        """How many elements of a buffer are in reach of a launch, more or less."""
        threads = self.kernel.block[0] * self.kernel.block[1] * self.kernel.block[2]
        blocks = self.kernel.grid[0] * self.kernel.grid[1]
        return self.any(64, 128, 1024, threads * blocks, threads * blocks + 64, 64 * blocks + 64, 256 * blocks) if array.role != "read" else self.any(64, 64, 1024)

    def questions(self):
        """One about a launch, one with sizes left free."""
        kernel = self.kernel
        if isinstance(self.maker, Relay):
            return [Question(kernel.block, self.any(kernel.grid, None), False, {}, {}, {}, [])]
        asked = []
        for free in (False, True):
            question = Question(kernel.block, kernel.grid, True, {}, {}, {}, [])
            if free:
                question.block = self.any(None, None, None, kernel.block)
                question.grid = self.any(None, None, (1, 1, 1)) if question.block is None else None
                question.grid_asked = self.any(False, False, True)
            for name in kernel.scalars:
                if self.random.random() < (0.15 if free else 0.5):
                    question.scalars[name.name] = self.scalar(name.kind)
            for array in kernel.buffers:
                if isinstance(array.element, Record):
                    continue
                given = self.random.random()
                if given < (0.1 if free else 0.25):
                    count = self.number_of(array)
                    question.contents[array.name] = [array.element.wrap(self.any(0, 1, 2, 5, 40, 63, self.random.randrange(64))) for _ in range(count)]
                elif given < (0.3 if free else 0.5):
                    question.sizes[array.name] = self.number_of(array)
            if self.random.random() < 0.15:
                question.options.append(self.any("--strict-benign", "--strict-wrap", "--within-cta"))
            asked.append(question)
        return asked

    def far(self, question):
        """A launch of many blocks, of which two run that are far apart: their numbers of threads may be equal in fewer bits."""
        threads = self.kernel.block[0] * self.kernel.block[1] * self.kernel.block[2]
        apart = (1 << self.any(8, 15, 16, 24, 31, 32)) // self.any(threads, threads, 64, 128, 256)
        most = ((1 << 31) - 1) // (1 if question.grid_asked else threads)
        if not 0 < apart < most:
            return self.launch(question, True)
        first = self.any(0, 0, 1, self.random.randrange(most - apart))
        return Launch(self.kernel.block, (most, 1, 1), ((first, 0, 0), (first + apart, 0, 0)))

    def launch(self, question, home):
        """A launch that a question is about."""
        kernel = self.kernel
        block, grid = question.block, question.grid
        if block is None:
            if home:
                block = kernel.block
            elif kernel.block[1] == 1:
                block = (self.any(*(LARGE if self.random.random() < 0.15 else SMALL)), 1, 1)
            else:
                block = self.any((1, 1), (2, 3), (8, 4), (4, 8), (16, 16), (33, 2), (1, 32), (32, 4), (64, 2), (16, 5), (7, 7))
                block += (self.any(1, 2, 3),) if kernel.block[2] > 1 else (1,)
        if grid is None:
            grid = kernel.grid if home else self.any((1, 1, 1), (2, 1, 1), (2, 1, 1), (3, 1, 1), (257, 1, 1), (70000, 1, 1))
            if kernel.grid[1] > 1 and not home:
                grid = self.any((2, 2, 1), (3, 1, 1), (1, 3, 1), (2, 300, 1))
        ctas = {(x, y, 0) for x in range(min(grid[0], 3)) for y in range(min(grid[1], 3))}
        if grid[0] > 3:
            ctas = {(x, 0, 0) for x in self.random.sample(range(grid[0]), 2)} | {(0, 0, 0), (256, 0, 0), (grid[0] - 1, 0, 0)}
        if grid[1] > 3:
            ctas = {(self.random.randrange(grid[0]), y, 0) for y in (0, 1, 256, grid[1] - 1)}
        if block[0] * block[1] * block[2] > 256:
            ctas = set(sorted(ctas)[:2])
        return Launch(block, grid, tuple(sorted(ctas)))

    def inputs(self, question):
        """Inputs that a question is about."""
        scalars = {name.name: question.scalars.get(name.name, self.scalar(name.kind)) for name in self.kernel.scalars}
        manner = {array.name: self.any("few", "few", "bits", "number", "zero", "index") for array in self.kernel.buffers + self.kernel.shared}
        sizes = question.sizes | {name: len(values) for name, values in question.contents.items()}
        return Inputs(scalars, sizes, question.contents, manner, self.random.getrandbits(30))

    def runs(self, question, code, count):
        """Runs for a question: launches, inputs and orders in turn."""
        if isinstance(self.maker, Relay):
            yield Schedules(self.kernel, code)
            return
        for number in range(count):
            launch = self.launch(question, number % 2 == 0)
            if number % 5 == 4 and question.grid is None and self.kernel.grid[1] == 1:
                launch = self.far(question)
            yield Run(self.kernel, code, launch, self.inputs(question), ("forward", "reverse", "random")[number % 3], number % 2 == 1)


# ---------------------------------------------------------------------------------------------------------------------
# The comparison.

# What the interpreter sees, and the property that it violates, where the names differ.
AGAINST = {"race" + BETWEEN: "race", "equal writes": "race", "equal writes" + BETWEEN: "race"}


def holds(condition, run):
    """Does a run meet a condition that raddle states? None: it is not understood."""
    text = re.sub(r"(?<=\d)[uUlL]+", "", condition).replace("&&", " and ").replace("||", " or ")
    text = re.sub(r"!(?!=)", " not ", text)
    try:
        return bool(eval(text, {"__builtins__": {}}, dict(run.inputs.scalars)))  # pylint: disable=eval-used
    except (NameError, SyntaxError, TypeError, AttributeError, ZeroDivisionError):
        return None


def contradicted(result, runs):
    """The violation that a proof says cannot occur, or None."""
    scope = result["verdict"]["scope"]
    if scope["launch"]["ctas"]["kind"] == "one":
        return None
    left_out = {exception["kind"] for exception in scope["up_to"]}
    small = any(assumption["name"] == "launch-size" for assumption in scope["assumptions"])
    for run in runs:
        if small and any(block * grid >= 1 << 31 for block, grid in zip(run.launch.block, run.launch.grid)):
            continue
        for what, text in run.relied_on.items():
            if AGAINST.get(what, what) != result["property"]:
                continue
            if what.startswith("equal") and "equal-writes" in left_out or what.endswith(BETWEEN) and "between-ctas" in left_out:
                continue
            if all(holds(condition, run) for condition in scope["conditions"]):
                return f"{what}: {text}; {run}"
    return None


def shown(name, run, options):
    """Does a run show that a property is violated?"""
    seen = set()
    for what in [*run.violations, *run.later]:
        if what.startswith("equal") and "--strict-benign" not in options or what.endswith(BETWEEN) and "--within-cta" in options:
            continue
        seen.add(AGAINST.get(what, what))
    if name in ("deadlock", "barrier-reuse") and "divergence" in seen:
        return True
    return name in seen


def parameters(kernel):
    """The parameters in their order, and where each lies among the bytes that a kernel is given."""
    at, offsets = 0, []
    for parameter in [*kernel.buffers, *kernel.scalars]:
        size = 8 if isinstance(parameter, Array) else parameter.kind.size
        at = -(-at // size) * size
        offsets.append((parameter, at))
        at += size
    return offsets


def of_witness(witness, question, plan):
    """The launch and the inputs of a witness; what it leaves open is chosen."""
    kernel, schedule = plan.kernel, witness["schedule"] or {}
    chosen = schedule.get("inputs", {})
    sizes = [size if isinstance(size, int) else 1 for size in witness["launch"].get("block") or kernel.block]
    places = {tuple(thread["cta"]) for thread in witness["threads"]} | ({tuple(schedule["cta"])} if schedule.get("cta") else set())
    least = [1 + max((place[axis] for place in places), default=0) for axis in range(3)]
    grid = chosen.get("grid") or witness["launch"].get("grid") or least
    grid = [size if isinstance(size, int) else enough for size, enough in zip(grid, least)]
    if grid[0] * grid[1] * grid[2] <= 4:
        places = {(x, y, z) for x in range(grid[0]) for y in range(grid[1]) for z in range(grid[2])}
    inputs = plan.inputs(question)
    given = {argument["name"]: argument["value"] for argument in witness["launch"]["args"]}
    inputs.scalars |= {name.name: name.kind.wrap(int(given[name.name])) for name in kernel.scalars if name.name in given}
    offsets = parameters(kernel)
    for argument in chosen.get("arguments", []):
        parameter = offsets[argument["parameter"]][0]
        if isinstance(parameter, Name):
            inputs.scalars[parameter.name] = parameter.kind.unpack(int.from_bytes(bytes(argument["bytes"])[:parameter.kind.size], "little"))
    names = {offset: parameter.name for parameter, offset in offsets}
    for content in chosen.get("contents", []):
        held = inputs.chosen.setdefault(names[content["pointer"]], {})
        held.update({content["offset"] + number: byte for number, byte in enumerate(content["bytes"])})
    return Launch(tuple(sizes), tuple(grid), tuple(sorted(places or {(0, 0, 0)}))), inputs


def confirmed(result, question, plan, code):
    """Does the interpreter show a violation with the launch and the inputs of a witness? None where it was given up in a run with these."""
    if isinstance(plan.maker, Relay):
        return False
    ended = True
    for diagnostic in result["diagnostics"]:
        if diagnostic["severity"] != "error" or not diagnostic.get("witness"):
            continue
        for attempt in range(8):
            launch, inputs = of_witness(diagnostic["witness"], question, plan)
            run = Run(plan.kernel, code, launch, inputs, ("forward", "reverse", "random")[attempt % 3], attempt % 2 == 1, MANY_ROUNDS)
            if shown(result["property"], run, question.options) or result["property"] == "termination" and not run.ended:
                return True
            ended &= run.ended
    return False if ended else None


def ask(options, question, plan, folder):
    """Runs raddle: its exit code, its report or None, and what it was asked."""
    words = question.words(plan.kernel, folder)
    command = [options.raddle, "check", folder / "kernel.cu", *words, "--format", "json", "--jobs", 1, *(["--timeout", options.timeout] if options.timeout else [])]
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=10 * options.timeout + 900)
    except subprocess.TimeoutExpired:
        return None, None, words
    try:
        return done.returncode, json.loads(done.stdout), words
    except json.JSONDecodeError:
        return done.returncode, None, words


def compare(question, plan, code, runs, status, report):
    """The results of a check: for each property the verdict, and whether a violation was seen. And the flags."""
    if report is None or report["errors"] or not report["kernels"]:
        text = "no report" if report is None else "; ".join(error["title"] for error in report["errors"])
        return {}, [("failed", f"exit code {status}: {text}")]
    results, flags = {}, []
    for result in report["kernels"][0]["results"]:
        name, kind = result["property"], result["verdict"]["kind"]
        seen = any(shown(name, run, question.options) for run in runs)
        if kind == "proved":
            found = contradicted(result, runs)
            if found:
                flags.append(("wrong proof", f"{name}: {found}"))
        elif kind == "refuted" and not seen:
            seen = confirmed(result, question, plan, code)
            if seen is False:
                flags.append(("wrong refutation", name))
        results[name] = [kind, seen]
    kinds = {kind for kind, _ in results.values()}
    expected = 1 if "refuted" in kinds else 2 if "unknown" in kinds else 0
    if status != expected:
        flags.append(("wrong exit", f"{status}, not {expected}"))
    return results, flags


def maker_of(seed):
    """What makes the kernel of a seed: one in eight has named barriers, and one in eight is about loops."""
    return {3: Thinker, 7: Relay}.get(seed % 8, Maker)(seed)


def hunt(options, seed):
    """All about one seed."""
    maker = maker_of(seed)
    kernel = maker.kernel()
    code, plan = kernel.compiled(), Plan(kernel, maker)
    row = {"seed": seed, "checks": []}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "kernel.cu").write_text(kernel.c())
        for question in plan.questions():
            runs = list(plan.runs(question, code, options.runs))
            status, report, words = ask(options, question, plan, folder)
            results, flags = compare(question, plan, code, runs, status, report)
            seen = sorted({what for run in runs for what in run.violations})
            row["checks"].append({"words": words, "exit": status, "runs": len(runs), "of them void": sum(bool(run.void) for run in runs), "seen": seen,
                                  "results": results, "flags": flags})
            if flags and options.keep:
                kept = options.keep / str(seed)
                kept.mkdir(parents=True, exist_ok=True)
                for file in folder.iterdir():
                    (kept / file.name).write_bytes(file.read_bytes())
                number = len(row["checks"])
                (kept / f"{number}.json").write_text(json.dumps(report, indent=1))
                lines = [shlex.join(words), f"exit code {status}", *map(str, flags), "", *map(str, runs)]
                (kept / f"{number}.txt").write_text("\n".join(lines) + "\n")
    return row


# ---------------------------------------------------------------------------------------------------------------------


def markdown(head, rows):
    """Prints a table."""
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print()


def summary(rows):
    """Prints what came out."""
    checks = [check for row in rows for check in row["checks"]]
    counts = collections.defaultdict(collections.Counter)
    for check in checks:
        for name, (kind, seen) in check["results"].items():
            counts[name][kind] += 1
            counts[name][kind, seen] += 1
    buggy = sum(any(check["seen"] for check in row["checks"]) for row in rows)
    print(f"{len(rows)} kernels, a violation is seen in {buggy}; {len(checks)} checks, {sum(check['runs'] for check in checks)} runs of the interpreter, "
          f"{sum(check['of them void'] for check in checks)} of them void\n")
    markdown(["property", "proved", "refuted", "of these, seen", "unknown", "of these, a violation seen"],
             [[name, count["proved"], count["refuted"], count["refuted", True], count["unknown"], count["unknown", True]] for name, count in sorted(counts.items())])
    flags = [(row["seed"], " ".join(check["words"]), kind, text) for row in rows for check in row["checks"] for kind, text in check["flags"]]
    print(f"flags: {len(flags)}\n")
    if flags:
        markdown(["seed", "options", "flag", "what"], flags)


def show(seed, count):
    """Prints a kernel and what is seen of it."""
    maker = maker_of(seed)
    kernel = maker.kernel()
    plan = Plan(kernel, maker)
    print(kernel.c())
    with tempfile.TemporaryDirectory() as folder:
        for question in plan.questions():
            print(shlex.join(question.words(kernel, pathlib.Path(folder))))
            for run in plan.runs(question, kernel.compiled(), count):
                print("   ", run)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=99)
    parser.add_argument("--raddle", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--timeout", type=int, default=0, help="seconds for each check; 0: what raddle takes by default")
    parser.add_argument("--runs", type=int, default=20, help="runs of the interpreter for each check")
    parser.add_argument("--show", type=int, metavar="SEED")
    options = parser.parse_args()
    if options.show is not None:
        show(options.show, options.runs)
        return
    if not options.raddle or not options.results:
        parser.error("--raddle and --results are needed")
    rows = {}
    if options.results.exists():
        rows = {row["seed"]: row for row in map(json.loads, options.results.read_text().splitlines())}
    wanted = range(options.first, options.last + 1)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool, options.results.open("a") as file:
        running = {pool.submit(hunt, options, seed): seed for seed in wanted if seed not in rows}
        for number, done in enumerate(concurrent.futures.as_completed(running), 1):
            if done.exception():
                pool.shutdown(cancel_futures=True)
                sys.exit(f"seed {running[done]}: {done.exception()!r}")
            row = done.result()
            rows[row["seed"]] = row
            file.write(json.dumps(row) + "\n")
            file.flush()
            for check in row["checks"]:
                for flag in check["flags"]:
                    print(row["seed"], *flag, file=sys.stderr)
            if number % 100 == 0:
                print(f"{number} of {len(running)}", file=sys.stderr)
    summary([rows[seed] for seed in wanted if seed in rows])


if __name__ == "__main__":
    main()
