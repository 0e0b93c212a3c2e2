"""A function over every number of an interval, beside true values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import array_of, dtype_named, flat, format_of, unsigned

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

_SLICE = 1 << 20


@dataclass(frozen=True, eq=False)
class Sweep:
    """The errors of a function: `count` numbers have one, and `nearest` of their results are the correctly rounded ones.

    Errors are in ulps of the true value: `worst` is the largest, that of `worst_at`, and `mean` is the mean of all, None where one has 2^31
    ulps or more. `counts` has them by size: the first is of errors from `edges[0]` to `edges[1]`. The outermost two also count those beyond.
    `flushed` results are zeros in place of subnormal numbers, and `wrong` ones are an infinity or a NaN (or a number) where the true value
    is none (or is one).

    >>> import ulpscope as ulp
    >>> found = ulp.sweep(ulp.mufu_tanh, "tanh", over=(0.5, 1), every=1000)
    >>> found.worst_at, found.wrong, found.counts.sum() == found.count
    (np.float32(0.53123283), 0, np.True_)
    """

    count: int
    nearest: int
    mean: float | None
    worst: float
    worst_at: np.generic
    flushed: int
    wrong: int
    counts: NDArray[np.int64]
    edges: NDArray[np.float64]


def sweep(f: Callable[[Any], Any], against: str, *, over: tuple[float, float] | None = None, every: int = 1,
          dtype: DTypeLike = "float32") -> Sweep:
    """Runs f on every number from `over[0]` to `over[1]`, both included, or on one of `every` so many, and measures its errors.

    `against` names the true function: exp, log2, sin, 1/x, rsqrt, erf … (a wrong name gives the list). Its values have a hundred bits
    wherever a double does not decide. f takes an array of `dtype` (float32, float16 or bfloat16) and returns one as long, of one of
    these. Without `over` all finite numbers run.

    >>> import ulpscope as ulp
    >>> found = ulp.sweep(ulp.mufu_rcp, "1/x", over=(1, 2), every=100)
    >>> found.count, found.nearest, round(found.worst, 3)
    (83887, 72768, 0.948)
    """
    own = dtype_named(dtype)
    word, name = unsigned(own.itemsize), format_of(own)
    if every < 1:
        raise ValueError(f"`every` is 1 or more, not {every}.")
    found = gives = None
    for first, last in _core.interval(name, None if over is None else [repr(float(end)) for end in over]):
        for at in range(first, last + 1, every * _SLICE):
            bits = np.arange(at, min(last + 1, at + every * _SLICE), every, dtype=np.uint64).astype(word)
            results = array_of(f(bits.view(own)))
            gives = gives or results.dtype
            if (results.shape, results.dtype) != (bits.shape, gives):
                raise ValueError(f"f gives {results.dtype.name} of the shape {results.shape}; wanted is {gives.name} of {bits.shape}.")
            found = found or _core.Sweep(against, name, format_of(gives))
            found.take(at, every, flat(results))
    assert found is not None  # Each part has a number.
    count, nearest, mean, worst, at = found.errors
    flushed, infinite, nan = found.others
    counts, edges = found.histogram
    worst_at = np.array([at]).astype(word).view(own)[0]
    return Sweep(count, nearest, mean, worst, worst_at, flushed, infinite[1] + nan[1], np.array(counts), np.array(edges))
