// Kernels that compute with whole numbers and bits, one behind each line that says what it is.

// The Gray code of a number, and back.
KERNEL(gray) {
    unsigned gray = u[THREAD] ^ u[THREAD] >> 1, back = gray;
    for (int by = 1; by < 32; by *= 2) back ^= back >> by;
    out[8 * THREAD] = gray, out[8 * THREAD + 1] = back;
}

// The checksum CRC-32, bit by bit and by a table of nibbles.
TABLE unsigned NIBBLES[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};
KERNEL(crc) {
    unsigned one = 0xffffffffu, other = 0xffffffffu;
    for (int i = 0; i < 16; i++) {
        unsigned byte = u[(i + THREAD) & 15] & 255;
        one ^= byte;
        for (int bit = 0; bit < 8; bit++) one = one >> 1 ^ (0xedb88320u & (0u - (one & 1)));
        other = other >> 4 ^ NIBBLES[(other ^ byte) & 15];
        other = other >> 4 ^ NIBBLES[(other ^ byte >> 4) & 15];
    }
    out[8 * THREAD] = ~one, out[8 * THREAD + 1] = ~other;
}

// Fixed-point numbers with sixteen places: products, quotients, a root.
INLINE int product_of_fixed(int a, int b) { return (int)((long long)a * b >> 16); }
KERNEL(fixed_point) {
    int a = (int)(u[THREAD] & 0xfffff), b = (int)(u[THREAD + 4] & 0xfffff) | 1;
    unsigned root = 0, rest = (unsigned)a, place = 1u << 30;
    while (place > rest) place >>= 2;
    while (place) {
        if (rest >= root + place) rest -= root + place, root = (root >> 1) + place;
        else root >>= 1;
        place >>= 2;
    }
    out[8 * THREAD] = (unsigned)product_of_fixed(a, b), out[8 * THREAD + 1] = (unsigned)(((long long)a << 16) / b), out[8 * THREAD + 2] = root;
}

// Bits of a half packed and unpacked by hand, nearest even.
FUNCTION unsigned short packed_half(float x) {
    unsigned own = __float_as_uint(x), sign = own >> 16 & 0x8000, left = own & 0x7fffffff;
    if (left > 0x7f800000) return 0x7fff;
    if (left >= 0x47800000) return (unsigned short)(sign | 0x7c00);
    if (left < 0x33000000) return (unsigned short)sign;
    unsigned shift = left < 0x38800000 ? 126 - (left >> 23) : 13;
    unsigned whole = left < 0x38800000 ? (left & 0x7fffff) | 0x800000 : left - 0x38000000;
    unsigned kept = whole >> shift, cut = whole & ((1u << shift) - 1), middle = 1u << (shift - 1);
    return (unsigned short)(sign | (kept + (cut > middle || (cut == middle && (kept & 1)))));
}
KERNEL(half_packing) {
    for (int i = 0; i < 8; i++) {
        float x = f[(i + 2 * THREAD) & 15];
        out[8 * THREAD + i] = packed_half(x) | bits_half(half_of(x)) << 16;
    }
}

// How long a number takes to one (Collatz), and the largest on the way.
KERNEL(collatz) {
    unsigned long long n = (u[THREAD] & 0xffff) + 1, most = n;
    unsigned steps = 0;
    while (n != 1 && steps < 400) n = n & 1 ? 3 * n + 1 : n / 2, most = max(most, n), steps++;
    out[8 * THREAD] = steps, out[8 * THREAD + 1] = most;
}

// The greatest common divisor, by remainders and by halving.
FUNCTION unsigned halving(unsigned a, unsigned b) {
    if (!a || !b) return a | b;
    int twos = __ffs((int)(a | b)) - 1;
    a >>= __ffs((int)a) - 1;
    while (b) {
        b >>= __ffs((int)b) - 1;
        if (a > b) { unsigned kept = a; a = b, b = kept; }
        b -= a;
    }
    return a << twos;
}
KERNEL(divisor) {
    unsigned a = u[THREAD], b = u[THREAD + 4];
    out[8 * THREAD] = halving(a, b);
    while (b) { unsigned rest = a % b; a = b, b = rest; }
    out[8 * THREAD + 1] = a;
}

// Powers modulo a prime, by products of 128 bits.
KERNEL(modular_power) {
    unsigned long long base = l[THREAD], power = l[THREAD + 4] & 0xffff, prime = 0xffffffffffffffc5ull, result = 1;
    base %= prime;
    for (; power; power >>= 1) {
        if (power & 1) {
            unsigned long long low = result * base, high = __umul64hi(result, base);
            unsigned __int128 folded = (unsigned __int128)high * 59 + low;
            folded = (folded >> 64) * 59 + (unsigned long long)folded;
            result = (unsigned long long)((folded >> 64) * 59 + (unsigned long long)folded) % prime;
        }
        unsigned __int128 square = (unsigned __int128)base * base;
        base = (unsigned long long)(square >> 64) ^ (unsigned long long)square;
    }
    out[8 * THREAD] = result, out[8 * THREAD + 1] = base;
}

