"""Arrays of numbers to arrays of bits, and back: which format a dtype has, and how shapes go together."""

import sys
from functools import lru_cache

import numpy as np

from . import _core

# Formats by the names of dtypes. Those of ml_dtypes are known by name, so the package needs it only where an array has one.
FORMATS = {
    "float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16",
    "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2", "float8_e8m0fnu": "ue8m0",
    "float6_e2m3fn": "e2m3", "float6_e3m2fn": "e3m2", "float4_e2m1fn": "e2m1",
    "int32": "s32", "uint32": "u32", "int64": "s64", "uint64": "u64",
}
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "tf32": np.float32,
         "s32": np.int32, "u32": np.uint32, "s64": np.int64, "u64": np.uint64}


def is_of_pytorch(x):
    """Whether x is of PyTorch, which is not imported for that."""
    return type(x).__module__.partition(".")[0] == "torch"


def array_of(x):
    """An array of NumPy's from whatever has numbers."""
    if is_of_pytorch(x) and hasattr(x, "detach"):
        x = _of_pytorch(x)
    elif not hasattr(x, "__array__") and hasattr(x, "__dlpack__"):
        x = np.from_dlpack(x)
    if _is_masked(x):
        raise ValueError("A masked array is no array of numbers here: `x.filled(…)` and `x.data` are.")
    given, x = x, np.asarray(x)
    # The types of ml_dtypes are void for NumPy, but not its own void.
    if x.dtype.kind not in "fiubV" or x.dtype.type is np.void or x.dtype.itemsize > 8:
        what = f"A value of the type {type(given).__name__}" if x.dtype.kind == "O" and x is not given else f"An array of {x.dtype.name}"
        raise ValueError(f"{what} is no array of numbers here.")
    return x if x.dtype.isnative else x.astype(x.dtype.newbyteorder("="))


def _is_masked(x):
    """Whether x is a masked array, or a list that has one."""
    return hasattr(x, "filled") or isinstance(x, (list, tuple)) and any(_is_masked(one) for one in x)


def _of_pytorch(x):
    """A tensor's numbers. PyTorch gives NumPy none of its bfloat16 and its narrow floats, so their codes are taken."""
    x = x.detach().cpu().resolve_conj().resolve_neg()
    name, own = _dtype_of_pytorch(x.dtype)
    if own is None:
        return x
    codes = x.contiguous().view(getattr(sys.modules["torch"], f"int{8 * x.element_size()}")).numpy()
    if name.endswith("_x2"):
        # Two numbers of a byte: the first has the low bits.
        codes = np.atleast_1d(codes)
        codes = np.stack([codes & 15, codes >> 4 & 15], -1).reshape(*codes.shape[:-1], 2 * codes.shape[-1])
    return codes.view(own)


def _dtype_of_pytorch(x):
    """The name of a dtype of PyTorch's, and what ml_dtypes calls it; None where NumPy has it."""
    name = str(x).removeprefix("torch.")
    if hasattr(np, name):
        return name, None
    import ml_dtypes

    own = getattr(ml_dtypes, name.removesuffix("_x2"), None)
    if own is None:
        raise ValueError(f"A tensor of {name} is no array of numbers here.")
    return name, own


def dtype_named(x):
    """The dtype of NumPy's that x is or names, or that is PyTorch's x."""
    if is_of_pytorch(x):
        name, own = _dtype_of_pytorch(x)
        x = own or name
    if isinstance(x, str) and x in FORMATS and not hasattr(np, x):
        import ml_dtypes

        x = getattr(ml_dtypes, x)
    return np.dtype(x)


def unsigned(size):
    """The unsigned integer of so many bytes."""
    return np.dtype(f"u{size}")


