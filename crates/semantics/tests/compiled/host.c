// Runs every kernel on the host: sets of inputs come from a file, the numbers that each thread leaves go out, one line a kernel and set.
#include <stdio.h>

unsigned THREAD;

typedef void Kernel(const float *, const double *, const unsigned *, const unsigned long long *, unsigned long long *);
extern Kernel *const KERNELS[];
extern const char *const NAMES[];

struct Set {
    float f[16];
    double d[16];
    unsigned u[16];
    unsigned long long l[16];
};

int main(int count, char **arguments) {
    static struct Set set;
    unsigned long long out[8 * THREADS];
    for (int kernel = 0; KERNELS[kernel]; kernel++) {
        FILE *sets = fopen(arguments[1], "rb");
        if (count != 2 || !sets) return 1;
        while (fread(&set, sizeof set, 1, sets) == 1) {
            for (int place = 0; place < 8 * THREADS; place++) out[place] = 0;
            for (THREAD = 0; THREAD < THREADS; THREAD++) KERNELS[kernel](set.f, set.d, set.u, set.l, out);
            printf("%s", NAMES[kernel]);
            for (int place = 0; place < 8 * THREADS; place++) printf(" %llx", out[place]);
            printf("\n");
        }
        fclose(sets);
    }
    return 0;
}
