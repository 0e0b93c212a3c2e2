"""Which values of functions are doubles, as mpmath has them with 3000 bits.

Run it with a Python that has mpmath: python exact_values.py > exact_values.txt
"""

import random
import struct

import mpmath as m

m.mp.prec = 3000
random.seed(1)
bits = lambda x: struct.unpack('<Q', struct.pack('<d', x))[0]
one = {
 '1/x': lambda x: 1/x, 'sqrt': m.sqrt, 'rsqrt': lambda x: 1/m.sqrt(x), 'cbrt': lambda x: m.sign(x)*m.cbrt(abs(x)), 'rcbrt': lambda x: m.sign(x)/m.cbrt(abs(x)),
 'exp': m.exp, 'exp2': lambda x: m.mpf(2)**x, 'exp10': lambda x: m.mpf(10)**x, 'expm1': m.expm1, 'log': m.log, 'log2': lambda x: m.log(x, 2), 'log10': m.log10, 'log1p': m.log1p,
 'sin': m.sin, 'cos': m.cos, 'tan': m.tan, 'sinpi': m.sinpi, 'cospi': m.cospi, 'asin': m.asin, 'acos': m.acos, 'atan': m.atan,
 'sinh': m.sinh, 'cosh': m.cosh, 'tanh': m.tanh, 'asinh': m.asinh, 'acosh': m.acosh, 'atanh': m.atanh, 'erf': m.erf, 'erfc': m.erfc,
 'normcdf': m.ncdf, 'tgamma': m.gamma, 'lgamma': lambda x: m.log(abs(m.gamma(x))), 'j0': lambda x: m.besselj(0, x), 'j1': lambda x: m.besselj(1, x),
 'sinq': lambda x: m.sinpi(x/2), 'cosq': lambda x: m.cospi(x/2),
}
two = {
 'x/y': lambda x, y: x/y, 'pow': lambda x, y: x**y, 'atan2': m.atan2, 'hypot': lambda x, y: m.sqrt(x*x+y*y), 'rhypot': lambda x, y: 1/m.sqrt(x*x+y*y),
}
points = [0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 2.25, 3.0, 4.0, 5.0, 8.0, 9.0, 10.0, 12.0, 16.0, 22.0, 23.0, 24.0, 27.0, 64.0, 100.0, 125.0, 1000.0, 1e22, 1e23, 0.001, 0.125, 1e-300, 1e-40, 0.1, 2.0**-60, 3.0**33, 5e-324, 1.1]
points += [-x for x in points if x] + [random.uniform(-4, 4) for _ in range(4)]
lines = []
def add(name, args, f):
    try: value = f(*map(m.mpf, args))
    except Exception: return
    if isinstance(value, m.mpc) or not m.isfinite(value) or value and not 2.0**-1022 <= abs(value) <= m.mpf(2)**1023: return
    if name in ('erf','erfc','tanh','normcdf','expm1') and abs(args[0]) > 20: return
    y = float(value)
    # What 3000 bits cannot tell from a double is one here only where its own bits end early.
    exact = m.mpf(y) == value
    lines.append((name, *map(bits, args), bits(y), int(exact)))
for name, f in one.items():
    for x in points: add(name, [x], f)
for name, f in two.items():
    for x in points:
        for y in points: add(name, [x, y], f)
more = {
 'fdivide': lambda x, y: x/y, 'norm3d': lambda *all: m.sqrt(sum(x*x for x in all)), 'rnorm3d': lambda *all: 1/m.sqrt(sum(x*x for x in all)),
 'erfcx': lambda x: m.exp(x*x)*m.erfc(x), 'erfinv': m.erfinv, 'erfcinv': lambda x: m.erfinv(1-x), 'normcdfinv': lambda x: m.sqrt(2)*m.erfinv(2*x-1),
 'cyl_bessel_i0': lambda x: m.besseli(0, x), 'cyl_bessel_i1': lambda x: m.besseli(1, x), 'jn': m.besselj, 'y0': lambda x: m.bessely(0, x),
 'y1': lambda x: m.bessely(1, x), 'yn': m.bessely,
}
more |= {'norm4d': more['norm3d'], 'rnorm4d': more['rnorm3d']}
three = [(1.0, 2.0, 2.0), (2.0, 3.0, 6.0), (0.0, 0.0, -0.5), (0.0, 3.0, 4.0), (1.0, 1.0, 1.0), (0.1, 0.2, 0.3), (0.0, 0.0, 0.0), (1e22, 1.0, 1.0)]
few_points = [0.0, 0.25, 0.5, -0.5, 1.0, -1.0, 1.5, 2.0, 5.0, 12.0, 1e-40, 1e-300]
for name, f in more.items():
    if name.endswith('3d'): lists = three
    elif name.endswith('4d'): lists = [(1.0, 1.0, 1.0, 1.0), (1.0, 2.0, 2.0, 4.0)] + [(0.0, *all) for all in three]
    elif name == 'fdivide': lists = [(x, y) for x in few_points for y in few_points]
    elif name in ('jn', 'yn'): lists = [(n, x) for n in (0.0, 1.0, 2.0, 5.0) for x in few_points if name == 'jn' or x > 0]
    else: lists = [(x,) for x in few_points]
    for all in lists: add(name, all, f)
few = {}
for line in lines:
    few.setdefault((line[0], line[-1]), []).append(line)
out = []
for (name, exact), rows in few.items():
    random.shuffle(rows)
    out += sorted(rows[:8 if name in more else 24])
print('# Each line: name, operands, the double nearest to the value, and whether it is the value: mpmath 1.3 with 3000 bits.')
for line in out: print(line[0], *(f'{x:016x}' for x in line[1:-1]), line[-1])
