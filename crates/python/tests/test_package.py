"""The installed package beside NumPy and ml_dtypes: bits, never a tolerance."""

import doctest
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
import ulpscope as ulp
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp

EVERY_HALF = np.arange(2**16, dtype=np.uint16).view(np.float16)


def same(a, b):
    """Equal bits, but for which NaN it is."""
    a, b = np.asarray(a), np.asarray(b)
    assert a.dtype == b.dtype and a.shape == b.shape, (a.dtype, b.dtype, a.shape, b.shape)
    with np.errstate(invalid="ignore"):
        wide = [x if x.dtype.kind == "u" else x.astype(np.float64) for x in (a, b)]
    nan = [x != x for x in wide]
    wrong = np.where(nan[0] | nan[1], nan[0] != nan[1], ulp.bits(a) != ulp.bits(b))
    assert not wrong.any(), (np.argwhere(wrong)[:5], a[wrong][:5], b[wrong][:5])


def drawn(dtype, count, seed):
    size = np.dtype(dtype).itemsize
    return np.random.default_rng(seed).integers(0, 256, count * size, dtype=np.uint8).view(dtype)


@pytest.mark.parametrize("name", ulp.__all__)
def test_every_name_has_an_example_that_runs(name):
    (found,) = doctest.DocTestFinder(recurse=False).find(getattr(ulp, name), name)
    assert found.examples and doctest.DocTestRunner().run(found).failed == 0


def test_a_name_is_imported_when_it_is_used():
    program = """
import sys, ulpscope, ulpscope._command
late = {"numpy", "typing", "dataclasses", "inspect", "importlib.metadata"} - set(sys.argv[1:])
assert not late & set(sys.modules), late & set(sys.modules)
assert set(ulpscope.__all__) <= set(dir(ulpscope)) and not hasattr(ulpscope, "cvtt")
assert ulpscope.cuda.__name__ == "ulpscope.cuda" and ulpscope.Sweep.__module__ == "ulpscope._sweep"
assert ulpscope.__version__.count(".") == 2
from ulpscope import *
assert sub is ulpscope.sub and "numpy" in sys.modules
"""
    before = subprocess.run([sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True)
    subprocess.run([sys.executable, "-c", program, *before.stdout.split()], check=True)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arithmetic_is_numpys(dtype):
    # More than one thread takes, and an odd number of them.
    a, b = drawn(dtype, 70_001, 1), drawn(dtype, 70_001, 2)
    with np.errstate(all="ignore"):
        same(ulp.add(a, b), a + b)
        same(ulp.sub(a, b), a - b)
        same(ulp.mul(a, b), a * b)
        same(ulp.div(a, b), a / b)
        same(ulp.sqrt(a), np.sqrt(a))
        same(ulp.rcp(a), dtype(1) / a)


def test_fma_rounds_once():
    a, b, c = (drawn(np.float32, 20_000, seed) for seed in (4, 5, 6))
    few = np.abs(a.view(np.int32) >> 23 & 255) < 255
    a, b = a[few], b[few]
    with np.errstate(all="ignore"):
        c = (-(a.astype(np.float64) * b)).astype(np.float32)
        # The product of two singles is exact in a double, and so is this difference.
        exact = a.astype(np.float64) * b + c.astype(np.float64)
        kept = np.isfinite(c) & (np.abs(c) > 1e-20)
        same(ulp.fma(a[kept], b[kept], c[kept]), exact[kept].astype(np.float32))


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_singles_narrowed_to_sixteen_bits(name):
    x = drawn(np.float32, 200_000, 7)
    to = np.dtype(getattr(ml_dtypes, name, None) or name)
    with np.errstate(all="ignore"):
        same(ulp.cvt(x, to), x.astype(to))


def test_stochastic_rounding_needs_and_takes_random_bits():
    x = np.full(4096, 1.0 + 2**-5, np.float32)
    random = np.random.default_rng(8).integers(0, 2**32, x.size, dtype=np.uint32)
    codes, count = np.unique(ulp.cvt(x, "e4m3", rnd="rs", random=random), return_counts=True)
    assert list(codes) == [0x38, 0x39]
    assert 0.2 < count[1] / x.size < 0.3
    with pytest.raises(ValueError, match="random"):
        ulp.cvt(x, "e4m3", rnd="rs")
    with pytest.raises(ValueError, match="integers, not float64"):
        ulp.cvt(x, "e4m3", rnd="rs", random=np.random.default_rng(8).random(x.size))
    for bits in (2**32, 2**40, -1):
        with pytest.raises(ValueError, match="from 0 to 2"):
            ulp.cvt(x, "e4m3", rnd="rs", random=np.array([bits]))


def test_modes_of_rounding_enclose_the_result():
    a, b = np.float32(1), np.float32(2**-30)
    assert ulp.bits(ulp.add(a, b, rnd="rp")) == 0x3F800001
    assert [ulp.bits(ulp.add(a, b, rnd=rnd)) for rnd in ("rn", "rz", "rm")] == [0x3F800000] * 3
    tiny = np.float32(1e-40)
    assert ulp.mul(tiny, np.float32(1), ftz=True) == 0 and ulp.mul(tiny, np.float32(1)) == tiny
    assert ulp.add(np.float32(3), np.float32(1), sat=True) == 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_shapes_and_strides_are_numpys(data):
    shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=4))
    a, b = (data.draw(hnp.arrays(np.float32, shape, elements=st.floats(-4, 4, width=32))) for shape in shapes.input_shapes)
    same(ulp.add(a.T, b.T), np.add(a.T, b.T)) if a.shape == b.shape else same(ulp.add(a, b), np.add(a, b))
    if a.ndim:
        same(ulp.mul(a[::-1], np.float32(0.1)), a[::-1] * np.float32(0.1))