// Hashes of words: Murmur's, Jenkins's, splitmix, PCG.
KERNEL(hashes) {
    unsigned h = 0x9747b28cu, one = 0;
    for (int i = 0; i < 16; i++) {
        unsigned k = u[(i + THREAD) & 15] * 0xcc9e2d51u;
        k = (k << 15 | k >> 17) * 0x1b873593u, h ^= k, h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
        one += u[i], one += one << 10, one ^= one >> 6;
    }
    h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u, h ^= h >> 16;
    unsigned long long z = l[THREAD] + 0x9e3779b97f4a7c15ull, state = l[THREAD + 4] * 6364136223846793005ull + 1442695040888963407ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull, z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    unsigned mixed = (unsigned)((state >> 18 ^ state) >> 27), by = (unsigned)(state >> 59);
    out[8 * THREAD] = h, out[8 * THREAD + 1] = one, out[8 * THREAD + 2] = z ^ z >> 31, out[8 * THREAD + 3] = mixed >> by | mixed << (-by & 31);
}

// Rounds of the cipher ChaCha.
#define QUARTER(a, b, c, d) \
    a += b, d ^= a, d = d << 16 | d >> 16, c += d, b ^= c, b = b << 12 | b >> 20, a += b, d ^= a, d = d << 8 | d >> 24, c += d, b ^= c, b = b << 7 | b >> 25
KERNEL(chacha) {
    unsigned x[16];
    for (int i = 0; i < 16; i++) x[i] = u[(i + THREAD) & 15];
    for (int round = 0; round < 4; round++) {
        QUARTER(x[0], x[4], x[8], x[12]), QUARTER(x[1], x[5], x[9], x[13]), QUARTER(x[2], x[6], x[10], x[14]), QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]), QUARTER(x[1], x[6], x[11], x[12]), QUARTER(x[2], x[7], x[8], x[13]), QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = (unsigned long long)x[2 * i] << 32 | x[2 * i + 1];
}

// Bits of two numbers one between the other (Morton), and back.
KERNEL(morton) {
    unsigned x = u[THREAD] & 0xffff, y = u[THREAD + 4] & 0xffff;
    unsigned parts[2] = {x, y};
    for (int i = 0; i < 2; i++) {
        unsigned v = parts[i];
        v = (v | v << 8) & 0x00ff00ffu, v = (v | v << 4) & 0x0f0f0f0fu, v = (v | v << 2) & 0x33333333u, parts[i] = (v | v << 1) & 0x55555555u;
    }
    unsigned code = parts[0] | parts[1] << 1, back = 0;
    for (int i = 0; i < 16; i++) back |= (code >> (2 * i) & 1) << i;
    out[8 * THREAD] = code, out[8 * THREAD + 1] = back;
}

// A number as decimal digits, four bits each, by doubling and by division.
KERNEL(decimal) {
    unsigned n = u[THREAD];
    unsigned long long digits = 0, other = 0;
    for (int i = 31; i >= 0; i--) {
        for (int place = 0; place < 40; place += 4)
            if ((digits >> place & 15) >= 5) digits += 3ull << place;
        digits = digits << 1 | (n >> i & 1);
    }
    for (int place = 0; place < 40; place += 4, n /= 10) other |= (unsigned long long)(n % 10) << place;
    out[8 * THREAD] = digits, out[8 * THREAD + 1] = other;
}

// The day of a number of days, as year, month and day.
KERNEL(calendar) {
    unsigned days = u[THREAD] % 3000000u, from = days + 719468u, era = from / 146097u, of_era = from % 146097u;
    unsigned year = (of_era - of_era / 1460u + of_era / 36524u - of_era / 146096u) / 365u;
    unsigned of_year = of_era - (365u * year + year / 4u - year / 100u), month = (5u * of_year + 2u) / 153u;
    out[8 * THREAD] = year + era * 400u, out[8 * THREAD + 1] = month < 10u ? month + 3u : month - 9u;
    out[8 * THREAD + 2] = of_year - (153u * month + 2u) / 5u + 1u, out[8 * THREAD + 3] = (days + 4u) % 7u;
}

