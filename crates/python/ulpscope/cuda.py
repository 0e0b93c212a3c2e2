"""CUDA's functions of numbers over arrays: `cuda.expf(x)`, `cuda.__fadd_rz(a, b)`. Each gives the bits of nvcc's code without fast-math."""

import numpy as np

from . import _core
from ._arrays import apply, kernel


def _function(name, own, prototype, sentence, error):
    dtype, kind = (np.float64, "double") if own == "f64" else (np.float32, "float")
    count = prototype.count(",") + 1

    def function(*operands):
        if len(operands) != count:
            raise TypeError(f"{prototype} takes {count} arrays, not {len(operands)}.")
        arrays = [np.asarray(x) for x in operands]
        for array, given in zip(arrays, operands):
            if array.dtype != dtype and not isinstance(given, (int, float)):
                raise ValueError(f"{prototype} takes {np.dtype(dtype).name}, not {array.dtype.name}.")
        names = [f"x{place}" for place in range(count)]
        takes = ", ".join(f"{kind} {one}" for one in names)
        text = f"__global__ void each({takes}, {kind} *y) {{ *y = {name}({', '.join(names)}); }}"
        return apply(kernel(text, count, own == "f64"), [array.astype(dtype, copy=False) for array in arrays], dtype)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{prototype}: {sentence}" + (f" Documented error: {error}." if error else "")
    return function


_ROWS = {row[0]: row for row in _core.cuda_functions()}
__all__ = sorted(_ROWS)


def __getattr__(name):
    if name not in _ROWS:
        raise AttributeError(f"CUDA has no function `{name}` of numbers of one type here.")
    globals()[name] = function = _function(*_ROWS[name])
    return function


def __dir__():
    return __all__
