"""What NVIDIA floating-point instructions compute, over arrays, bit for bit.

An array of float16, float32 or float64 stands for numbers of that format; so does one of ml_dtypes (bfloat16, float8_e4m3fn …). Arrays of one call
have one dtype and broadcast as NumPy's do. Results come from the code that the page of Ulpscope explains. What has no such instruction
raises a ValueError with the place in its text.
"""

# Checkers of types read this as true. The module `typing` has it, too, but takes longer to import than all of this package.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from . import cuda
    from ._arithmetic import add, bits, cvt, div, exact, fma, max, min, mul, next_down, next_up, rcp, sqrt, sub, ulps
    from ._special import (
        cos, ex2, lg2, mufu_cos, mufu_ex2, mufu_lg2, mufu_rcp, mufu_rsq, mufu_sin, mufu_sqrt, mufu_tanh, rsqrt, sin, tanh,
    )
    from ._sweep import Sweep, sweep
    from ._tensors import Blocks, block, mma
    from ._texts import Diagnosis, Explanation, Launch, evaluate, explain, run, why, widget

    __version__: str
else:
    def __getattr__(name):
        """A name is imported when it is used for the first time: NumPy takes longer than the command `ulp` needs for its work."""
        if name == "__version__":
            from importlib.metadata import version

            return version(__name__)
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        if name == "cuda":
            return import_module(f"{__name__}.cuda")
        homes = (import_module(f"{__name__}.{home}") for home in ("_arithmetic", "_special", "_texts", "_tensors", "_sweep"))
        found = globals()[name] = next(getattr(home, name) for home in homes if hasattr(home, name))
        return found

    def __dir__():
        return sorted({*globals(), *__all__})

__all__ = [
    "Blocks", "Diagnosis", "Explanation", "Launch", "Sweep", "add", "bits", "block", "cos", "cuda", "cvt", "div", "evaluate", "ex2",
    "exact", "explain", "fma", "lg2", "max", "min", "mma", "mufu_cos", "mufu_ex2", "mufu_lg2", "mufu_rcp", "mufu_rsq", "mufu_sin",
    "mufu_sqrt", "mufu_tanh", "mul", "next_down", "next_up", "rcp", "rsqrt", "run", "sin", "sqrt", "sub", "sweep", "tanh", "ulps", "why",
    "widget",
]