def test_steps_and_neighbours():
    assert np.isnan(ulp.ulps(np.float32("nan"), np.float32(1)))
    # TF32 has ten bits of a single's fraction.
    one, above = np.float32(1), np.float32(1 + 2**-10)
    assert ulp.next_up(one, of="tf32") == above and ulp.ulps(one, above, of="tf32") == 1
    assert float(ulp.exact(np.float64(0.1))) == 0.1 and len(ulp.exact(np.float64(0.1))) == 57


def test_functions_of_cuda():
    assert len(ulp.cuda.__all__) > 150
    x = drawn(np.float32, 3_000, 9)
    with np.errstate(all="ignore"):
        found, true = ulp.cuda.expf(x), np.exp(x.astype(np.float64)).astype(np.float32)
        finite = np.isfinite(true) & (true > 1e-37)
        assert ulp.ulps(found[finite], true[finite]).max() <= 1
        same(ulp.cuda.__fadd_rz(x, x[::-1]), ulp.add(x, x[::-1], rnd="rz"))
        same(ulp.cuda.fmaf(x, x, x), ulp.fma(x, x, x))
    with pytest.raises(ValueError, match="float64"):
        ulp.cuda.expf(np.float64([1.0]))


def test_the_special_function_unit():
    x = np.float32(2) ** np.arange(-20, 20, dtype=np.float32)
    same(ulp.mufu_rcp(x), 1 / x)
    same(ulp.mufu_rsq(x[::2]), (1 / np.sqrt(x.astype(np.float64))[::2]).astype(np.float32))
    same(ulp.ex2(np.arange(-10, 10, dtype=np.float32)), np.float32(2) ** np.arange(-10, 10, dtype=np.float32))
    assert ulp.mufu_sin(np.float32(0.25)) == 1 and ulp.mufu_cos(np.float32(0)) == 1
    for function, lacks in [(ulp.mufu_tanh, "sm_62"), (ulp.mufu_sqrt, "sm_50"), (ulp.mufu_sin, "sm_62"), (ulp.mufu_ex2, "sm_62"),
                            (ulp.mufu_rcp, "sm_30")]:
        assert not np.isnan(function(x, target="sm_75")).any()
        with pytest.raises(ValueError):
            function(x, target=lacks)
    assert ulp.mufu_rcp(np.float32(4), target="sm_50") == 0.25


