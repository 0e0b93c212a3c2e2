"""Every code of formats of one's own, and numbers rounded into them, as gfloat 0.5.2 and ml_dtypes 0.6.0 have them.

Run it with a Python that has both and numpy: python own_formats.py > data/own_formats.txt.gz
"""

import dataclasses
import gzip
import math
import random
import struct
import sys

import ml_dtypes
import numpy as np
from gfloat import FormatInfo, RoundMode, decode_float, round_float
from gfloat.formats import format_info_p3109
from gfloat.types import Domain, Signedness

MODES = [("rn", RoundMode.TiesToEven), ("rz", RoundMode.TowardZero), ("rm", RoundMode.TowardNegative),
         ("rp", RoundMode.TowardPositive), ("rna", RoundMode.TiesToAway)]


def bits(value):
    return "nan" if math.isnan(value) else f"{struct.unpack('<Q', struct.pack('<d', value))[0]:016x}"


def info(exponent, fraction, ending, bias=None, signed=True):
    has_nz = signed and not ending.endswith("uz")
    nans, domain = {"fnuz": (0, Domain.Finite), "": (2**fraction - 1, Domain.Extended), "fn": (1, Domain.Finite), "f": (0, Domain.Finite), "in": (1, Domain.Extended)}[ending]
    usual = 2 ** (exponent - 1) - (1 if has_nz or not signed else 0)
    name = f"{'' if signed else 'u'}e{exponent}m{fraction}{'' if bias is None else f'b{bias}'}{ending}"
    return FormatInfo(name, signed + exponent + fraction, fraction + 1, bias=usual if bias is None else bias, is_signed=signed, domain=domain,
                      has_nz=has_nz, num_high_nans=nans, has_subnormals=True, is_twos_complement=False)


FORMATS = [info(*facts) for facts in [
    (3, 4, ""), (4, 3, ""), (5, 2, ""), (2, 3, "f"), (3, 2, "f"), (2, 1, "f"), (4, 3, "fn"), (3, 2, ""), (2, 3, ""), (3, 0, "f"), (3, 0, "fn"),
    (4, 3, "in"), (3, 4, "in"), (2, 5, "in"), (3, 1, "in"), (4, 3, "fn", 11), (4, 3, "fn", 8), (5, 2, "f", 16), (3, 6, ""), (6, 3, "fn"), (1, 4, "f", 1),
    (2, 7, "fn", 2), (4, 4, "", 3)]] + [info(4, 4, "fn", None, False), info(5, 3, "", None, False), info(3, 3, "f", 4, False)]
FORMATS += [info(4, 3, "fnuz"), info(5, 2, "fnuz"), info(4, 3, "fnuz", 11), info(2, 3, "fnuz"), info(3, 4, "fnuz")]


def p3109(width, precision, signedness, domain):
    """A format of P3109 by the name that its report gives it."""
    form = format_info_p3109(width, precision, Signedness.Signed if signedness == "s" else Signedness.Unsigned,
                             Domain.Extended if domain == "e" else Domain.Finite)
    return dataclasses.replace(form, name=f"binary{width}p{precision}{signedness}{domain}")


# Every format of 8 bits but binary8p8s?, which has no exponent, and a few of other widths.
FORMATS += [p3109(8, precision, signedness, domain) for precision in range(1, 9) for signedness in "su" for domain in "ef"
            if (precision, signedness) != (8, "s")]
FORMATS += [p3109(*facts) for facts in [(4, 2, "s", "e"), (4, 2, "s", "f"), (5, 3, "s", "e"), (6, 3, "s", "f"), (6, 4, "s", "e"), (10, 5, "s", "e"),
                                        (10, 4, "u", "f")]]


def numbers(form, chance):
    """Numbers near the codes, between them and far from them."""
    values = sorted({decode_float(form, code).fval for code in range(2**form.k) if math.isfinite(decode_float(form, code).fval)})
    step = values[-1] - values[-2]
    gaps = list(zip(values, values[1:])) + [(values[-1], values[-1] + step)]
    for _ in range(60 if form.name.startswith("binary") else 160):
        low, high = chance.choice(gaps[-4:] if chance.random() < 0.2 else gaps)
        part = chance.choice([0.0, 0.5, 0.5, 0.5 + 2**-20, 0.5 - 2**-20, 2**-20, 1 - 2**-20, chance.randrange(2**20) / 2**20])
        yield low + (high - low) * part
    for factor in [1.5, 2.0, 1e6]:
        yield values[-1] * factor
        if form.is_signed:
            yield values[0] * factor


def near(kind, chance):
    """Singles at the numbers of a format, at the ties between them and a unit beside both, and those of every class; big-endian."""
    values = np.arange(2 ** ml_dtypes.finfo(kind).bits, dtype=np.uint8).view(kind).astype(np.float32)
    values = np.sort(values[np.isfinite(values)])
    middles = (values[:-1] + values[1:]) / 2
    last = values[-1] + (values[-1] - values[-2]) / 2
    points = np.concatenate([values, middles, [last, -last, 3e38, -3e38, 1e-45, -1e-45, 0.0, -0.0, np.inf, -np.inf, np.nan]]).astype(np.float32)
    every = np.concatenate([points, np.nextafter(points, np.float32(np.inf)), np.nextafter(points, np.float32(-np.inf))])
    spread = np.array([chance.getrandbits(32) for _ in range(500)], dtype=np.uint32).view(np.float32)
    return np.concatenate([every, spread]).astype(">f4")


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
            sat = form.num_nans == 0 and form.domain == Domain.Finite
            lines.append(" ".join([mode, form.name] + [bits(round_float(form, value, how, sat)) for value in wanted]))
    # ml_dtypes: every half and some singles to nearest, and every code.
    halves = np.arange(65536, dtype=np.uint16).view(np.float16)
    with np.errstate(all="ignore"):
        for name, kind in [("e3m4", ml_dtypes.float8_e3m4), ("e4m3i", ml_dtypes.float8_e4m3), ("e4m3fn", ml_dtypes.float8_e4m3fn), ("e5m2", ml_dtypes.float8_e5m2),
                           ("e2m3f", ml_dtypes.float6_e2m3fn), ("e3m2f", ml_dtypes.float6_e3m2fn), ("e2m1f", ml_dtypes.float4_e2m1fn), ("e4m3fnuz", ml_dtypes.float8_e4m3fnuz), ("e5m2fnuz", ml_dtypes.float8_e5m2fnuz),
                           ("e4m3b11fnuz", ml_dtypes.float8_e4m3b11fnuz), ("float8_e8m0fnu", ml_dtypes.float8_e8m0fnu)]:
            codes = halves.astype(kind).view(np.uint8)
            lines.append(" ".join(["halves", name, codes.tobytes().hex()]))
            singles = near(kind, chance)
            lines.append(" ".join(["singles", name, singles.tobytes().hex(), singles.astype(kind).view(np.uint8).tobytes().hex()]))
            decoded = np.arange(2 ** ml_dtypes.finfo(kind).bits, dtype=np.uint8).view(kind).astype(np.float64)
            lines.append(" ".join(["codes", name] + [bits(float(value)) for value in decoded]))
    sys.stdout.buffer.write(gzip.compress("\n".join(lines).encode() + b"\n", 9, mtime=0))


main()