def dtype_of(own):
    """The dtype that holds numbers of a format, or their codes."""
    return np.dtype(NUMPY.get(own) or unsigned(max(_core.width(own) // 8, 1)))


def format_of(dtype):
    """The format of a dtype."""
    if not np.dtype(dtype).isnative:
        raise ValueError("An array has the byte order of this machine here.")
    try:
        return FORMATS[np.dtype(dtype).name]
    except KeyError:
        raise ValueError(f"An array of {np.dtype(dtype).name} is no array of one of: {', '.join(FORMATS)}.") from None


def read_as(x, of=None):
    """An array and the format that its numbers have: that of its dtype, or `of` for unsigned integers that are codes, and for tf32."""
    x = array_of(x)
    if of is None:
        return x, format_of(x.dtype)
    of = str(of).lower()
    width = _core.width(of)
    stored = 32 if of == "tf32" else 8 if width <= 8 else width
    fits = x.dtype.kind == "u" or FORMATS.get(x.dtype.name) == of or (of == "tf32" and x.dtype == np.float32)
    if not fits or 8 * x.dtype.itemsize != stored:
        raise ValueError(f"Numbers of {of} are wanted, or their codes as unsigned integers of {stored} bits, not {x.dtype.name}.")
    if width < 8 and x.size and (flat(x) >> width).any():
        raise ValueError(f"A code of {of} has {width} bits.")
    return x, of


def numbers(x, like):
    """An array of numbers. Python's own numbers take the dtype of `like`; only floats round them."""
    if not isinstance(x, (int, float)) or isinstance(x, np.generic):
        return array_of(x)
    if like.kind not in "iu":
        if isinstance(x, int) and like != np.float64 and (spare := x.bit_length() - 53) > 0:
            # A double loses bits of it: the last one stays odd where they are not zero, so that the next rounding is the only one.
            # From here on a double has no nearer number than its infinity.
            if abs(x) >= 2**1024 - 2**970:
                raise ValueError(f"An integer of {x.bit_length()} bits is too large for a float.")
            size, low = abs(x), abs(x) & ((1 << spare) - 1)
            size = (size >> spare | bool(low)) << spare
            x = -size if x < 0 else size
        try:
            x = np.asarray(x, np.float64)
        except OverflowError:
            raise ValueError(f"An integer of {x.bit_length()} bits is too large for a float.") from None
        if like.kind == "f":
            return x.astype(like)
        # ml_dtypes goes by way of float32. Rounded to odd there, x is rounded once.
        near = x.astype(np.float32)
        if near != x and np.isfinite(near) and not near.view(np.uint32) & 1:
            near = np.nextafter(near, np.float32(np.inf if x > near else -np.inf))
        return np.asarray(near.astype(like))
    limits = np.iinfo(like)
    if (isinstance(x, float) and not x.is_integer()) or not limits.min <= x <= limits.max:
        raise ValueError(f"{x} is no number of {like.name}.")
    return np.asarray(int(x), like)


def together(*operands):
    """Arrays of one dtype with their common dtype; numbers of Python take that of the arrays."""
    operands = [x if isinstance(x, (int, float)) and not isinstance(x, np.generic) else array_of(x) for x in operands]
    dtypes = {x.dtype for x in operands if isinstance(x, np.ndarray)} or {np.dtype(np.float64)}
    if len(dtypes) > 1:
        names = ", ".join(sorted(one.name for one in dtypes))
        raise ValueError(f"The operands have several dtypes: {names}. Make them one, as with `a.astype(b.dtype)`.")
    (dtype,) = dtypes
    return [numbers(x, dtype) for x in operands], dtype


def flat(array):
    """The bits of an array as unsigned integers, one behind the other."""
    array = np.require(array, requirements=["C", "A"]).reshape(-1)
    return array.view(unsigned(array.dtype.itemsize))


def apply(function, arrays, dtype):
    """A function of the core for each element of arrays that broadcast."""
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    count = int(np.prod(shape, dtype=np.int64))
    each = [flat(array if array.size == 1 else np.broadcast_to(array, shape)) for array in arrays]
    dtype = np.dtype(dtype)
    if count == 0:
        return np.empty(shape, dtype)
    result = function.run(each, count, 8 * dtype.itemsize)
    result = result.view(dtype).reshape(shape)
    return result[()] if shape == () else result


@lru_cache(maxsize=512)
def instruction(text, target=None):
    """A prepared instruction; without a target, for the first that has it."""
    return _core.Function.instruction(text, target)


@lru_cache(maxsize=512)
def expression(text, names, own, target="sm_90"):
    """A prepared expression of C over variables of one format."""
    return _core.Function.expression(text, list(names), own, target)


@lru_cache(maxsize=64)
def unit(name, target):
    """A function of the special function unit."""
    return _core.Function.unit(name, target)
