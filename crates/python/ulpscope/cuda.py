"""CUDA's functions of numbers over arrays: `cuda.expf(x)`, `cuda.__fadd_rz(a, b)`. Each gives the bits of nvcc's code without fast-math."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _core
from ._arrays import apply, array_of, expression


def _function(name, own, count, prototype, sentence, error):
    dtype = np.float64 if own == "f64" else np.float32
    names = tuple(f"x{place}" for place in range(count))
    text = f"{name}({', '.join(names)})"

    def function(*operands):
        if len(operands) != count:
            raise TypeError(f"{prototype} takes {count} arrays, not {len(operands)}.")
        arrays = [array_of(x) for x in operands]
        for array, given in zip(arrays, operands):
            if array.dtype != dtype and not isinstance(given, (int, float)):
                raise ValueError(f"{prototype} takes {np.dtype(dtype).name}, not {array.dtype.name}.")
        return apply(expression(text, names, own), [array.astype(dtype, copy=False) for array in arrays], dtype)

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
