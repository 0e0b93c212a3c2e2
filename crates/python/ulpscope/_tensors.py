"""Whole matrices on a tensor core, and blocks of numbers that share a scale factor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import FORMATS, NUMPY, array_of, flat, numbers, read_as

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def mma(a: ArrayLike, b: ArrayLike, c: ArrayLike = 0.0, *, chip: str = "H100", path: str | None = None, kind: str | None = None,
        a_type: str | None = None, b_type: str | None = None, d_type: str = "f32", scale: str | None = None,
        scales: tuple[ArrayLike, ArrayLike] | None = None, block: int | None = None, rnd: str = "rn") -> NDArray[Any]:
    """a @ b + c as the tensor core of a chip computes it, in tiles of one instruction along K.

    a is M×K, b is K×N, c is M×N or one number. K is a multiple of the instruction's. `chip` is H100, B200, RTX 50 … or sm_90; `path` is
    mma.sync, wgmma or tcgen05. The formats are those of the dtypes, or `a_type` and `b_type` say them (tf32 for float32, e4m3 for bytes).
    A path with scales takes `scales=(of_a, of_b)`: M × (K / block) and N × (K / block) numbers of ml_dtypes' float8_e8m0fnu or
    float8_e4m3fn, or their codes as bytes. Then `scale` says ue8m0 or ue4m3 where the path takes both.

    >>> import numpy as np, ulpscope as ulp
    >>> a, b = np.ones((1, 16), np.float16), np.full((16, 1), 2.0, np.float16)
    >>> ulp.mma(a, b, np.float32([[0.5]]))
    array([[32.5]], dtype=float32)
    """
    (a, of_a), (b, of_b) = read_as(a, a_type), read_as(b, b_type)
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
        raise ValueError(f"a is M×K and b is K×N; these are {a.shape} and {b.shape}.")
    (m, k), n = a.shape, b.shape[1]
    if d_type not in ("f16", "f32", "f64"):
        raise ValueError(f"D is f16, f32 or f64, not {d_type}.")
    dtype = np.dtype(NUMPY[d_type])
    c = numbers(c, dtype)
    if c.dtype != dtype or c.shape not in ((), (m, n)):
        raise ValueError(f"c is {m}×{n} or one number of {dtype.name}, as D is, not {c.shape} of {c.dtype.name}.")
    types = [of_a, of_b, d_type]
    if scales is not None:
        scales = tuple(array_of(one) for one in scales)
        given = [FORMATS.get(one.dtype.name) for one in scales]
        scale = scale or ("ue8m0" if "ue8m0" in given else "ue4m3" if "e4m3" in given else None)
        own = "e4m3" if scale and scale.lower() == "ue4m3" else "ue8m0"
        for side, one, rows in zip("AB", scales, (m, n)):
            if one.ndim != 2 or one.shape[0] != rows:
                raise ValueError(f"The scales of {side} are {rows} rows, each of K / block numbers; these are {one.shape}.")
        # A number of e4m3 has a sign, a factor of ue4m3 has none.
        if any(of == "e4m3" and (flat(one) >> 7).any() for one, of in zip(scales, given)):
            raise ValueError("A scale factor has no sign.")
        scales = tuple(flat(read_as(one, own)[0]) for one in scales)
    found = _core.Path(chip, path, kind, types, scale, block)
    result = found.run(flat(a), flat(b.T), flat(c), scales, [m, n, k], rnd, 8 * dtype.itemsize)
    return result.view(dtype).reshape(m, n)


@dataclass(frozen=True, eq=False)
class Blocks:
    """Numbers in a block format: `codes` as bytes, `scales` as bytes (one for each block), and the tensor scale (1 where there is none).

    `values` are what the codes mean, as float64, exactly. `mse` is the mean square of their errors, `sqnr` the ratio of signal to error in dB.

    >>> import numpy as np, ulpscope as ulp
    >>> made = ulp.block(np.full(16, 3, np.float32), "nvfp4")
    >>> made.codes[0], made.scales, made.values[0], made.mse
    (np.uint8(7), array([126], dtype=uint8), np.float64(3.0000001341104507), 1.7985612998927536e-14)
    """

    format: str
    codes: NDArray[np.uint8]
    scales: NDArray[np.uint8]
    tensor_scale: np.float32
    values: NDArray[np.float64]
    mse: float
    sqnr: float


def block(x: ArrayLike, format: str, *, exponent: str = "floor", tensor_scale: float | np.float32 | None = None) -> Blocks:
    """Numbers in a block format: mxfp8-e4m3 mxfp8-e5m2 mxfp6-e2m3 mxfp6-e3m2 mxfp4 nvfp4 (OCP Microscaling 1.0, and NVIDIA's).

    x has float32, or float16 or bfloat16, which float32 holds. Blocks run along the last axis, whose length is a multiple of the block's.
    One of your own is the format of the numbers, that of the scale factors and how many share one: e3m4:ue8m0:32. A scale factor is a byte.
    `exponent` chooses the scale factor where that is a power of two: floor, ceil, round or fit; nvfp4's is rounded to nearest (`floor` or
    `nearest`), `up` or `down`. `tensor_scale` is nvfp4's; without it it follows from the numbers.

    >>> import numpy as np, ulpscope as ulp
    >>> made = ulp.block(np.linspace(-1, 1, 32, dtype=np.float32), "mxfp4")
    >>> made.codes.shape, made.scales, round(made.sqnr, 2)
    ((32,), array([125], dtype=uint8), 20.52)
    """
    x = array_of(x)
    if FORMATS.get(x.dtype.name) in ("f16", "bf16"):
        x = x.astype(np.float32)
    if x.dtype != np.float32 or x.ndim == 0:
        raise ValueError(f"block takes an array of float32 with one axis or more, not {x.dtype.name} of the shape {x.shape}.")
    _, element, scale, size = _core.recipe(format)
    if x.shape[-1] % size:
        raise ValueError(f"A block of {format} has {size} numbers; the last axis has {x.shape[-1]}.")
    tensor = None if tensor_scale is None else int(np.float32(tensor_scale).view(np.uint32))
    codes, scales, tensor = _core.block(flat(x), format, exponent, tensor)
    tensor = np.uint32(tensor).view(np.float32)
    # Each product of a code, a scale and the tensor scale has at most 39 bits, so that float64 holds it.
    meaning = [np.array([_value(text) for text in _core.decimals(np.arange(256 if _core.width(own) >= 7 else 2 ** _core.width(own),
               dtype=np.uint8), own)]) for own in (element, scale)]
    values = (meaning[0][codes].reshape(-1, size) * meaning[1][scales & (len(meaning[1]) - 1)][:, None] * np.float64(tensor)).reshape(x.shape)
    with np.errstate(all="ignore"):
        # Of no numbers there is no mean.
        wide = x.astype(np.float64)
        mse, signal = (float(np.mean(one**2)) if x.size else float("nan") for one in (values - wide, wide))
        sqnr = float(10 * np.log10(np.float64(signal) / np.float64(mse)))
    return Blocks(format, codes.reshape(x.shape), scales.reshape(*x.shape[:-1], x.shape[-1] // size), tensor, values, mse, sqnr)


def _value(text):
    try:
        return float(text)
    except ValueError:
        return float("nan")