def test_a_sweep_finds_what_numpy_finds():
    found = ulp.sweep(lambda x: ulp.mul(x, np.float32(1)), "x", over=(-1e-38, 1.0), every=4099)
    assert found.count == found.nearest == found.counts.sum() and found.worst == 0
    # Halves, all of them: the root in float64 is right to far more bits than a half has.
    halves = EVERY_HALF[np.isfinite(EVERY_HALF) & ~np.signbit(EVERY_HALF)]

    def down(x):
        return ulp.next_down(np.sqrt(x))

    found = ulp.sweep(down, "sqrt", over=(0, 65504), dtype=np.float16)
    true = np.sqrt(halves.astype(np.float64))
    error = (down(halves).astype(np.float64) - true) / np.spacing(true.astype(np.float16)).astype(np.float64)
    assert found.count == halves.size and found.worst_at == halves[np.abs(error).argmax()]
    assert found.mean is not None
    assert abs(found.worst - np.abs(error).max()) < 1e-9 and abs(found.mean - error.mean()) < 1e-9
    assert (found.counts == np.histogram(np.clip(error, -4, 3.99), found.edges)[0]).all()
    # Errors too large for a sum have no mean.
    found = ulp.sweep(lambda x: x, "exp", over=(-80.0, -79.0), every=1001)
    assert found.mean is None and found.worst > 2.0**140
    with pytest.raises(ValueError, match="sqrt"):
        ulp.sweep(down, "root", over=(0, 1))
    with pytest.raises(ValueError, match="shape"):
        ulp.sweep(lambda x: x[:1], "x", over=(1, 2))
    with pytest.raises(ValueError, match="the least and the greatest"):
        ulp.sweep(down, "sqrt", over=(2, 1))
    with pytest.raises(ValueError, match="not of f64"):
        ulp.sweep(np.sqrt, "sqrt", over=(1, 2), dtype=np.float64)
    # An end is rounded into the format, infinities are numbers, and negative ones are met too.
    assert ulp.sweep(lambda x: x, "x", over=(-np.inf, 0.1), dtype=np.float16).count == 0x7C00 + int(ulp.bits(np.float16(0.1))) + 1


def test_the_unit_is_as_far_off_as_the_manual_says():
    found = ulp.sweep(ulp.mufu_rcp, "1/x", over=(1, 2), every=7)
    assert found.worst < 1 and found.wrong == 0 and 1 <= found.worst_at <= 2
    assert ulp.sweep(ulp.mufu_rsq, "rsqrt", over=(-2, -1), every=9973).count == 0


def test_matrices_of_whole_numbers_are_exact():
    random = np.random.default_rng(10)
    a, b = (random.integers(-8, 9, shape).astype(np.float16) for shape in ((5, 32), (32, 7)))
    c = random.integers(-8, 9, (5, 7)).astype(np.float32)
    whole = a.astype(np.float32) @ b.astype(np.float32) + c
    for chip, path in [("V100", None), ("A100", None), ("H100", "wgmma"), ("B200", "tcgen05")]:
        same(ulp.mma(a, b, c, chip=chip, path=path), whole)
    codes = a.astype(ml_dtypes.float8_e4m3fn)
    same(ulp.mma(codes, b.astype(ml_dtypes.float8_e4m3fn), c, path="wgmma"), whole)
    same(ulp.mma(a.astype(np.float32), b.astype(np.float32), c, a_type="tf32", b_type="tf32"), whole)
    with pytest.raises(ValueError, match="multiple"):
        ulp.mma(a[:, :5], b[:5])


def test_an_h100_loses_what_lies_below_its_window():
    a, b = np.float16([[4096, *[0.5] * 15]]), np.float16([[4096], *[[0.5]] * 15])
    # The sum is 2^24 + 3.75, which a single rounds to 2^24 + 4; each quarter alone lies below the window.
    assert np.float32(2**24 + 15 * 0.25) == 2**24 + 4
    assert ulp.mma(a, b, chip="H100", path="wgmma")[0, 0] == 2**24


