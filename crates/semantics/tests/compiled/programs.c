// Kernels that work on memory, branch much and call one another, one behind each line that says what it is.

// Where a number stands in a sorted list.
KERNEL(binary_search) {
    TABLE int SORTED[12] = {-900, -77, -5, 0, 1, 2, 3, 50, 99, 1000, 5000, 2000000};
    int low = 0, high = 12, wanted = (int)u[THREAD] >> 12;
    while (low < high) {
        int middle = (low + high) / 2;
        if (SORTED[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    out[8 * THREAD] = (unsigned)low;
}

// Numbers sorted by insertion, in place.
KERNEL(insertion_sort) {
    float own[16];
    for (int i = 0; i < 16; i++) own[i] = number(f[(i + THREAD) & 15]);
    for (int i = 1; i < 16; i++) {
        float x = own[i];
        int at = i - 1;
        while (at >= 0 && own[at] > x) own[at + 1] = own[at], at--;
        own[at + 1] = x;
    }
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = (unsigned long long)bits(own[2 * i] + 0.0f) << 32 | bits(own[2 * i + 1] + 0.0f);
}

// Numbers sorted as a heap, in shared memory.
FUNCTION void sift(unsigned *heap, int from, int count) {
    for (int child; (child = 2 * from + 1) < count; from = child) {
        if (child + 1 < count && heap[child + 1] > heap[child]) child++;
        if (heap[from] >= heap[child]) return;
        unsigned kept = heap[from];
        heap[from] = heap[child], heap[child] = kept;
    }
}
KERNEL(heap_sort) {
    SHARED unsigned heap[16];
    for (int i = 0; i < 16; i++) heap[i] = u[(i * 7 + (int)THREAD) & 15];
    for (int from = 7; from >= 0; from--) sift(heap, from, 16);
    for (int count = 15; count > 0; count--) {
        unsigned kept = heap[0];
        heap[0] = heap[count], heap[count] = kept;
        sift(heap, 0, count);
    }
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = (unsigned long long)heap[2 * i] << 32 | heap[2 * i + 1];
}

// Ways for queens that do not threaten one another, by a function that calls itself.
FUNCTION int queens(unsigned columns, unsigned left, unsigned right, int rows) {
    if (rows == 0) return 1;
    int ways = 0;
    for (unsigned free = ~(columns | left | right) & ((1u << 5) - 1); free; free &= free - 1) {
        unsigned place = free & (0u - free);
        ways += queens(columns | place, (left | place) << 1, (right | place) >> 1, rows - 1);
    }
    return ways;
}
KERNEL(queens_of_five) {
    out[8 * THREAD] = (unsigned)queens(0, 0, 0, 5), out[8 * THREAD + 1] = (unsigned)queens(u[THREAD] & 3, 0, 0, 4);
}

// The function of Ackermann, for small numbers.
FUNCTION unsigned ackermann(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
KERNEL(ackermann_of_two) { out[8 * THREAD] = ackermann(u[THREAD] % 3, u[THREAD + 1] % 4); }

// Primes below 128, sieved in bits.
KERNEL(sieve) {
    unsigned marked[4] = {3, 0, 0, 0};
    for (int n = 2; n < 12; n++)
        if (!(marked[n / 32] >> n % 32 & 1))
            for (int m = n * n; m < 128; m += n) marked[m / 32] |= 1u << m % 32;
    int count = 0;
    for (int i = 0; i < 4; i++) count += 32 - __popc(marked[i]);
    out[8 * THREAD] = (unsigned)count, out[8 * THREAD + 1] = ~marked[THREAD & 3];
}

// The distance of two words (Levenshtein), a row at a time.
KERNEL(levenshtein) {
    unsigned char row[17];
    for (int i = 0; i <= 16; i++) row[i] = (unsigned char)i;
    for (int i = 0; i < 8; i++) {
        unsigned char corner = row[0];
        row[0] = (unsigned char)(i + 1);
        for (int j = 1; j <= 16; j++) {
            unsigned char above = row[j], change = (unsigned char)(corner + ((u[i + THREAD] & 3) != (u[j - 1] >> 2 & 3)));
            unsigned char least_so_far = (unsigned char)(above < row[j - 1] ? above + 1 : row[j - 1] + 1);
            row[j] = least_so_far < change ? least_so_far : change, corner = above;
        }
    }
    out[8 * THREAD] = row[16], out[8 * THREAD + 1] = row[8];
}

// Shortest ways between five places (Floyd and Warshall).
KERNEL(shortest_ways) {
    unsigned short ways[5][5];
    for (int i = 0; i < 25; i++) ways[i / 5][i % 5] = i / 5 == i % 5 ? 0 : (unsigned short)(u[(i + THREAD) & 15] & 1023);
    for (int over = 0; over < 5; over++)
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) ways[i][j] = (unsigned short)min((int)ways[i][j], ways[i][over] + ways[over][j]);
    for (int i = 0; i < 5; i++) out[8 * THREAD + i] = ways[i][4 - i] + ((unsigned long long)ways[0][i] << 32);
}

// A machine with a stack, whose program is a table.
TABLE unsigned char PROGRAM[20] = {0, 3, 0, 5, 1, 0, 2, 2, 3, 4, 0, 7, 5, 6, 1, 2, 7, 0, 9, 8};
KERNEL(stack_machine) {
    int stack[8] = {(int)(u[THREAD] & 255), 1, 0, 0, 0, 0, 0, 0}, top = 1;
    for (int at = 0; at < 20; at++) {
        switch (PROGRAM[at]) {
            case 0: stack[++top & 7] = PROGRAM[++at]; break;
            case 1: stack[(top - 1) & 7] += stack[top & 7], top--; break;
            case 2: stack[(top - 1) & 7] = (stack[(top - 1) & 7] & 0xffff) * (stack[top & 7] & 255), top--; break;
            case 3: stack[top & 7] = -(stack[top & 7] & 0xffffff); break;
            case 4: stack[(top + 1) & 7] = stack[top & 7], top++; break;
            case 5: if (stack[top & 7] > 0) at++; break;
            case 6: stack[top & 7] ^= 0x55; break;
            case 7: stack[top & 7] >>= 1; break;
            default: at = 20;
        }
    }
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = (unsigned)stack[i];
}

// Code points of eight bytes read as UTF-8, and how many are none.
KERNEL(utf8) {
    unsigned char bytes[24];
    for (int i = 0; i < 24; i++) bytes[i] = (unsigned char)(u[(i / 2 + THREAD) & 15] >> (i & 1) * 9);
    unsigned sum = 0, wrong = 0;
    for (int at = 0; at < 20;) {
        unsigned char head = bytes[at++];
        int more = head < 0x80 ? 0 : (head & 0xe0) == 0xc0 ? 1 : (head & 0xf0) == 0xe0 ? 2 : (head & 0xf8) == 0xf0 ? 3 : -1;
        if (more < 0) { wrong++; continue; }
        unsigned point = more == 0 ? head : head & (0x3f >> more);
        while (more > 0 && (bytes[at] & 0xc0) == 0x80) point = point << 6 | (bytes[at++] & 0x3f), more--;
        if (more > 0) wrong++;
        else sum += point;
    }
    out[8 * THREAD] = sum, out[8 * THREAD + 1] = wrong;
}

// A structure of many types, handed over and given back whole.
typedef struct { float a; double b; int c; short d; unsigned char e[3]; long long f; } Mixed;
FUNCTION Mixed changed(Mixed of, float by, int place) {
    of.a *= by, of.b -= of.a, of.c ^= place, of.d = (short)(of.d + 3), of.e[place % 3] = (unsigned char)(of.e[1] + 7), of.f = of.f >> 3 ^ of.c;
    return of;
}
KERNEL(structures) {
    Mixed one = {f[THREAD], d[THREAD], (int)u[THREAD], (short)u[THREAD + 1], {1, 2, 3}, (long long)l[THREAD]};
    for (int i = 0; i < 4; i++) one = changed(one, 1.25f, i);
    out[8 * THREAD] = bits(one.a), out[8 * THREAD + 1] = bits_double(one.b), out[8 * THREAD + 2] = (unsigned)one.c, out[8 * THREAD + 3] = (unsigned)(int)one.d;
    out[8 * THREAD + 4] = one.e[0] + 256u * one.e[1] + 65536u * one.e[2], out[8 * THREAD + 5] = (unsigned long long)one.f;
}

// Functions taken from a table by a number, and handed to another function.
typedef float (*Function)(float);
FUNCTION float squared(float x) { return x * x; }
FUNCTION float lowered(float x) { return x * 0.5f - 3.0f; }
FUNCTION float turned(float x) { return 1.0f / (x * x + 1.0f); }
TABLE Function FUNCTIONS[3] = {squared, lowered, turned};
FUNCTION float twice(Function of, float x) { return of(of(x)); }
KERNEL(functions_by_address) {
    Function of = FUNCTIONS[u[THREAD] % 3];
    float x = number(f[THREAD]), y = number(f[THREAD + 1]);
    out[8 * THREAD] = bits(of(x)), out[8 * THREAD + 1] = bits(twice(of, y)), out[8 * THREAD + 2] = bits(twice(u[THREAD + 1] & 1 ? squared : turned, x));
}

// Local arrays of two types changed through pointers, by functions that are not inlined.
FUNCTION void spread(float *to, const double *from, int count) {
    for (int i = 0; i < count; i++) to[i] = (float)(from[i] * (i + 1));
}
FUNCTION float dot(const float *a, const float *b, int count) {
    float sum = 0.0f;
    for (int i = 0; i < count; i++) sum = fmaf(a[i], b[i], sum);
    return sum;
}
KERNEL(pointers) {
    float own[8];
    double wide[8];
    for (int i = 0; i < 8; i++) wide[i] = d[(i + THREAD) & 15];
    spread(own, wide, 8);
    out[8 * THREAD] = bits(dot(own, f, 8)), out[8 * THREAD + 1] = bits(dot(own + 2, own, 6)), out[8 * THREAD + 2] = bits(dot(f + THREAD, f, 8));
}

// A cellular automaton of 64 cells, rule 110.
KERNEL(automaton) {
    unsigned long long cells = l[THREAD];
    for (int i = 0; i < 32; i++) {
        unsigned long long left = cells << 1 | cells >> 63, right = cells >> 1 | cells << 63;
        cells = (cells | right) & ~(left & cells & right);
    }
    out[8 * THREAD] = cells;
}

// A histogram in shared memory, and its running sum.
KERNEL(histogram) {
    SHARED unsigned short bins[16];
    SHARED double share[16];
    for (int i = 0; i < 16; i++) bins[i] = 0;
    for (int i = 0; i < 16; i++) bins[u[i] >> (4 * THREAD & 31) & 15]++;
    double sum = 0.0;
    for (int i = 0; i < 16; i++) share[i] = sum += bins[i] / 16.0;
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = bits_double(share[2 * i]);
}

// Jumps: a loop left from its middle, one gone on with, one that counts downward by a step from the inputs.
KERNEL(jumps) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 64; i++) {
        if ((i ^ u[THREAD]) % 11 == 3) continue;
        if (sum > 5000u + (u[THREAD] & 1023)) goto done;
        for (unsigned j = i;; j += 1 + (u[i & 15] & 3)) {
            if (j > 70) break;
            sum += j;
        }
    }
    sum |= 0x80000000u;
done:
    for (int i = 100; i > 0; i -= 1 + (int)(u[THREAD + 1] & 7)) sum = sum * 3u + (unsigned)i;
    out[8 * THREAD] = sum;
}

// What C's library fixes to the bit: remainders, neighbours, exponents, fractions.
KERNEL(library_exact) {
    float x = number(f[THREAD + 4]), y = number(f[THREAD + 8]);
    double v = number_double(d[THREAD + 4]), w = number_double(d[THREAD + 8]);
    int exponent;
    out[8 * THREAD] = bits(fmodf(x, y)), out[8 * THREAD + 1] = bits(remainderf(x, y)), out[8 * THREAD + 2] = bits(nextafterf(x, y));
    out[8 * THREAD + 3] = bits(ldexpf(x, (int)(u[THREAD] & 63) - 32)), out[8 * THREAD + 4] = bits(fdimf(x, y)) ^ bits(roundf(x));
    out[8 * THREAD + 5] = bits_double(fmod(v, w)), out[8 * THREAD + 6] = bits(frexpf(x, &exponent)), out[8 * THREAD + 7] = bits_double(trunc(v) + ldexp(w, 3));
}