// Sums and products of long numbers, word by word with a carry.
KERNEL(long_numbers) {
    unsigned long long a[3] = {l[THREAD], l[THREAD + 1], l[THREAD + 2]}, b[3] = {l[THREAD + 4], l[THREAD + 5], l[THREAD + 6]}, product[6] = {0};
    unsigned __int128 carry = 0;
    for (int i = 0; i < 3; i++) {
        carry = 0;
        for (int j = 0; j < 3; j++) carry += (unsigned __int128)a[i] * b[j] + product[i + j], product[i + j] = (unsigned long long)carry, carry >>= 64;
        product[i + 3] = (unsigned long long)carry;
    }
    carry = 0;
    for (int i = 0; i < 3; i++) carry += (unsigned __int128)a[i] + b[i], a[i] = (unsigned long long)carry, carry >>= 64;
    for (int i = 0; i < 6; i++) out[8 * THREAD + i] = product[i] ^ a[i % 3];
    out[8 * THREAD + 6] = (unsigned long long)carry;
}

// A product of floats with whole numbers alone, rounded to nearest even; subnormal ones count as zero.
FUNCTION unsigned soft_product(unsigned a, unsigned b) {
    unsigned sign = (a ^ b) & 0x80000000u;
    int exponent = (int)(a >> 23 & 255) + (int)(b >> 23 & 255) - 127;
    if (!(a >> 23 & 255) || !(b >> 23 & 255)) return sign;
    unsigned long long product = (unsigned long long)((a & 0x7fffff) | 0x800000) * ((b & 0x7fffff) | 0x800000);
    int shift = product >> 47 ? 24 : 23;
    exponent += shift - 23;
    unsigned kept = (unsigned)(product >> shift), cut = (unsigned)(product & ((1u << shift) - 1)), middle = 1u << (shift - 1);
    kept += cut > middle || (cut == middle && (kept & 1));
    if (exponent <= 0) return sign;
    unsigned result = ((unsigned)exponent << 23) + (kept - 0x800000u);
    return sign | (exponent >= 255 || result >= 0x7f800000u ? 0x7f800000u : result);
}
KERNEL(soft_float) {
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = soft_product(u[(i + THREAD) & 15], u[(3 * i + THREAD) & 15] ^ 0x3f000000u);
}

// Bytes side by side in a word: sums that stop at the ends, averages, differences.
KERNEL(packed_bytes) {
    unsigned a = u[THREAD], b = u[THREAD + 4], sum = 0, average = (a & b) + (((a ^ b) & 0xfefefefeu) >> 1), far = 0;
    for (int place = 0; place < 32; place += 8) {
        int x = (int)(a >> place & 255), y = (int)(b >> place & 255);
        sum |= (unsigned)min(x + y, 255) << place, far += (unsigned)(x < y ? y - x : x - y);
    }
    out[8 * THREAD] = sum, out[8 * THREAD + 1] = average, out[8 * THREAD + 2] = far, out[8 * THREAD + 3] = __usad(a, b, far);
    out[8 * THREAD + 4] = (unsigned)dp4a((int)a, (int)b, (int)far), out[8 * THREAD + 5] = __byte_perm(a, b, 0x6240);
}

// Small types: sums that wrap at eight and sixteen bits, shifts of signed ones, comparisons between them.
KERNEL(small_types) {
    signed char c = (signed char)u[THREAD];
    unsigned char byte = (unsigned char)u[THREAD];
    short s = (short)u[THREAD + 1];
    unsigned short word = (unsigned short)u[THREAD + 2];
    for (int i = 0; i < 5; i++) c = (signed char)(c + s), byte = (unsigned char)(byte * 3 + word), s = (short)(s ^ byte << 3), word = (unsigned short)(word - c);
    out[8 * THREAD] = (unsigned)(int)c, out[8 * THREAD + 1] = byte, out[8 * THREAD + 2] = (unsigned)(int)s, out[8 * THREAD + 3] = word;
    out[8 * THREAD + 4] = (c < byte) + 2 * (s >> 4 < word) + 4 * (s > (short)word), out[8 * THREAD + 5] = (unsigned)(s / (c | 1)) + (unsigned)(word % (byte | 1));
}

// Division by constants, and quotients of every sign.
KERNEL(quotients) {
    int n = (int)u[THREAD];
    long long m = (long long)l[THREAD];
    unsigned all = 0;
    for (int by = 1; by < 40; by += 3) all = all * 31u + (unsigned)(n / by) + u[THREAD] % (unsigned)by;
    out[8 * THREAD] = (unsigned)(n / 7) ^ (unsigned)(n % 1000), out[8 * THREAD + 1] = u[THREAD] / 641u + u[THREAD] % 10u, out[8 * THREAD + 2] = all;
    out[8 * THREAD + 3] = (unsigned long long)(m / 1000000007ll), out[8 * THREAD + 4] = l[THREAD] % 97ull, out[8 * THREAD + 5] = l[THREAD] / ((l[THREAD + 1] >> 32) | 1);
}