def test_blocks():
    x = np.random.default_rng(11).normal(size=(3, 64)).astype(np.float32)
    made = ulp.block(x, "mxfp8-e4m3")
    scale = np.exp2(np.floor(np.log2(np.abs(x).reshape(-1, 32).max(1))) - 8)
    assert (made.scales.reshape(-1) == np.log2(scale) + 127).all()
    largest = np.float32(448)
    wanted = np.clip(x.reshape(-1, 32) / scale[:, None], -largest, largest).astype(np.float32).astype(ml_dtypes.float8_e4m3fn)
    same(made.codes.reshape(-1, 32), wanted.view(np.uint8))
    same(made.values.reshape(-1, 32), wanted.astype(np.float64) * scale[:, None].astype(np.float64))
    assert made.mse == np.mean((made.values - x) ** 2) and 25 < made.sqnr < 45
    assert ulp.block(x, "nvfp4").scales.shape == (3, 4)
    with pytest.raises(ValueError, match="last axis"):
        ulp.block(x[:, :5], "mxfp4")


def test_what_is_wrong_has_its_place():
    with pytest.raises(ValueError) as error:
        ulp.evaluate("add.rx.f32 d, a, b;", a=np.float32(1), b=np.float32(1))
    assert "line 1: add.rx.f32 d, a, b;" in str(error.value) and "^" in str(error.value)
    with pytest.raises(ValueError):
        ulp.div(np.float16([1]), np.float16([2]))
    with pytest.raises(ValueError, match="several dtypes"):
        ulp.add(np.float32([1]), np.float64([1]))
    with pytest.raises(ValueError, match="`a` holds 1 of f32"):
        ulp.evaluate("add.rn.f32 d, a, b;", a=np.int32([1]), b=np.float32(1))
    with pytest.raises(ValueError, match="Numbers of e4m3 are wanted"):
        ulp.cvt(np.float32([1]), np.float16, of="e4m3")
    with pytest.raises(ValueError, match="has 4 bits"):
        ulp.exact(np.uint8([16]), of="e2m1")
    with pytest.raises(ValueError, match="is missing"):
        ulp.explain("add.rn.f32 d, a, b;", a=1)
    one = np.ones(1, ml_dtypes.bfloat16)
    with pytest.raises(ValueError, match="`seen`: Numbers of bf16"):
        ulp.why("add.rn.bf16 d, a, b;", np.float16([2]), a=one, b=one)
    with pytest.raises(ValueError, match="no tensor scale"):
        ulp.block(np.zeros(32, np.float32), "mxfp4", tensor_scale=2)
    with pytest.raises(ValueError, match="a number above zero"):
        ulp.block(np.zeros(16, np.float32), "nvfp4", tensor_scale=0)
    assert ulp.exact(np.uint32([0x3F800000]), of="TF32") == "1"


def test_a_kernel_and_machine_code_are_told_where_they_run():
    x = np.float32([1])
    ptx = ".version 8.0 .target sm_90 .address_size 64 .visible .entry k ( ) { ret; }"
    for text in ("__global__ void scale(float *y, float x) { *y = x * 0.1f; }", ptx):
        for asked in (ulp.explain, lambda text: ulp.evaluate(text, x=x), lambda text: ulp.why(text, x)):
            with pytest.raises(ValueError, match="`run` runs it"):
                asked(text)
    with pytest.raises(ValueError, match="Machine instructions do not run over arrays"):
        ulp.evaluate("FADD R0, R1, R2;", R1=x, R2=x)


@pytest.mark.parametrize("array, number", [
    (np.int32([5]), 3.7), (np.uint32([5]), -1), (np.uint32([5]), 2**32), (np.int64([5]), 2.0**63), (np.int32([5]), float("inf")),
    (np.int32([5]), float("nan")),
])
def test_a_number_beside_integers_is_one_of_them(array, number):
    with pytest.raises(ValueError, match=f"is no number of {array.dtype.name}"):
        ulp.min(array, number)


def test_a_number_beside_integers_keeps_its_bits():
    assert ulp.max(np.int64([5]), 2**53 + 1) == 2**53 + 1 and ulp.max(np.uint64([5]), 2**64 - 1) == 2**64 - 1
    assert ulp.min(np.int32([5]), -3.0) == -3


def test_an_explanation_shows_bits_and_rounding():
    done = ulp.explain("fma.rn.f32 d, a, b, c;", a=1.1, b=np.float32(1.1), c=-1.21)
    (name, form, lanes, bits), = done.results
    assert bits == int(ulp.bits(ulp.fma(np.float32(1.1), np.float32(1.1), np.float32(-1.21))))
    html = done._repr_html_()
    assert "<svg" in html and html.count("<tr") == 4 and len(done.steps) > 4
    assert done.story in repr(done)


