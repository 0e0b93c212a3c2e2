"""Random programs of Python with what Python, NumPy and ml_dtypes make of them: writes python.txt.

Run it with a Python since 3.12 that has numpy and ml_dtypes: python python.py > python.txt
"""

import random
import struct
import sys
import warnings

import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
random.seed(43)

FLOATS = ["np.float16", "np.float32", "np.float64", "ml_dtypes.bfloat16", "ml_dtypes.float8_e4m3fn", "ml_dtypes.float8_e5m2"]
WHOLE = ["np.int8", "np.int16", "np.int32", "np.int64", "np.uint8", "np.uint16", "np.uint32"]
DECIMALS = ["0.1", "0.3", "1.5", "2.0", "0.7", "3.25", "10.0", "1e-3", "0.5", "7.125", "100.0", "65504.0", "1e-7", "448.0", "1.1", "1e30", "6e-8"]


def number(kind):
    """A number of a kind as text."""
    if kind == "float":
        return random.choice(["", "", "-"]) + random.choice(DECIMALS)
    if kind == "int":
        return random.choice(["", "", "-"]) + str(random.choice([0, 1, 2, 3, 5, 7, 10, 12, 100, 2049, 16777217]))
    if kind in WHOLE:
        return f"{kind}({random.choice([0, 1, 2, 3, 5, 7, 100, 120])})"
    return f"{kind}({number(random.choice(['float', 'float', 'int']))})"


def expression(names, kinds, depth):
    """An expression of names and numbers."""
    one = lambda: expression(names, kinds, depth - 1)
    if depth == 0:
        return random.choice(names) if names and random.random() < 0.6 else number(random.choice(kinds))
    choice = random.random()
    if choice < 0.55:
        return f"({one()} {random.choice('+-*/+-*')} {one()})"
    if choice < 0.62:
        return f"({one()} {random.choice(['//', '%'])} {one()})"
    if choice < 0.68:
        return f"-{one()}"
    if choice < 0.73:
        return f"abs({one()})"
    if choice < 0.78:
        return f"np.sqrt(abs({one()}))"
    if choice < 0.82:
        return f"({one()} if {condition(names, kinds, depth - 1)} else {one()})"
    if choice < 0.85:
        return f"{random.choice(['np.float32', 'np.float16', 'float', 'ml_dtypes.bfloat16', 'np.float64', 'int', 'round'])}({one()})"
    if choice < 0.88:
        return f"{random.choice(['max', 'min', 'np.maximum', 'np.minimum'])}({one()}, {one()})"
    if choice < 0.91:
        return f"{random.choice(['np.floor', 'np.ceil', 'np.trunc', 'np.rint', 'math.floor', 'math.ceil', 'math.sqrt', 'math.fabs'])}({one()})"
    if choice < 0.94:
        return f"{random.choice(['2', '3', '10'])} ** {random.choice('0123')}"
    if choice < 0.97:
        return f"sum([{one()}, {one()}, {one()}])"
    return f"math.fma({one()}, {one()}, {one()})"


def condition(names, kinds, depth):
    one = lambda: expression(names, kinds, depth)
    choice = random.random()
    if choice < 0.7:
        return f"{one()} {random.choice(['<', '>', '<=', '>=', '==', '!='])} {one()}"
    if choice < 0.8:
        return f"({one()} < {one()} <= {one()})"
    if choice < 0.9:
        return f"({condition(names, kinds, 0)} {random.choice(['and', 'or'])} {condition(names, kinds, 0)})"
    return f"not {one()} > {one()}"


def program():
    """A program: names, control, a last line."""
    kinds = random.choice([["float"], ["float", "int"], ["np.float32", "float", "int"], ["np.float16", "float", "int"], ["np.float32"],
                           ["np.float16"], ["ml_dtypes.bfloat16", "int"], ["ml_dtypes.bfloat16", "float"], ["ml_dtypes.float8_e4m3fn"],
                           ["ml_dtypes.float8_e5m2", "int"], ["np.float64", "float"], ["int"], ["np.int32", "int"], ["np.int8", "np.int16", "int"],
                           ["np.float32", "np.float64", "float"], FLOATS[:3], ["np.float16", "np.int8", "np.int32"], ["np.uint8", "np.int8"],
                           FLOATS + ["float"], WHOLE])
    names, lines = [], []
    for name in ["a", "b", "c"][: random.randint(0, 3)]:
        lines.append(f"{name} = {expression(names, kinds, random.randint(0, 1))}")
        names.append(name)
    deep = random.randint(1, 2)
    for _ in range(random.randint(0, 2)):
        if not names:
            break
        name = random.choice(names)
        shape = random.random()
        step = f"{name} {random.choice(['=', '+=', '-=', '*='])} {expression(names, kinds, deep)}"
        if shape < 0.3:
            lines += [f"for i in range({random.randint(1, 6)}):", f"    {step}"]
        elif shape < 0.5:
            other = random.choice(names)
            lines += [f"if {condition(names, kinds, 1)}:", f"    {step}", "else:", f"    {other} = {expression(names, kinds, 1)}"]
        elif shape < 0.65:
            lines += ["n = 0", f"while n < {random.randint(1, 5)}:", "    n += 1", f"    if {condition(names, kinds, 0)}:",
                      f"        {random.choice(['break', 'continue', step])}", f"    {step}"]
        elif shape < 0.75:
            lines += [f"def f(x):", f"    if x > {number(kinds[0])}:", f"        return {expression(['x'], kinds, 1)}", f"    return {expression(['x'], kinds, 1)}",
                      f"{name} = f({name})"]
        elif shape < 0.85:
            lines += [f"xs = [{', '.join(number(kinds[0]) for _ in range(4))}]", "for x in xs:", f"    {name} += x"]
        else:
            lines.append(step)
    lines.append(expression(names, kinds, random.randint(1, 3)))
    return lines


def bits(value):
    """The type of a value and its bits; None for what has none here."""
    if isinstance(value, (bool, np.bool_)):
        return "bool", f"{int(value):08x}"
    if type(value) is int:
        return ("int", f"{value & (1 << 64) - 1:016x}") if -(1 << 63) <= value < 1 << 63 else None
    if type(value) is float:
        return None if value != value else ("float", struct.pack(">d", value).hex())
    if not hasattr(value, "dtype") or value != value:
        return None
    width = value.dtype.itemsize
    code = int(np.array(value).view(f"uint{8 * width}"))
    return value.dtype.name, f"{code:0{2 * width}x}"


def main():
    head = f"# Random programs of Python and the type and bits of their last line: Python {sys.version.split()[0]}, NumPy {np.__version__}, "
    print(head + f"ml_dtypes {ml_dtypes.__version__} on x86-64; written by python.py. NaNs are left out.")
    count = 0
    while count < 700:
        lines = program()
        space = {"np": np, "ml_dtypes": ml_dtypes, "math": __import__("math")}
        try:
            exec("\n".join(lines[:-1]), space)
            known = bits(eval(lines[-1], space))
        except (ZeroDivisionError, OverflowError, ValueError):
            known = ("raises", "-")
        except (TypeError, NameError):
            continue
        if known is None or known[0] in ("complex",):
            continue
        if known[0] == "raises" and random.random() < 0.7:
            continue
        # Without a word of Python's a line is C.
        if not any(word in "\n".join(lines) for word in ["np.", "math.", "ml_dtypes", " for ", " if "]):
            lines[-1] = f"print({lines[-1]})"
        print(*known, "\\n".join(lines))
        count += 1


main()
