"""Every code of formats of one's own, and numbers rounded into them, as gfloat 0.5.2 and ml_dtypes 0.6.0 have them.

Run it with a Python that has both and numpy: python own_formats.py > data/own_formats.txt.gz
"""

import gzip
import math
import random
import struct
import sys

import ml_dtypes
import numpy as np
from gfloat import FormatInfo, RoundMode, decode_float, round_float
from gfloat.types import Domain

MODES = [("rn", RoundMode.TiesToEven), ("rz", RoundMode.TowardZero), ("rm", RoundMode.TowardNegative),
         ("rp", RoundMode.TowardPositive), ("rna", RoundMode.TiesToAway)]


def bits(value):
    return "nan" if math.isnan(value) else f"{struct.unpack('<Q', struct.pack('<d', value))[0]:016x}"


def info(exponent, fraction, ending, bias=None, signed=True):
    nans, domain = {"": (2**fraction - 1, Domain.Extended), "fn": (1, Domain.Finite), "f": (0, Domain.Finite), "in": (1, Domain.Extended)}[ending]
    usual = 2 ** (exponent - 1) - 1
    name = f"{'' if signed else 'u'}e{exponent}m{fraction}{'' if bias is None else f'b{bias}'}{ending}"
    return FormatInfo(name, signed + exponent + fraction, fraction + 1, bias=usual if bias is None else bias, is_signed=signed, domain=domain,
                      has_nz=signed, num_high_nans=nans, has_subnormals=True, is_twos_complement=False)


FORMATS = [info(*facts) for facts in [
    (3, 4, ""), (4, 3, ""), (5, 2, ""), (2, 3, "f"), (3, 2, "f"), (2, 1, "f"), (4, 3, "fn"), (3, 2, ""), (2, 3, ""), (3, 0, "f"), (3, 0, "fn"),
    (4, 3, "in"), (3, 4, "in"), (2, 5, "in"), (3, 1, "in"), (4, 3, "fn", 11), (4, 3, "fn", 8), (5, 2, "f", 16), (3, 6, ""), (6, 3, "fn"), (1, 4, "f", 1),
    (2, 7, "fn", 2), (4, 4, "", 3)]] + [info(4, 4, "fn", None, False), info(5, 3, "", None, False), info(3, 3, "f", 4, False)]


def numbers(form, chance):
    """Numbers near the codes, between them and far from them."""
    values = sorted({decode_float(form, code).fval for code in range(2**form.k) if math.isfinite(decode_float(form, code).fval)})
    step = values[-1] - values[-2]
    gaps = list(zip(values, values[1:])) + [(values[-1], values[-1] + step)]
    for _ in range(160):
        low, high = chance.choice(gaps[-4:] if chance.random() < 0.2 else gaps)
        part = chance.choice([0.0, 0.5, 0.5, 0.5 + 2**-20, 0.5 - 2**-20, 2**-20, 1 - 2**-20, chance.randrange(2**20) / 2**20])
        yield low + (high - low) * part
    for factor in [1.5, 2.0, 1e6]:
        yield values[-1] * factor
        if form.is_signed:
            yield values[0] * factor


def main():
    chance = random.Random(48)
    lines = []
    for form in FORMATS:
        decoded = [decode_float(form, code).fval for code in range(2**form.k)]
        lines.append(" ".join(["codes", form.name] + [bits(value) for value in decoded]))
        wanted = list(numbers(form, chance))
        lines.append(" ".join(["numbers", form.name] + [bits(value) for value in wanted]))
        for mode, how in MODES:
            # Without NaN and infinity gfloat asks for saturation.
            sat = form.num_high_nans == 0 and form.domain == Domain.Finite
            lines.append(" ".join([mode, form.name] + [bits(round_float(form, value, how, sat)) for value in wanted]))
    # ml_dtypes: every half to nearest, and every code.
    halves = np.arange(65536, dtype=np.uint16).view(np.float16)
    with np.errstate(all="ignore"):
        for name, kind in [("e3m4", ml_dtypes.float8_e3m4), ("e4m3i", ml_dtypes.float8_e4m3), ("e4m3fn", ml_dtypes.float8_e4m3fn), ("e5m2", ml_dtypes.float8_e5m2),
                           ("e2m3f", ml_dtypes.float6_e2m3fn), ("e3m2f", ml_dtypes.float6_e3m2fn), ("e2m1f", ml_dtypes.float4_e2m1fn)]:
            codes = halves.astype(kind).view(np.uint8)
            lines.append(" ".join(["halves", name, codes.tobytes().hex()]))
            decoded = np.arange(2 ** ml_dtypes.finfo(kind).bits, dtype=np.uint8).view(kind).astype(np.float64)
            lines.append(" ".join(["codes", name] + [bits(float(value)) for value in decoded]))
    sys.stdout.buffer.write(gzip.compress("\n".join(lines).encode() + b"\n", 9, mtime=0))


main()