def test_a_kernel_runs_with_its_error():
    text = """__global__ void axpy(float *y, const float *x, float a, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = a * x[i] + y[i];
    }"""
    x, y = drawn(np.float32, 8, 12), np.zeros(8, np.float32)
    x = np.linspace(0.1, 0.8, 8, dtype=np.float32)
    done = ulp.run(text, y, x, 0.1, 8, threads=8)
    same(done.buffers["y"], ulp.fma(np.float32(0.1), x, y))
    assert (y == 0).all() and (np.abs(done.errors["y"]) <= 0.5).all() and (done.errors["y"] != 0).any()
    with pytest.raises(ValueError):
        ulp.run(text, y, x[:4], 0.1, 8, threads=8)
    # A structure is no buffer, so the buffer behind it keeps its own shape.
    pair = """.version 8.0
    .target sm_90
    .address_size 64
    .visible .entry sum(.param .align 4 .b8 p[8], .param .u64 y) {
        .reg .f32 %f<4>; .reg .b64 %rd<2>;
        ld.param.f32 %f1, [p]; ld.param.f32 %f2, [p+4]; ld.param.u64 %rd1, [y];
        add.rn.f32 %f3, %f1, %f2; st.global.f32 [%rd1], %f3; ret;
    }"""
    done = ulp.run(pair, np.float32([0.1, 0.2]), np.zeros((2, 2), np.float32))
    assert list(done.buffers) == ["y"] and done.buffers["y"].shape == (2, 2)
    assert done.buffers["y"][0, 0] == ulp.add(np.float32(0.1), np.float32(0.2))
    whole = """#include <cstdio>
    __global__ void scale(float *y) { y[threadIdx.x] *= 0.1f; }
    int main() {
        float *y, *z; cudaMallocManaged(&y, 8); cudaMallocManaged(&z, 4); y[0] = 3; y[1] = 1; z[0] = 7;
        scale<<<1, 2>>>(y); scale<<<1, 1>>>(z); cudaDeviceSynchronize(); printf("%f", y[0]);
    }"""
    done = ulp.run(whole)
    same(done.buffers["scale_y"], ulp.mul(np.float32([3, 1]), np.float32(0.1)))
    same(done.buffers["scale_y 2"], ulp.mul(np.float32([7]), np.float32(0.1)))
    assert done.printed == "0.300000" and np.isnan(done.errors["scale_y"]).all()
    with pytest.raises(ValueError, match="`main` launches"):
        ulp.run(whole, threads=2)
    with pytest.raises(ValueError, match="one to three numbers, not 4"):
        ulp.run(pair, np.float32([1, 2]), np.zeros(4, np.float32), threads=(1, 1, 1, 2))
    with pytest.raises(ValueError, match="cudaNothing"):
        ulp.run("__global__ void f(float *y) { *y = 1; } int main() { float *y; cudaNothing(&y); }")
    wide = ulp.run("__global__ void give(double *y, double x) { *y = x; }", np.zeros(1), np.float32(0.1))
    assert wide.buffers["y"][0] == float(np.float32(0.1))


def test_a_flush_is_named():
    a, b = drawn(np.float32, 4_000, 13), drawn(np.float32, 4_000, 14)
    found = ulp.why("mul.rn.f32 d, a, b;", ulp.mul(a, b, ftz=True), a=a, b=b)
    right, explained, unexplained = found.counts
    assert explained > 0 and unexplained == 0 and right + explained == a.size
    assert "ftz" in found.causes[0][0] and found.causes[0][2] == explained and found.causes[0][3] == 0


def test_the_command():
    line = "add.rz.f32 %f0, 0f3F800000, 0f33800001;\n"
    for command in (["ulp"], [sys.executable, "-m", "ulpscope"]):
        done = subprocess.run([*command, "eval"], input=line, capture_output=True, text=True, check=True)
        assert done.stdout.startswith("ok\t%f0=3f800000\tinexact")
        assert "Usage: ulp <" in subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    assert subprocess.run(["ulp", "block", "none"], capture_output=True, check=False).returncode == 2
