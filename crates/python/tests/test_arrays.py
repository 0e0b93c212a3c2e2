"""What gives an array: `__array__`, DLPack, and tensors as PyTorch has them."""

import os
import sys
import threading
import time
import tracemalloc
import types
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import ulpscope as ulp
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from test_package import same


def test_what_has_an_array_is_one():
    class Tensor:
        def __init__(self, *numbers):
            self.numbers = np.float32(numbers)

        def __array__(self, dtype=None, copy=None):
            return self.numbers

    x = Tensor(1, 2)
    assert list(ulp.add(x, 1.0)) == [2, 3] and list(ulp.fma(x, x, np.float32(1))) == [2, 5]
    assert ulp.explain("add.rn.f32 d, a, a;", a=Tensor(0.1)).results[0][3] == int(ulp.bits(np.float32(0.2)))
    assert list(ulp.run("__global__ void s(float *y) { y[0] = 3.0f; }", x).buffers["y"]) == [3, 2]
    assert ulp.why("mul.rn.f32 d, a, a;", Tensor(1, 4), a=x).counts == (2, 0, 0)


def test_what_exports_dlpack_is_an_array():
    class Exported:
        def __init__(self, numbers):
            self.numbers = numbers

        def __dlpack__(self, **asked):
            return self.numbers.__dlpack__(**asked)

        def __dlpack_device__(self):
            return self.numbers.__dlpack_device__()

    for dtype in (np.float16, np.float32, np.float64):
        x = np.linspace(0, 1, 7, dtype=dtype)
        same(ulp.add(Exported(x), Exported(x[::-1].copy())), x + x[::-1])
    assert ulp.explain("add.rn.f32 d, a, a;", a=Exported(np.float32([0.1]))).results[0][3] == int(ulp.bits(np.float32(0.2)))


