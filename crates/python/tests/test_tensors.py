"""Tensors of PyTorch and arrays of JAX as they are; where one is not installed, pytest says so."""

import ml_dtypes
import numpy as np
import pytest
import ulpscope as ulp
from test_package import same

NUMBERS = [0.5, 1.0, 2.0, 4.0]
WIDE = ["float16", "bfloat16", "float32", "float64"]
NARROW = ["float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"]
KERNEL = "__global__ void s(float *y, float a) { y[threadIdx.x] *= a; }"


def of_numpy(name, numbers=NUMBERS):
    return np.array(numbers).astype(getattr(ml_dtypes, name, None) or name)


def of_pytorch(name):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    return torch.tensor(NUMBERS, dtype=torch.float32).to(getattr(torch, name))


def of_jax(name):
    pytest.importorskip("jax", reason="JAX is not installed").config.update("jax_enable_x64", True)
    return pytest.importorskip("jax.numpy").array(NUMBERS).astype(name)


@pytest.fixture(params=[of_pytorch, of_jax])
def make(request):
    request.param("float32")
    return request.param


@pytest.mark.parametrize("name", WIDE + NARROW)
def test_each_dtype_has_its_numbers(make, name):
    x, own = make(name), of_numpy(name)
    same(ulp.bits(x), ulp.bits(own))
    same(ulp.next_up(x), ulp.next_up(own))
    assert list(ulp.exact(x)) == list(ulp.exact(own)) and (ulp.ulps(x, own) == 0).all()
    same(ulp.cvt(x, "f32" if name != "float32" else "f64"), np.array(NUMBERS, np.float32 if name != "float32" else np.float64))
    if name in WIDE:
        same(ulp.add(x, x), own + own)
        same(ulp.fma(x, 2.0, own), own * own.dtype.type(2) + own)
        same(ulp.max(x, own), own)
        same(ulp.cvt(of_numpy("float64" if name != "float64" else "float32"), x.dtype), own)
    if name in ("float32", "float64"):
        same(ulp.div(x, x), own / own)
        same(ulp.sqrt(x), np.sqrt(own))
        same(ulp.rsqrt(x), ulp.rsqrt(own))


def test_every_other_name_takes_them(make):
    x, own = make("float32"), of_numpy("float32")
    for name in ulp.__all__:
        if name.startswith("mufu_") or name in ("sin", "cos", "tanh", "ex2", "lg2", "rcp"):
            same(getattr(ulp, name)(x), getattr(ulp, name)(own))
    same(ulp.cuda.expf(x), ulp.cuda.expf(own))
    same(ulp.evaluate("expf(x) * y", x=x, y=x), ulp.evaluate("expf(x) * y", x=own, y=own))
    assert ulp.explain("add.rn.f32 d, a, a;", a=x[1]).results[0][3] == 0x40000000
    assert ulp.why("mul.rn.f32 d, a, b;", x * x, a=x, b=own).counts == (4, 0, 0)
    same(ulp.run(KERNEL, x, x[2], threads=4).buffers["y"], own * 2)
    same(ulp.cvt(x, "e4m3", rnd="rs", random=ulp.bits(x)), ulp.cvt(own, "e4m3", rnd="rs", random=ulp.bits(own)))
    for kind in ("float32", "float16", "bfloat16"):
        wide = make(kind)[:, None] + make(kind)[None, :]
        assert ulp.block(wide.reshape(1, 16), "nvfp4").sqnr > 20
    half = make("float16")[:, None] + make("float16")[None, :]
    same(ulp.mma(half.reshape(1, 16), half.reshape(16, 1), chip="A100"), (np.float32(half.reshape(1, 16)) ** 2).sum(keepdims=True))
    same(ulp.mma(half.reshape(1, 16), half.reshape(16, 1), x[:1].reshape(1, 1)), ulp.mma(half.reshape(1, 16), half.reshape(16, 1), 0.5))
    swept = ulp.sweep(lambda halves: halves, "x", over=(1, 2), dtype=make("bfloat16").dtype)
    assert swept.count == 129 and swept.worst == 0


def test_a_tensor_lies_as_it_likes():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    for name in ("float32", "bfloat16", "float8_e4m3fn"):
        x = torch.arange(6.0).reshape(2, 3).to(getattr(torch, name))
        own = of_numpy(name, np.arange(6.0).reshape(2, 3))
        same(ulp.bits(x.T), ulp.bits(own.T))
        same(ulp.bits(x[:, ::2]), ulp.bits(own[:, ::2]))
        same(ulp.bits(x[:0]), ulp.bits(own[:0]))
        same(ulp.bits(x[1, 1]), ulp.bits(own[1, 1]))
        if name != "float8_e4m3fn":
            same(ulp.bits(torch._neg_view(x)), ulp.bits(-own))
            same(ulp.add(x.requires_grad_(), 1.0), own + own.dtype.type(1))


def test_a_byte_of_pytorch_holds_two_numbers_of_four_bits():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    x = torch.tensor([[0x12, 0xF4]], dtype=torch.uint8).view(torch.float4_e2m1fn_x2)
    assert ulp.bits(x).tolist() == [[2, 1, 4, 15]] and ulp.exact(x).tolist() == [["1", "0.5", "2", "-6"]]


def test_a_tensor_without_numbers_is_refused():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    with pytest.raises(ValueError, match="complex64"):
        ulp.add(torch.ones(2, dtype=torch.complex64), 1.0)
    with pytest.raises(ValueError, match="float8_e4m3fnuz"):
        ulp.exact(torch.ones(2).to(torch.float8_e4m3fnuz))
    with pytest.raises(TypeError, match="Sparse"):
        ulp.add(torch.ones(2).to_sparse(), 1.0)
