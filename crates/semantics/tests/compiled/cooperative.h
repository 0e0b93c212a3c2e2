// CUDA's words for a host: the threads of a block are contexts that run in turns from meeting to meeting. A second reading, for the tests.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <functional>

struct Place { unsigned x, y, z; };
static Place threadIdx, blockIdx, blockDim, gridDim;
#define __global__
#define __device__
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
static std::function<void()> call;

static void pause() { swapcontext(&threads[own].context, &scheduler); }
static void entered() { call(); threads[own].done = 1; pause(); }
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
template <class T, class F> static T joined(unsigned mask, T value, F join) {
    unsigned members, first = 1;
    T all = 0;
    unsigned long long *brought = exchange(mask, bits_of(value), &members);
    for (int at = 0; at < 32; at++)
        if (members >> at & 1) all = first ? of_bits<T>(brought[at]) : join(all, of_bits<T>(brought[at])), first = 0;
    return all;
}
#define REDUCE(name, result) template <class T> static T name(unsigned mask, T value) { return joined(mask, value, [](T a, T b) { return (T)(result); }); }
REDUCE(__reduce_add_sync, (unsigned)a + (unsigned)b)
REDUCE(__reduce_min_sync, a < b ? a : b)
REDUCE(__reduce_max_sync, a > b ? a : b)
REDUCE(__reduce_and_sync, a & b)
REDUCE(__reduce_or_sync, a | b)
REDUCE(__reduce_xor_sync, a ^ b)

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
static int __clz(unsigned a) { return a ? __builtin_clz(a) : 32; }
static int __ffs(unsigned a) { return __builtin_ffs(a); }
static void __syncwarp() { unsigned members; exchange(~0u, 0, &members); }

// A half as its bits; gcc's own type rounds.
struct __half { unsigned short bits; };
static float wide(__half a) { return (float)of_bits<_Float16>(a.bits); }
static __half __hadd(__half a, __half b) { return {(unsigned short)bits_of((_Float16)(wide(a) + wide(b)))}; }
static bool __hgt(__half a, __half b) { return wide(a) > wide(b); }

namespace cooperative_groups {
struct thread_block {
    unsigned thread_rank() { return own; }
    void sync() { meet(0); }
};
static thread_block this_thread_block() { return {}; }
template <unsigned N> struct thread_block_tile {
    unsigned size() { return N; }
    unsigned thread_rank() { return own % N; }
    unsigned mask() { return (N == 32 ? ~0u : (1u << N % 32) - 1) << own_lane() / N * N; }
    template <class T> T shfl(T value, int from) { return __shfl_sync(mask(), value, from, N); }
    template <class T> T shfl_up(T value, unsigned by) { return __shfl_up_sync(mask(), value, by, N); }
    template <class T> T shfl_down(T value, unsigned by) { return __shfl_down_sync(mask(), value, by, N); }
    template <class T> T shfl_xor(T value, unsigned by) { return __shfl_xor_sync(mask(), value, by, N); }
    unsigned ballot(int holds) { return __ballot_sync(mask(), holds) >> own_lane() / N * N; }
    int any(int holds) { return ballot(holds) != 0; }
};
template <unsigned N> thread_block_tile<N> tiled_partition(thread_block) { return {}; }
}

// For kernels without threads: a copy of an array, a new value of each of its elements from the old ones, and an order.
template <class T> static T *lanes(const T *from, int count) {
    T *all = (T *)malloc(count * sizeof(T));
    memcpy(all, from, count * sizeof(T));
    return all;
}
template <class T, class F> static void each(T *all, int count, F of) {
    T *next = lanes(all, count);
    for (int at = 0; at < count; at++) next[at] = of(at);
    memcpy(all, next, count * sizeof(T));
}
template <class T> static void sorted(const T *from, T *to, int count) {
    for (int at = 0; at < count; at++) {
        int place = at;
        for (; place > 0 && to[place - 1] > from[at]; place--) to[place] = to[place - 1];
        to[place] = from[at];
    }
}

// What a buffer holds behind a run, unless that is what it held before.
template <class T> static void written(const T *given, const T *all, int count) {
    if (!memcmp(given, all, count * sizeof(T))) {
        printf(" [=]");
        return;
    }
    printf(" [");
    for (int at = 0; at < count; at++) printf(" %llx", (unsigned long long)all[at]);
    printf(" ]");
}

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