@pytest.mark.parametrize("name", ["float32", "float16", "int32", "bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_a_tensor_of_pytorch_is_an_array(name, monkeypatch):
    """What PyTorch's tensors do, over NumPy: one that needs its gradient or lies on a GPU gives no array, and no dtype of ml_dtypes is NumPy's."""

    class Tensor:
        def __init__(self, held, dtype, free=False, near=False):
            self.held, self.dtype, self.free, self.near = held, f"torch.{dtype}", free, near

        def detach(self):
            return Tensor(self.held, self.dtype[6:], True, self.near)

        def cpu(self):
            return Tensor(self.held, self.dtype[6:], self.free, True)

        def contiguous(self):
            return Tensor(np.ascontiguousarray(self.held), self.dtype[6:], self.free, self.near)

        def resolve_conj(self):
            return self

        def resolve_neg(self):
            return self

        def element_size(self):
            return self.held.itemsize

        def view(self, dtype):
            assert self.held.flags.c_contiguous
            return Tensor(self.held.view(dtype), dtype, self.free, self.near)

        def numpy(self):
            if not (self.free and self.near and hasattr(np, self.dtype[6:])):
                raise TypeError(f"no array of {self.dtype}")
            return self.held

        def __array__(self, dtype=None, copy=None):
            return self.numpy()

    Tensor.__module__ = "torch"
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(int8="int8", int16="int16"))
    own = np.dtype(getattr(ml_dtypes, name, None) or name)
    x = np.arange(-6, 6).astype(own).reshape(3, 4).T
    if own.itemsize == 1:
        same(ulp.cvt(Tensor(x, name), np.float32), x.astype(np.float32))
    else:
        same(ulp.max(Tensor(x, name), Tensor(-x, name)), np.abs(x))
    assert ulp.bits(Tensor(x, name)).tolist() == x.view(f"u{own.itemsize}").tolist()


def test_bytes_in_the_other_order_are_the_same_numbers():
    for dtype in ("f2", "f4", "f8"):
        x = np.linspace(-1, 1, 7).astype(dtype)
        other = x.astype(">" + dtype)
        same(ulp.add(other, other), x + x)
        same(ulp.bits(other), ulp.bits(x))
        with pytest.raises(ValueError, match="byte order"):
            ulp.cvt(np.float32(1), np.dtype(">" + dtype))


class Own(np.ndarray):
    """A class that somebody made of NumPy's."""


LAYOUTS = {
    "Fortran's order": np.asfortranarray,
    "backwards": lambda x: x[(..., *(slice(None, None, -1),) * x.ndim)],
    "every second": lambda x: x[(..., *(slice(None, None, 2),) * x.ndim)],
    "transposed": np.transpose,
    "broadcast": lambda x: np.broadcast_to(x, (2, *x.shape)),
    "big-endian": lambda x: x.astype(x.dtype.newbyteorder(">")),
    "a class of its own": lambda x: x.view(Own),
    "inside another": lambda x: np.stack([x, x], -1)[..., 0],
    "at an odd address": lambda x: np.ndarray(x.shape, x.dtype, b"-" + x.tobytes(), 1),
}


# What takes an array of a format and gives one of its shape.
UNARY = {
    "add": lambda x: ulp.add(x, 1.5),
    "fma": lambda x: ulp.fma(x, x, x),
    "max": lambda x: ulp.max(x, x),
    "cvt": lambda x: ulp.cvt(x, "f32"),
    "bits": ulp.bits,
    "ulps": lambda x: ulp.ulps(x, ulp.next_up(x)),
    "next_down": ulp.next_down,
    "exact": lambda x: np.array(ulp.exact(x), np.float64),
}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_an_array_is_its_numbers_however_they_lie(data):
    dtype = np.dtype(data.draw(st.sampled_from(["f2", "f4", "f8"])))
    shape = data.draw(hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
    x = data.draw(hnp.arrays(dtype, shape, elements=st.floats(-4, 4, width=16)))
    for layout in data.draw(st.lists(st.sampled_from(sorted(LAYOUTS)), max_size=3)):
        x = LAYOUTS[layout](x)
    x.flags.writeable = False
    plain = np.array(x, dtype, order="C", subok=False)
    name = data.draw(st.sampled_from(sorted(UNARY)))
    found, wanted = (UNARY[name](one) for one in (x, plain))
    same(found, wanted)
    assert type(found) is type(wanted)
    same(np.array(x, dtype, order="C", subok=False), plain)


@pytest.mark.parametrize("call", [
    *UNARY.values(), ulp.mufu_rcp, ulp.sin, ulp.cuda.expf, lambda x: ulp.block(x, "mxfp4"), lambda x: ulp.mma(x, x),
    lambda x: ulp.evaluate("x * 2", x=x), lambda x: ulp.explain("add.rn.f32 d, a, a;", a=x),
    lambda x: ulp.why("mul.rn.f32 d, a, a;", x, a=x), lambda x: ulp.run("__global__ void s(float *y) { *y = 1; }", x),
])
def test_what_is_no_array_of_numbers_is_refused_by_name(call):
    for x, name in [
        (np.array([1.0, 2.0], object), "object"), (np.array(["1"]), "str"), (np.ones(2, complex), "complex128"),
        (np.ones(2, np.complex64), "complex64"), (np.array(["2020"], "M8[s]"), "datetime64"), (np.zeros(2, [("a", "f4")]), "void"),
        (None, "NoneType"), ({1.0}, "set"), (np.ma.masked_array(np.float32([1, 2]), [0, 1]), "masked"),
        ([np.ma.masked_array(np.float32([1, 2]), [0, 1])], "masked"),
    ]:
        with pytest.raises(ValueError, match=name):
            call(x)


def test_a_function_takes_its_own_dtype():
    for call in (ulp.mufu_rcp, ulp.cuda.expf):
        with pytest.raises(ValueError, match="float64"):
            call(np.float64([1]))
        with pytest.raises(ValueError, match="float64"):
            call(np.float64(1))
    with pytest.raises(TypeError, match="1 wanted, 2 given"):
        ulp.cuda.expf(1.0, 2.0)
    for call in (ulp.next_up, ulp.next_down):
        with pytest.raises(ValueError, match="Floats are wanted, not uint8"):
            call(np.uint8([56]))
    assert ulp.next_up(1) == 1 + 2**-52
    assert ulp.mufu_rcp(4) == ulp.rsqrt(16) == 0.25 and ulp.sin(0.0) == 0
    with pytest.raises(ValueError, match="sin takes floats here, not int64"):
        ulp.sin([1])
    for x, bits in ((10**400, 1329), (-10**5000, 16610), (2**1024 - 1, 1024)):
        with pytest.raises(ValueError, match=f"{bits} bits is too large"):
            ulp.max(np.float32(0), x)
    with pytest.raises(ValueError, match="add takes floats here, not int64"):
        ulp.add([1, 2], [3, 4])
    with pytest.raises(ValueError, match="float32, as D is, not .* float64"):
        ulp.mma(np.ones((1, 16), np.float16), np.ones((16, 1), np.float16), np.ones((1, 1)))


def test_a_format_that_holds_every_number_needs_no_rounding():
    x = np.array([0.5, -1.75, 3], np.float32)
    for dtype in (np.float32, np.float64, np.float16, ml_dtypes.bfloat16):
        same(ulp.cvt(x.astype(dtype), dtype), x.astype(dtype))
    for name in ("float8_e4m3fn", "float8_e5m2", "bfloat16", "float16"):
        same(ulp.cvt(x.astype(getattr(ml_dtypes, name, name)), "f64"), x.astype(np.float64))
    same(ulp.cvt(np.int32([-7]), "f64"), np.float64([-7]))
    same(ulp.cvt(np.float32([2.5, -3.5]), np.float32, rnd="rni"), np.float32([2, -4]))
    for x in (0.3, np.int32([1])):
        with pytest.raises(ValueError, match="PTX makes e4m3 of f32, f16 and bf16"):
            ulp.cvt(x, "e4m3")
    with pytest.raises(ValueError, match="dtype"):
        ulp.cvt(x, None)


def test_blocks_of_no_numbers_and_of_halves():
    made = ulp.block(np.ones((0, 64), np.float32), "mxfp4")
    assert made.scales.shape == (0, 2) and made.values.shape == (0, 64) and np.isnan(made.mse)
    x = np.linspace(-3, 3, 64).astype(ml_dtypes.bfloat16)
    assert (ulp.block(x, "nvfp4").codes == ulp.block(x.astype(np.float32), "nvfp4").codes).all()


def test_the_scales_of_a_product_say_what_they_are():
    a, b = (np.ones(shape, ml_dtypes.float4_e2m1fn) for shape in ((2, 64), (64, 3)))
    one = {"ue8m0": (ml_dtypes.float8_e8m0fnu, 127), "ue4m3": (ml_dtypes.float8_e4m3fn, 56)}
    for name, (dtype, code) in one.items():
        typed = tuple(np.ones((rows, 4), dtype) for rows in (2, 3))
        coded = tuple(np.full((rows, 4), code, np.uint8) for rows in (2, 3))
        for scales, scale in ((typed, None), (typed, name), (coded, name)):
            same(ulp.mma(a, b, chip="B200", block=16, scales=scales, scale=scale), np.full((2, 3), 64, np.float32))
        with pytest.raises(ValueError, match="ue8m0 or ue4m3|ue4m3 or ue8m0"):
            ulp.mma(a, b, chip="B200", block=16, scales=coded)
    one = np.ones((3, 4), ml_dtypes.float8_e4m3fn)
    with pytest.raises(ValueError, match="no sign"):
        ulp.mma(a, b, chip="B200", block=16, scales=(-one[:2], one))
    turned, right = np.ones((4, 2), ml_dtypes.float8_e8m0fnu), np.ones((3, 4), ml_dtypes.float8_e8m0fnu)
    for scales, said in [((turned, right), "A are 2 rows"), ((turned.T, right[:, :2]), "B 3 rows of 4")]:
        with pytest.raises(ValueError, match=said):
            ulp.mma(a, b, chip="B200", block=16, scales=scales)
    with pytest.raises(ValueError, match="Numbers of ue8m0 are wanted"):
        ulp.mma(a, b, chip="B200", block=16, scales=typed, scale="ue8m0")


def test_a_number_beside_narrow_floats_is_rounded_once():
    zero = np.zeros(1, ml_dtypes.bfloat16)
    for x in (1 + 2**-8 + 2**-40, 1 + 2**-8 - 2**-40, 1 + 2**-8, 1 + 3 * 2**-8, -(1 + 2**-8 + 2**-40), 3e38, 1e-40, np.inf, 0.1):
        once = ulp.explain("add.rn.bf16 d, a, b;", a=0, b=float(x)).results[0][3]
        assert int(ulp.bits(ulp.add(zero, x))[0]) == once, x
    assert np.isnan(np.float32(ulp.add(zero, float("nan"))[0]))
    with pytest.raises(ValueError, match="too large"):
        ulp.add(zero, 10**400)


def test_an_array_is_read_and_given_where_it_lies():
    x = np.ones(1 << 20, np.float32)
    assert np.shares_memory(ulp.bits(x), x)
    ulp.fma(x, x, 1.0)
    # NumPy tells of what it takes. The result is an array that the core made.
    tracemalloc.start()
    made = ulp.fma(x.reshape(1024, 1024), x.reshape(1024, 1024), 1.0)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert made.sum() == 2 * x.size and most < x.nbytes / 16


def test_other_threads_of_python_run_meanwhile():
    """A thread that only waits counts on while the core computes, and sees the core's own threads."""
    x = np.ones(1 << 24, np.float32)
    tasks = Path("/proc/self/task")

    def count():
        return len(list(tasks.iterdir())) if tasks.exists() else 0

    before, seen, counted, right = count(), [], [], []

    def work():
        # A fast machine needs more elements until ten counts lie within one call.
        for size in (1 << 20, 1 << 22, 1 << 24):
            begun = len(seen)
            made = ulp.cuda.expf(x[:size])
            counted.append(len(seen) - begun)
            right.append((made == ulp.cuda.expf(1)).all())
            if counted[-1] >= 10:
                return

    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive():
        seen.append(count())
        time.sleep(0.001)
    assert all(right) and counted[-1] >= 10
    if tasks.exists() and len(os.sched_getaffinity(0)) > 1:
        # The worker, and two threads of the core or more.
        assert max(seen) >= before + 3


def test_a_text_reads_what_is_given():
    x = np.float32([0.1, 3])
    same(ulp.evaluate("add.f32 s, a, b;\nmul.rn.f32 d, s, a;", a=x, b=1.0), (x + 1) * x)
    same(ulp.evaluate("a * b + c", a=x, b=x, c=1), ulp.fma(x, x, 1))
    same(ulp.evaluate("min.s32 d, a, b;", a=np.int32([5, -5]), b=0), np.int32([0, -5]))
    assert ulp.why("add.rn.f32 d, a, b;", 2.0, a=1.0, b=1).counts == (1, 0, 0)
    for text, place, message in (("a * b", 4, "`b` is not declared"), ("a +", 3, "operand"), ("expf(a, a)", 0, "expf")):
        with pytest.raises(ValueError, match=message) as error:
            ulp.evaluate(text, a=x)
        _, line, marks = str(error.value).split("\n")
        assert line == f"  line 1: {text}" and marks.index("^") - len("  line 1: ") == place, str(error.value)
    with pytest.raises(ValueError, match="reads no `ab`"):
        ulp.evaluate("a + b * abc", a=x, b=x, ab=x)


def test_a_pointer_has_a_buffer_of_its_numbers():
    kernel = "__global__ void s({} *y, bool up) {{ y[1] = up ? 7 : 3; }}"
    for named, dtype in {
        "float": "f4", "double": "f8", "signed char": "i1", "unsigned char": "u1", "short": "i2", "unsigned short": "u2", "int": "i4",
        "unsigned": "u4", "long long": "i8", "size_t": "u8", "__half": "f2", "const __nv_bfloat16": ml_dtypes.bfloat16,
    }.items():
        own = np.zeros(2, dtype)
        text = kernel.format(named) if "const" not in named else "__global__ void s(const __nv_bfloat16 *y, float *z) { *z = (float)y[1]; }"
        if "const" in named:
            same(ulp.run(text, own + own.dtype.type(7), np.zeros(1, np.float32)).buffers["z"], np.float32([7]))
            continue
        same(ulp.run(text, own, True).buffers["y"], np.array([0, 7], dtype))
        same(ulp.run(text, own, np.False_).buffers["y"], np.array([0, 3], dtype))
        for other in map(np.dtype, ("f2", "f4", "f8", "i4")):
            if other != own.dtype and (own.dtype.kind != "u" or own.itemsize != other.itemsize):
                with pytest.raises(ValueError, match="`y` points to numbers of"):
                    ulp.run(text, np.zeros(2, other), True)
    # Unsigned integers may be the bits of floats, and the other way round.
    code = np.zeros(2, ml_dtypes.float8_e4m3fn)
    same(ulp.run(kernel.format("unsigned char"), code, True).buffers["y"], np.uint8([0, 7]).view(code.dtype))
    same(ulp.run(kernel.format("float"), np.zeros(2, np.uint32), True).buffers["y"], np.uint32([0, 0x40E00000]))


def test_a_launch_has_the_sizes_of_a_chip():
    kernel = "__global__ void s(float *y) { *y = blockDim.x; }"
    with pytest.raises(ValueError, match="1 or more, not -1"):
        ulp.run(kernel, np.zeros(1, np.float32), threads=-1)
    with pytest.raises(TypeError, match="integer"):
        ulp.run(kernel, np.zeros(1, np.float32), blocks=1.5)
    for sizes in ({"threads": 0}, {"threads": 1025}, {"blocks": 0}, {"blocks": (65536, 2)}):
        with pytest.raises(ValueError, match="together here"):
            ulp.run(kernel, np.zeros(1, np.float32), **sizes)
