"""What is asked about a text: its result over arrays, its steps, a kernel's buffers, and why a result is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import FORMATS, NUMPY, apply, array_of, dtype_of, expression, flat, format_of, instruction, numbers, read_as, together, unsigned
from ._core import Diagnosis, Explanation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def evaluate(text: str, *, target: str | None = None, **operands: ArrayLike) -> Any:
    """An instruction of PTX, or an expression of C with float or double variables, for each element of arrays.

    PTX ends with a semicolon. It may be several lines; the last one writes the result. An array has the operand's dtype, or its bits as
    unsigned integers; if all are bits, so is the result. A number of Python takes the operand's dtype, or that of the arrays.

    >>> import numpy as np, ulpscope as ulp
    >>> x = np.float32([1, 2])
    >>> ulp.evaluate("fma.rn.relu.bf16 d, a, b, c;", a=np.uint16(0xc000), b=np.uint16(0x3f80), c=np.uint16(0))
    np.uint16(0)
    >>> ulp.evaluate("expf(x) * y", x=x, y=np.float32(2))
    array([ 5.4365635, 14.778112 ], dtype=float32)
    """
    if text.rstrip().endswith(";"):
        function = instruction(text, target)
        wanted = [name for name, _ in function.inputs]
        if sorted(wanted) != sorted(operands):
            raise ValueError(f"The text reads {', '.join(wanted)}; given are {', '.join(operands)}.")
        arrays = {name: _number(operands[name], own if lanes == 1 else None) for name, (own, lanes, _) in function.inputs}
        for name, (own, lanes, width) in function.inputs:
            given = arrays[name].dtype
            if 8 * given.itemsize != width or not (given.kind == "u" or _is(given, own, lanes)):
                raise ValueError(f"`{name}` holds {lanes} of {own} in {width} bits; the array has {given.name}.")
        own, lanes, width = function.output
        # Bits in, bits out.
        dtype = next((x.dtype for x in arrays.values() if _is(x.dtype, own, lanes)), NUMPY.get(own) if lanes == 1 else None)
        bare = dtype is None or all(x.dtype.kind == "u" for x in arrays.values())
        return apply(function, [arrays[name] for name in wanted], unsigned(max(width // 8, 1)) if bare else dtype)
    given, dtype = together(*operands.values())
    if not given or dtype not in (np.float32, np.float64):
        raise ValueError("An expression of C takes arrays of float32, or of float64.")
    return apply(expression(text, tuple(operands), format_of(dtype), target or "sm_90"), given, dtype)


def _number(x, own):
    """An array; a number of Python has the dtype of a format that NumPy knows."""
    return numbers(x, np.dtype(NUMPY[own])) if own in NUMPY else array_of(x)


def _is(dtype, own, lanes):
    try:
        return lanes == 1 and format_of(dtype) == own
    except ValueError:
        return False


def explain(text: str, *, target: str = "sm_90", **operands: ArrayLike) -> Explanation:
    """Runs a text (PTX, C, machine code, a number) on numbers and keeps every step.

    A number of Python, or a string with one, is rounded to the operand's format. A number of NumPy, or an array of one, gives its bits.

    >>> import ulpscope as ulp
    >>> done = ulp.explain("add.rn.f32 d, a, b;", a=16777216, b=1)
    >>> done.why
    'Exactly half way: nearest-even keeps the even candidate, and the last kept bit is already 0.'
    """
    given = []
    for name, x in operands.items():
        if isinstance(x, (int, float, str)) and not isinstance(x, np.generic):
            given.append((name, str(x)))
        else:
            x = array_of(x)
            if x.size != 1 or not (x.dtype.kind == "u" or x.dtype.name in FORMATS):
                raise ValueError(f"`{name}` is one number, not {x.dtype.name} of the shape {x.shape}.")
            given.append((name, (int(flat(x)[0]), 8 * x.dtype.itemsize)))
    return _core.explain(text, target, given)


def widget(text: str, *, target: str = "sm_90", **operands: ArrayLike) -> Any:
    """What `explain` shows, in a notebook, where text and operands can be changed. It needs anywidget: `pip install "ulpscope[widget]"`.

    Its traits `text`, `operands` and `target` can be set from Python, too; `html` is what is drawn, and `error` says what is wrong. Python
    computes, so a kernel must run; nothing comes over the network.

    >>> import ulpscope as ulp
    >>> ulp.widget("add.rn.f32 d, a, b;", a=1, b=2).error
    ''
    """
    try:
        from ._widget import Explorer
    except ModuleNotFoundError as missing:
        if missing.name not in ("anywidget", "traitlets"):
            raise
        raise ModuleNotFoundError('A widget needs anywidget: pip install "ulpscope[widget]".', name=missing.name) from None
    return Explorer(text=text, target=target, operands=operands)


def why(text: str, seen: ArrayLike, *, target: str = "sm_90", **operands: ArrayLike) -> Diagnosis:
    """Why results are other than expected: what is tried, as the page Debug does it, and how many of `seen` it gives.

    `summary`, `counts` (right, explained, unexplained), `causes` and `wrong` say what was found.

    >>> import numpy as np, ulpscope as ulp
    >>> a, b = np.float32([1.1, 3.3, 1e-30]), np.float32([1.1, 7.7, 1e-10])
    >>> found = ulp.why("mul.rn.f32 d, a, b;", ulp.mul(a, b, ftz=True), a=a, b=b)
    >>> found.counts
    (2, 1, 0)
    """
    inputs, own = _core.operands(text, target)
    names = [name for name, _ in inputs]
    if sorted(names) != sorted(operands):
        raise ValueError(f"The text reads {', '.join(names)}; given are {', '.join(operands)}.")
    wanted = [("seen", own), *inputs]
    arrays = np.broadcast_arrays(*(_number(x, form) for x, (_, form) in zip([seen, *(operands[name] for name in names)], wanted)))
    for (name, form), array in zip(wanted, arrays):
        try:
            read_as(array, form)
        except ValueError as wrong:
            raise ValueError(f"`{name}`: {wrong}") from None
    seen, *rest = (flat(array) for array in arrays)
    return _core.diagnose(text, target, rest, seen)


@dataclass(frozen=True, eq=False)
class Launch:
    """A kernel that ran: its `buffers` by name, what it `printed`, and the `lines` that ran.

    `errors` has each number's error in ulps, compared with a run that rounds nothing. It is infinite where an ulp says nothing and NaN
    where it is not measured. `errors` is None where the run was longer than what is kept.

    >>> import numpy as np, ulpscope as ulp
    >>> done = ulp.run('__global__ void say(float *y) { *y = 0.1f; printf("%.9f", *y); }', np.zeros(1, np.float32))
    >>> done.buffers["y"], done.printed, done.lines > 0
    (array([0.1], dtype=float32), '0.100000001', True)
    """

    buffers: dict[str, NDArray[Any]]
    errors: dict[str, NDArray[np.float64] | None]
    printed: str
    lines: int


def run(text: str, *arguments: ArrayLike, entry: str | None = None, threads: int | tuple[int, ...] | None = None,
        blocks: int | tuple[int, ...] | None = None, shared: int = 0, limit: int = 10_000_000, keep: int = 1_000_000, fmad: bool = True,
        target: str = "sm_90") -> Launch:
    """Runs a kernel of PTX or C on copies of arrays: one thread, or as many as `threads` and `blocks` say.

    Without arguments, a text of CUDA C++ whose `main` launches runs whole. Then `buffers` has the memory of its launches, each
    under the names of the kernel and its parameter (`scale_y`), and their errors are not measured. An array has the numbers that the
    pointer of C points to. Unsigned integers may be the bits of others, on either side.

    >>> import numpy as np, ulpscope as ulp
    >>> text = "__global__ void scale(float *y, float x) { *y = x * 0.1f; }"
    >>> done = ulp.run(text, np.zeros(1, np.float32), 3.0)
    >>> done.buffers["y"], done.errors["y"].shape
    (array([0.3], dtype=float32), (1,))
    """
    given, arrays = [], {}
    for at, one in enumerate(arguments):
        if isinstance(one, np.generic) and one.dtype.name in FORMATS and one.dtype.kind not in "iu":
            # With every digit: its own text is short, and a parameter may be wider.
            given.append(repr(float(one)))
        elif isinstance(one, (bool, np.bool_)):
            given.append(str(int(one)))
        elif isinstance(one, (int, float, np.generic, str)):
            given.append(str(one))
        else:
            one = array_of(one)
            # Integers of every width lie in memory.
            size = 8 * one.dtype.itemsize
            given.append((f"{'su'[one.dtype.kind == 'u']}{size}" if one.dtype.kind in "iu" else format_of(one.dtype), flat(one)))
            arrays[at] = one
    buffers, printed, lines = _core.run(
        text, target, given, entry, _shape("threads", threads), _shape("blocks", blocks), shared, limit, keep, fmad)
    found, errors = {}, {}
    for name, at, own, bits, error in buffers:
        dtype, shape = (dtype_of(own), bits.shape) if at is None else (arrays[at].dtype, arrays[at].shape)
        found[name] = bits.astype(unsigned(dtype.itemsize)).view(dtype).reshape(shape)
        errors[name] = None if error is None else error.reshape(shape)
    return Launch(found, errors, printed, lines)


def _shape(name, size):
    """A size along x, y and z."""
    if size is None:
        return None
    sizes = [index(one) for one in np.atleast_1d(size).tolist()]
    if not 1 <= len(sizes) <= 3:
        raise ValueError(f"`{name}` has one to three numbers, not {len(sizes)}.")
    if not all(0 <= one < 2**32 for one in sizes):
        raise ValueError(f"`{name}` has numbers of 1 or more, not {size}.")
    return (sizes + [1, 1])[:3]
