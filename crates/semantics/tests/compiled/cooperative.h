// CUDA's words for a host: the threads of a block are contexts that run in turns from meeting to meeting. A second reading, for the tests.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

struct Place { unsigned x, y, z; };
static Place threadIdx, blockIdx, blockDim, gridDim;
#define __global__
#define __shared__ static

struct Thread {
    ucontext_t context;
    Place place;
    int done, waits, exchanges;
    unsigned long long brought[2];
};
static Thread threads[1024];
static ucontext_t scheduler;
static int own, count;
static void (*body)();

static void pause() { swapcontext(&threads[own].context, &scheduler); }
static void entered() { body(); threads[own].done = 1; pause(); }
static int at_barrier(int lane) { return threads[lane].done || threads[lane].waits; }

// Runs a block: each context in turn, and all on once every one waits.
static void block() {
    static char stacks[1024][32768];
    count = blockDim.x * blockDim.y * blockDim.z;
    for (int at = 0; at < count; at++) {
        Thread *thread = &threads[at];
        memset(thread, 0, sizeof *thread);
        getcontext(&thread->context);
        thread->context.uc_stack.ss_sp = stacks[at];
        thread->context.uc_stack.ss_size = sizeof stacks[at];
        makecontext(&thread->context, entered, 0);
        thread->place.x = at % blockDim.x, thread->place.y = at / blockDim.x % blockDim.y, thread->place.z = at / blockDim.x / blockDim.y;
    }
    for (int live = 1; live;) {
        live = 0;
        for (own = 0; own < count; own++) {
            if (threads[own].done) continue;
            live = 1, threadIdx = threads[own].place;
            swapcontext(&scheduler, &threads[own].context);
        }
    }
}

// Waits until all threads of the block are here; gives how many brought something.
static int meet(int brought) {
    threads[own].waits = 1;
    static int round, sums[3];
    int mine = round;
    sums[mine % 3] += brought;
    for (;;) {
        if (round != mine) break;
        int all = 1;
        for (int at = 0; at < count; at++) all &= at_barrier(at);
        if (all) {
            for (int at = 0; at < count; at++) threads[at].waits = 0;
            round++;
            sums[round % 3] = 0;
            break;
        }
        pause();
    }
    return sums[mine % 3];
}
static void __syncthreads() { meet(0); }
static int __syncthreads_count(int holds) { return meet(holds != 0); }
static int __syncthreads_or(int holds) { return meet(holds != 0) != 0; }
static int __syncthreads_and(int holds) { return meet(holds == 0) == 0; }
static void __threadfence() {}

// What the lanes of a mask bring; each warp counts its exchanges.
static unsigned long long *exchange(unsigned mask, unsigned long long own_value, unsigned *members) {
    static unsigned long long values[1024][2][32];
    int me = own, warp = me / 32, number = threads[me].exchanges, turn = number % 2;
    threads[me].brought[turn] = own_value, threads[me].exchanges++;
    for (;;) {
        int all = 1;
        for (int at = 0; at < 32; at++) {
            int other = warp * 32 + at;
            if (mask >> at & 1 && other < count && !threads[other].done) all &= threads[other].exchanges > number;
        }
        if (all) break;
        pause();
    }
    *members = 0;
    for (int at = 0; at < 32; at++) {
        int other = warp * 32 + at;
        values[me][turn][at] = 0;
        if (mask >> at & 1 && other < count && threads[other].exchanges > number) *members |= 1u << at, values[me][turn][at] = threads[other].brought[turn];
    }
    // The exchange after the next uses the same place; no thread gets there before all have read this.
    return values[me][turn];
}

