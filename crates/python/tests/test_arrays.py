"""What gives an array: `__array__`, DLPack, and tensors as PyTorch has them."""

import sys
import types

import ml_dtypes
import numpy as np
import pytest
import ulpscope as ulp
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
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(uint8="uint8", uint16="uint16"))
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


def test_a_number_beside_narrow_floats_is_rounded_once():
    zero = np.zeros(1, ml_dtypes.bfloat16)
    for x in (1 + 2**-8 + 2**-40, 1 + 2**-8 - 2**-40, 1 + 2**-8, 1 + 3 * 2**-8, -(1 + 2**-8 + 2**-40), 3e38, 1e-40, np.inf, 0.1):
        once = ulp.explain("add.rn.bf16 d, a, b;", a=0, b=float(x)).results[0][3]
        assert int(ulp.bits(ulp.add(zero, x))[0]) == once, x
    assert np.isnan(np.float32(ulp.add(zero, float("nan"))[0]))
    with pytest.raises(ValueError, match="too large"):
        ulp.add(zero, 10**400)


def test_a_launch_has_the_sizes_of_a_chip():
    kernel = "__global__ void s(float *y) { *y = blockDim.x; }"
    for sizes in ({"threads": 0}, {"threads": 1025}, {"blocks": 0}, {"blocks": (65536, 2)}):
        with pytest.raises(ValueError, match="together here"):
            ulp.run(kernel, np.zeros(1, np.float32), **sizes)
