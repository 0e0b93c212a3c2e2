"""CUDA's functions of numbers over arrays: `cuda.expf(x)`, `cuda.__fadd_rz(a, b)`. Each gives the bits of nvcc's code without fast-math.

>>> import numpy as np, ulpscope as ulp
>>> ulp.cuda.expf(np.float32([1, 2])), ulp.cuda.rsqrt(4.0)
(array([2.7182817, 7.389056 ], dtype=float32), np.float64(0.5))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _core
from ._arrays import apply, expression, numbers


def _function(name, own, count, prototype, sentence, error):
    dtype = np.dtype(np.float64 if own == "f64" else np.float32)
    names = tuple(f"x{place}" for place in range(count))
    text = f"{name}({', '.join(names)})"

    def function(*operands):
        if len(operands) != count:
            raise TypeError(f"{prototype}: {count} wanted, {len(operands)} given.")
        arrays = [numbers(x, dtype) for x in operands]
        for array in arrays:
            if array.dtype != dtype:
                raise ValueError(f"{prototype} takes {dtype.name}, not {array.dtype.name}.")
        return apply(expression(text, names, own), arrays, dtype)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{prototype}: {sentence}" + (f" Documented error: {error}." if error else "")
    return function


_ROWS = {row[0]: row for row in _core.cuda_functions()}
__all__ = sorted(_ROWS)


def __getattr__(name: str) -> Callable[..., Any]:
    if name not in _ROWS:
        raise AttributeError(f"CUDA has no function `{name}` of numbers of one type here.")
    globals()[name] = function = _function(*_ROWS[name])
    return function


def __dir__() -> list[str]:
    return __all__