template <class T> static unsigned long long bits_of(T value) { unsigned long long bits = 0; memcpy(&bits, &value, sizeof value); return bits; }
template <class T> static T of_bits(unsigned long long bits) { T value; memcpy(&value, &bits, sizeof value); return value; }
static int own_lane() { return own % 32; }
template <class T> static T taken(unsigned mask, T value, int from) {
    unsigned members;
    int lane = own_lane();
    unsigned long long *all = exchange(mask, bits_of(value), &members);
    return of_bits<T>(all[from < 0 || from > 31 ? lane : from]);
}
// A segment of width lanes.
template <class T> static T __shfl_sync(unsigned mask, T value, int lane, int width = 32) { return taken(mask, value, own_lane() / width * width + lane % width); }
template <class T> static T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
    int lane = own_lane();
    return taken(mask, value, lane % width < (int)by ? lane : lane - (int)by);
}
template <class T> static T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
    int lane = own_lane();
    return taken(mask, value, lane % width + (int)by >= width ? lane : lane + (int)by);
}
template <class T> static T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32) {
    int lane = own_lane(), from = lane ^ by;
    return taken(mask, value, from / width > lane / width ? lane : from);
}
static unsigned __ballot_sync(unsigned mask, int holds) {
    unsigned members, all = 0;
    unsigned long long *brought = exchange(mask, holds != 0, &members);
    for (int at = 0; at < 32; at++) all |= (unsigned)(members >> at & brought[at]) << at;
    return all;
}
static int __any_sync(unsigned mask, int holds) { return __ballot_sync(mask, holds) != 0; }
static int __all_sync(unsigned mask, int holds) { return __ballot_sync(mask, !holds) == 0; }
template <class T> static unsigned __match_any_sync(unsigned mask, T value) {
    unsigned members, all = 0;
    unsigned long long *brought = exchange(mask, bits_of(value), &members);
    for (int at = 0; at < 32; at++) all |= (unsigned)((members >> at & 1) && brought[at] == bits_of(value)) << at;
    return all;
}
template <class T> static unsigned __match_all_sync(unsigned mask, T value, int *same) {
    unsigned members, all = 0;
    unsigned long long *brought = exchange(mask, bits_of(value), &members);
    for (int at = 0; at < 32; at++) all |= (unsigned)((members >> at & 1) && brought[at] == bits_of(value)) << at;
    *same = all == members;
    return *same ? members : 0;
}
template <class F> static unsigned joined(unsigned mask, unsigned value, F join) {
    unsigned members, all = 0, first = 1;
    unsigned long long *brought = exchange(mask, value, &members);
    for (int at = 0; at < 32; at++)
        if (members >> at & 1) all = first ? (unsigned)brought[at] : join(all, (unsigned)brought[at]), first = 0;
    return all;
}
static unsigned __reduce_add_sync(unsigned mask, unsigned value) { return joined(mask, value, [](unsigned a, unsigned b) { return a + b; }); }
static unsigned __reduce_min_sync(unsigned mask, unsigned value) { return joined(mask, value, [](unsigned a, unsigned b) { return a < b ? a : b; }); }
static int __reduce_max_sync(unsigned mask, int value) { return joined(mask, value, [](unsigned a, unsigned b) { return (int)a > (int)b ? a : b; }); }
static unsigned __reduce_xor_sync(unsigned mask, unsigned value) { return joined(mask, value, [](unsigned a, unsigned b) { return a ^ b; }); }

#define ATOMIC(name, result) template <class T, class U> static T name(T *at, U operand) { T old = *at, b = operand; *at = (result); return old; }
ATOMIC(atomicAdd, old + b)
ATOMIC(atomicMin, b < old ? b : old)
ATOMIC(atomicMax, b > old ? b : old)
ATOMIC(atomicAnd, old & b)
ATOMIC(atomicOr, old | b)
ATOMIC(atomicXor, old ^ b)
ATOMIC(atomicExch, b)
ATOMIC(atomicInc, old >= b ? 0 : old + 1)
ATOMIC(atomicDec, old == 0 || old > b ? b : old - 1)
template <class T, class U, class V> static T atomicCAS(T *at, U expected, V wanted) { T old = *at; if (old == (T)expected) *at = wanted; return old; }

static float __fadd_rn(float a, float b) { return a + b; }
static float __fsub_rn(float a, float b) { return a - b; }
static float __fmul_rn(float a, float b) { return a * b; }
static float __fdiv_rn(float a, float b) { return a / b; }
static float __fsqrt_rn(float a) { return sqrtf(a); }
static float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
static double __dmul_rn(double a, double b) { return a * b; }
static long long __double_as_longlong(double a) { return (long long)bits_of(a); }
static double __longlong_as_double(long long a) { return of_bits<double>((unsigned long long)a); }
static int __popc(unsigned a) { return __builtin_popcount(a); }

// A pointer to whatever a kernel takes.
struct Any {
    void *at;
    template <class T> operator T *() const { return (T *)at; }
};
// Runs every block of a grid, one after the other.
static void grid() {
    for (blockIdx.z = 0; blockIdx.z < gridDim.z; blockIdx.z++)
        for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
            for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) block();
}
