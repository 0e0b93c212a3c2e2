"""Arithmetic of PTX, conversions, and what is asked of single numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import _core
from ._arrays import FORMATS, apply, array_of, dtype_named, dtype_of, flat, format_of, instruction, read_as, together, unsigned

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike

    Rounding = Literal["rn", "rz", "rm", "rp"]
    Fast = Literal["rn", "rz", "rm", "rp", "approx"]

# A function of arrays gives an array, or a number of NumPy's where each operand is one: `Any` for a checker of types.

_LETTERS = "abc"


def _arithmetic(name, operands, rnd, ftz, sat, target):
    arrays, dtype = together(*operands)
    own = format_of(dtype)
    if dtype.kind in "iu" and rnd is not None:
        raise ValueError(f"{name} takes floats here, not {dtype.name}; `evaluate` has instructions of integers.")
    words = [name, rnd or "", "ftz" if ftz else "", "sat" if sat else "", own]
    text = f"{'.'.join(word for word in words if word)} d, {', '.join(_LETTERS[:len(arrays)])};"
    return apply(instruction(text, target), arrays, dtype)


def add(a: ArrayLike, b: ArrayLike, *, rnd: Rounding = "rn", ftz: bool = False, sat: bool = False, target: str | None = None) -> Any:
    """a + b as `add` of PTX computes it (PTX ISA 9.7.3.3).

    `rnd` is rn, rz, rm or rp. `ftz` flushes subnormal operands and results to zero, and `sat` clamps the result to 0 to 1.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.add(np.float32(16777216), np.float32(1), rnd="rp")
    np.float32(1.6777218e+07)
    """
    return _arithmetic("add", (a, b), rnd, ftz, sat, target)


def sub(a: ArrayLike, b: ArrayLike, *, rnd: Rounding = "rn", ftz: bool = False, sat: bool = False, target: str | None = None) -> Any:
    """a - b as `sub` of PTX computes it (PTX ISA 9.7.3.4); see `add`.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.sub(np.float32(1), np.float32(2**-25), rnd="rz")
    np.float32(0.99999994)
    """
    return _arithmetic("sub", (a, b), rnd, ftz, sat, target)


def mul(a: ArrayLike, b: ArrayLike, *, rnd: Rounding = "rn", ftz: bool = False, sat: bool = False, target: str | None = None) -> Any:
    """a · b as `mul` of PTX computes it (PTX ISA 9.7.3.5); see `add`.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mul(np.float32(1e-30), np.float32(1e-10)), ulp.mul(np.float32(1e-30), np.float32(1e-10), ftz=True)
    (np.float32(1e-40), np.float32(0.0))
    """
    return _arithmetic("mul", (a, b), rnd, ftz, sat, target)


def div(a: ArrayLike, b: ArrayLike, *, rnd: Fast | Literal["full"] = "rn", ftz: bool = False, target: str | None = None) -> Any:
    """a / b of float32 or float64 as `div` of PTX computes it (PTX ISA 9.7.3.8).

    With rnd="approx" or rnd="full" it is CUDA's fast division of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.div(np.float32(1), np.float32(3)), ulp.div(np.float32(1), np.float32(3), rnd="rz")
    (np.float32(0.33333334), np.float32(0.3333333))
    """
    return _arithmetic("div", (a, b), rnd, ftz, False, target)


def fma(a: ArrayLike, b: ArrayLike, c: ArrayLike, *, rnd: Rounding = "rn", ftz: bool = False, sat: bool = False,
        target: str | None = None) -> Any:
    """a · b + c, rounded once, as `fma` of PTX computes it (PTX ISA 9.7.3.6).

    >>> import numpy as np, ulpscope as ulp
    >>> x = np.float32(1 + 2**-12)
    >>> ulp.fma(x, x, np.float32(-1)), x * x - np.float32(1)
    (np.float32(0.00048834085), np.float32(0.00048828125))
    """
    return _arithmetic("fma", (a, b, c), rnd, ftz, sat, target)


def sqrt(x: ArrayLike, *, rnd: Fast = "rn", ftz: bool = False, target: str | None = None) -> Any:
    """The square root of float32 or float64 (PTX ISA 9.7.3.15). With rnd="approx" it is the fast one of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.sqrt(np.float32([2, -1]))
    array([1.4142135,       nan], dtype=float32)
    """
    return _arithmetic("sqrt", (x,), rnd, ftz, False, target)


def rcp(x: ArrayLike, *, rnd: Fast = "rn", ftz: bool = False, target: str | None = None) -> Any:
    """1 / x of float32 or float64 (PTX ISA 9.7.3.13). With rnd="approx" it is the fast one of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.rcp(np.float64(3), rnd="rm"), ulp.rcp(np.float64(3), rnd="rp")
    (np.float64(0.3333333333333333), np.float64(0.33333333333333337))
    """
    return _arithmetic("rcp", (x,), rnd, ftz, False, target)


def _selected(name, a, b, nan, ftz, target):
    words = [name, "ftz" if ftz else "", "NaN" if nan else ""]
    return _arithmetic(".".join(word for word in words if word), (a, b), None, False, False, target)


def min(a: ArrayLike, b: ArrayLike, *, nan: bool = False, ftz: bool = False, target: str | None = None) -> Any:
    """The smaller number (PTX ISA 9.7.3.11). A NaN is passed over if the other is a number; with nan=True the result is a NaN.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.min(np.float32("nan"), np.float32(1)), ulp.min(np.float32("nan"), np.float32(1), nan=True)
    (np.float32(1.0), np.float32(nan))
    """
    return _selected("min", a, b, nan, ftz, target)


def max(a: ArrayLike, b: ArrayLike, *, nan: bool = False, ftz: bool = False, target: str | None = None) -> Any:
    """The larger number (PTX ISA 9.7.3.12); see `min`.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.max(np.float32([-0.0, 1]), 0.0)
    array([0., 1.], dtype=float32)
    """
    return _selected("max", a, b, nan, ftz, target)


def cvt(x: ArrayLike, to: str | DTypeLike, *, rnd: str = "rn", random: ArrayLike | None = None, satfinite: bool | None = None,
        relu: bool = False, ftz: bool = False, of: str | None = None, target: str | None = None) -> Any:
    """x in another format, as `cvt` of PTX converts it (PTX ISA 9.7.9.22).

    `to` is a dtype (`np.float16`, `ml_dtypes.float8_e4m3fn`, `torch.bfloat16`) or a name: f16 bf16 tf32 f32 f64 e4m3 e5m2 e2m3 e3m2
    e2m1 ue8m0. Under a name that NumPy has no dtype for, the result is the codes, one in each byte or two. `of` says in which format such
    codes are read. rnd="rs" rounds stochastically by `random`, the uint32 operand of the instruction. A format of 8 bits or fewer has no
    infinities to go to, so `satfinite` is on there unless you say satfinite=False.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.cvt(np.float32([1.0, 500.0, 0.3]), "e4m3")
    array([ 56, 126,  42], dtype=uint8)
    """
    x, own = read_as(x, of)
    if to is None:
        raise ValueError("`to` is a dtype or the name of a format.")
    if isinstance(to, str) and to not in FORMATS:
        name = to.lower()
        dtype = dtype_of(name)
    else:
        dtype = dtype_named(to)
        name = format_of(dtype)
    if (random is None) == (rnd == "rs"):
        raise ValueError('`random` is for rnd="rs", and that needs it.')
    arrays = [x]
    if random is not None:
        random = array_of(random)
        if random.dtype.kind not in "iu":
            raise ValueError(f"`random` has random bits, as integers, not {random.dtype.name}.")
        if random.size and (random.min() < 0 or random.max() > 0xFFFFFFFF):
            raise ValueError("`random` has random bits, as integers from 0 to 2**32 - 1.")
        arrays.append(random.astype(np.uint32))
    *first, last = _core.conversion(own, name, rnd, satfinite, relu, ftz)
    for text, between in first:
        arrays = [apply(instruction(text, target), arrays, unsigned(_core.width(between) // 8))]
    return apply(instruction(last[0], target), arrays, dtype)


def bits(x: ArrayLike) -> Any:
    """The bits of x as unsigned integers of its width, without a copy where x is an array of NumPy's.

    >>> import numpy as np, ulpscope as ulp
    >>> hex(ulp.bits(np.float32(0.1)))
    '0x3dcccccd'
    """
    x = array_of(x)
    result = x.view(f"u{x.dtype.itemsize}")
    return result[()] if result.shape == () else result


def ulps(a: ArrayLike, b: ArrayLike, *, of: str | None = None) -> Any:
    """How many representable steps lie between a and b, as float64 (exact below 2^53). Both zeros are one place; a NaN gives NaN.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.ulps(np.float32(0.1), np.float32(0.1) + np.float32(2**-26))
    np.float64(2.0)
    """
    (a, b), _ = together(a, b)
    (a, own), (b, _) = read_as(a, of), read_as(b, of)
    shape = np.broadcast_shapes(a.shape, b.shape)
    a, b = (flat(np.broadcast_to(x, shape)) for x in (a, b))
    result = _core.steps(a, b, a.size, own).view(np.float64).reshape(shape)
    return result[()] if shape == () else result


def _next(x, of, up):
    (x,), _ = together(x)
    if of is None and x.dtype.kind in "iu":
        raise ValueError(f"Floats are wanted, not {x.dtype.name}; of codes `of` says the format.")
    x, own = read_as(x, of)
    result = _core.next(flat(x), 8 * x.dtype.itemsize, own, up).view(x.dtype).reshape(x.shape)
    return result[()] if x.shape == () else result


def next_up(x: ArrayLike, *, of: str | None = None) -> Any:
    """The next number above. A NaN stays, and so does the number at the top.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.next_up(np.float32(1))
    np.float32(1.0000001)
    """
    return _next(x, of, True)


def next_down(x: ArrayLike, *, of: str | None = None) -> Any:
    """The next number below; see `next_up`.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.next_down(np.float16([1, 0]))
    array([ 9.995e-01, -5.960e-08], dtype=float16)
    """
    return _next(x, of, False)


def exact(x: ArrayLike, *, of: str | None = None) -> Any:
    """The value of x in decimal with every digit: a string, or an array of strings. A NaN is `NaN`, or `sNaN` where it signals.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.exact(np.float32(0.1))
    '0.100000001490116119384765625'
    """
    x, own = read_as(x, of)
    texts = _core.decimals(flat(x), own)
    return texts[0] if x.shape == () else np.array(texts, object).reshape(x.shape)
