"""The special function unit: its own functions, and what PTX makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import apply, format_of, instruction, numbers, unit

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def _approximation(name, x, ftz, target):
    x = numbers(x, np.dtype(np.float32))
    if x.dtype.kind in "iu":
        raise ValueError(f"{name} takes floats here, not {x.dtype.name}.")
    text = f"{name}.approx{'.ftz' if ftz else ''}.{format_of(x.dtype)} d, a;"
    return apply(instruction(text, target), [x], x.dtype)


def ex2(x: ArrayLike, *, ftz: bool = False, target: str | None = None) -> Any:
    """2^x as `ex2.approx` of PTX computes it (PTX ISA 9.7.3.21): float32, or float16.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.ex2(np.float32([0.5, 3.0]))
    array([1.4142135, 8.       ], dtype=float32)
    """
    return _approximation("ex2", x, ftz, target)


def lg2(x: ArrayLike, *, ftz: bool = False, target: str | None = None) -> Any:
    """The logarithm to base 2 as `lg2.approx` of PTX computes it (PTX ISA 9.7.3.20): float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.lg2(np.float32([8, 0]))
    array([  3., -inf], dtype=float32)
    """
    return _approximation("lg2", x, ftz, target)


def sin(x: ArrayLike, *, ftz: bool = False, target: str | None = None) -> Any:
    """The sine as `sin.approx` of PTX computes it (PTX ISA 9.7.3.18): float32, in radians.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.sin(np.float32(3.1415927)), np.sin(np.float32(3.1415927))
    (np.float32(0.0), np.float32(-8.742278e-08))
    """
    return _approximation("sin", x, ftz, target)


def cos(x: ArrayLike, *, ftz: bool = False, target: str | None = None) -> Any:
    """The cosine as `cos.approx` of PTX computes it (PTX ISA 9.7.3.19): float32, in radians.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.cos(np.float32([0, 1.5707964]))
    array([1., 0.], dtype=float32)
    """
    return _approximation("cos", x, ftz, target)


def tanh(x: ArrayLike, *, target: str | None = None) -> Any:
    """The hyperbolic tangent as `tanh.approx` of PTX computes it (PTX ISA 9.7.3.22): float32, float16 or bfloat16.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.tanh(np.float32(0.5)), ulp.tanh(np.float16(0.5))
    (np.float32(0.4621148), np.float16(0.462))
    """
    return _approximation("tanh", x, False, target)


def rsqrt(x: ArrayLike, *, ftz: bool = False, target: str | None = None) -> Any:
    """1 / √x as `rsqrt.approx` of PTX computes it (PTX ISA 9.7.3.16): float32 or float64.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.rsqrt(np.float32([4, 3]))
    array([0.5       , 0.57735026], dtype=float32)
    """
    return _approximation("rsqrt", x, ftz, target)


def _mufu(name, x, target):
    x = numbers(x, np.dtype(np.float32))
    if x.dtype != np.float32:
        raise ValueError(f"MUFU takes float32, not {x.dtype.name}.")
    return apply(unit(name, target), [x], x.dtype)


def mufu_rcp(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.RCP: the unit's 1 / x of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_rcp(np.float32(3))
    np.float32(0.33333334)
    """
    return _mufu("RCP", x, target)


def mufu_rsq(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.RSQ: the unit's 1 / √x of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_rsq(np.float32(4))
    np.float32(0.5)
    """
    return _mufu("RSQ", x, target)


def mufu_sqrt(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.SQRT: the unit's √x of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_sqrt(np.float32(5)), ulp.sqrt(np.float32(5))
    (np.float32(2.2360678), np.float32(2.236068))
    """
    return _mufu("SQRT", x, target)


def mufu_lg2(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.LG2: the unit's logarithm to base 2 of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_lg2(np.float32(0.125))
    np.float32(-2.9999998)
    """
    return _mufu("LG2", x, target)


def mufu_ex2(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.EX2: the unit's 2^x of float32, as from sm_70 on.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_ex2(np.float32(-3))
    np.float32(0.125)
    """
    return _mufu("EX2.FLOAT", x, target)


def mufu_sin(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.SIN: the unit's sine of float32, as from sm_70 on. x counts turns: 0.25 is a right angle.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_sin(np.float32(0.25))
    np.float32(1.0)
    """
    return _mufu("SIN.TURNS", x, target)


def mufu_cos(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.COS: the unit's cosine of float32, as from sm_70 on. x counts turns.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_cos(np.float32(0.5))
    np.float32(-1.0)
    """
    return _mufu("COS.TURNS", x, target)


def mufu_tanh(x: ArrayLike, *, target: str = "sm_90") -> Any:
    """MUFU.TANH: the unit's hyperbolic tangent of float32.

    >>> import numpy as np, ulpscope as ulp
    >>> ulp.mufu_tanh(np.float32(1)), np.tanh(np.float32(1))
    (np.float32(0.761601), np.float32(0.7615942))
    """
    return _mufu("TANH", x, target)
