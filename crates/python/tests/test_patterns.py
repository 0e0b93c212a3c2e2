"""Every pattern of 16 bits and fewer, as NumPy and ml_dtypes read it."""

import ml_dtypes
import numpy as np
import pytest
import ulpscope as ulp
from test_package import EVERY_HALF, drawn, same

# The formats with how many bits each has.
FORMATS = {
    "float16": 16, "bfloat16": 16, "float8_e4m3fn": 8, "float8_e5m2": 8, "float8_e8m0fnu": 8, "float6_e2m3fn": 6, "float6_e3m2fn": 6,
    "float4_e2m1fn": 4,
}
HALVES = ["float16", "bfloat16"]
NARROW = ["float8_e4m3fn", "float8_e5m2", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"]


def dtype(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)


def every(name):
    return np.arange(2 ** FORMATS[name]).astype(f"u{dtype(name).itemsize}").view(dtype(name))


def wide(x, to=np.float64):
    with np.errstate(invalid="ignore"):
        return x.astype(to)


def order(name):
    """The finite values, each once, the least first."""
    values = wide(every(name))
    return np.unique(values[np.isfinite(values)])


@pytest.mark.parametrize("name", FORMATS)
def test_every_code_has_its_value(name):
    x = every(name)
    values = wide(x)
    read = np.array([float(text.removeprefix("s")) for text in ulp.exact(x)])
    assert (np.isnan(values) == np.isnan(read)).all() and (np.signbit(values) == np.signbit(read))[~np.isnan(read)].all()
    assert (values == read)[~np.isnan(read)].all()
    assert (ulp.bits(x) == np.arange(x.size)).all()
    for to in (np.float32, np.float64):
        same(ulp.cvt(x, to), wide(x, to))
    if name in NARROW:
        same(ulp.cvt(x, np.float16), x.astype(np.float16))


@pytest.mark.parametrize("name", FORMATS)
def test_neighbours_and_steps_follow_the_order(name):
    values, x = order(name), every(name)
    x = x[np.isfinite(wide(x))]
    place = np.searchsorted(values, x.astype(np.float64))
    for call, step, end in ((ulp.next_up, 1, -1), (ulp.next_down, -1, 0)):
        inside = place != np.arange(values.size)[end]
        assert (call(x)[inside].astype(np.float64) == values[place[inside] + step]).all()
        # At the end there is an infinity, or nothing.
        beyond = call(x)[~inside].astype(np.float64)
        assert (np.isinf(beyond) if name in (*HALVES, "float8_e5m2") else beyond == values[end]).all()
    other = np.random.default_rng(15).permutation(x.size)
    assert (ulp.ulps(x, x[other]) == np.abs(place - place[other])).all()


@pytest.mark.parametrize("name", HALVES)
def test_arithmetic_of_every_operand(name):
    x = every(name)
    with np.errstate(all="ignore"):
        for y in drawn(dtype(name), 8, 3):
            same(ulp.add(x, y), x + y)
            same(ulp.sub(x, y), x - y)
            same(ulp.mul(x, y), x * y)
            # A product of two of them is exact in a double, and a sum of it is one where the other is 1.
            same(ulp.fma(x, x.dtype.type(1), y), x + y)
            for call, judge in ((ulp.max, np.fmax), (ulp.min, np.fmin)):
                found, wanted = call(x, y), judge(x, y)
                zeros = (x == 0) & (y == 0)
                same(found[~zeros], wanted[~zeros])
            negative = np.signbit(x.astype(np.float32)) & np.signbit(np.float32(y))
            assert (np.signbit(ulp.max(x, y).astype(np.float32)) == negative)[zeros].all()


@pytest.mark.parametrize("name", HALVES)
def test_singles_to_nearest_and_towards_zero(name):
    """The nearest number is ml_dtypes' or NumPy's; the one towards zero follows from it and from its neighbours."""
    to = dtype(name)
    x = np.concatenate([drawn(np.float32, 100_000, 7), every("float16").astype(np.float32), every("bfloat16").astype(np.float32)])
    with np.errstate(all="ignore"):
        near = x.astype(to)
        same(ulp.cvt(x, to), near)
        x, near = x[np.isfinite(x)], near[np.isfinite(x)]
        above = near.astype(np.float32)
        below = np.where(above > x, np.nextafter(near, to.type(-np.inf)), near)
        above = np.where(above < x, np.nextafter(near, to.type(np.inf)), near)
        to_zero = np.where(x < 0, above, below)
        # A zero keeps the sign of x.
        to_zero = np.where(to_zero == 0, np.copysign(np.float32(0), x).astype(to), to_zero)
    same(ulp.cvt(x, to, rnd="rz"), to_zero)


@pytest.mark.parametrize("own", [*HALVES, "float32"])
@pytest.mark.parametrize("name", NARROW)
def test_every_half_in_a_narrow_format(own, name):
    x, to = (EVERY_HALF.astype(np.float32) if own == "float32" else every(own)), dtype(name)
    single = x.astype(np.float32)
    codes = ulp.cvt(x, to)
    # ml_dtypes goes to a NaN or an infinity beyond the largest number, where PTX saturates.
    largest = np.float32(ml_dtypes.finfo(to).max)
    inside = np.clip(single, -largest, largest)
    number = ~np.isnan(single)
    same(codes[number].view(np.uint8), inside[number].astype(to).view(np.uint8))
    if name.startswith("float8"):
        assert np.isnan(codes[~number].astype(np.float32)).all()


@pytest.mark.parametrize("own, to", [HALVES, HALVES[::-1]])
def test_one_format_of_sixteen_bits_in_the_other(own, to):
    with np.errstate(all="ignore"):
        same(ulp.cvt(every(own), dtype(to)), every(own).astype(np.float32).astype(dtype(to)))


@pytest.mark.parametrize("rnd, judge", [("rz", np.floor), ("rp", np.ceil)])
def test_powers_of_two(rnd, judge):
    x = every("bfloat16")
    x = x[(x.astype(np.float32) >= 2.0**-126) & np.isfinite(x.astype(np.float32))]
    exponents = judge(np.log2(x.astype(np.float64))).clip(-127, 127)
    same(ulp.cvt(x, ml_dtypes.float8_e8m0fnu, rnd=rnd).view(np.uint8), (exponents + 127).astype(np.uint8))
    same(ulp.cvt(x.astype(np.float32), ml_dtypes.float8_e8m0fnu, rnd=rnd).view(np.uint8), (exponents + 127).astype(np.uint8))
