// Runs every form of forms.h on this machine's GPU, and asks its tensor cores; writes what it computed: capture.txt, and FORM.raw for results
// kept whole.
//
//     capture FOLDER CHIP DRIVER
//
// Both inputs, FOLDER/forms.h (compiled in) and FOLDER/job.txt, come from `measure plan`, so that which forms there are is known in one
// place, the instruction table. Values are bits from the job to the file: a register of floats is only ever reinterpreted, and each form is
// one line of inline assembly. `cargo xtask measure` builds and runs this.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

// A class of registers: its type, its letter in an assembly constraint, and its bits.
struct F32 {
  using Type = float;
  static __device__ Type of(uint64_t bits) { return __uint_as_float(static_cast<uint32_t>(bits)); }
  static __device__ uint64_t bits(Type value) { return __float_as_uint(value); }
};
struct F64 {
  using Type = double;
  static __device__ Type of(uint64_t bits) { return __longlong_as_double(static_cast<long long>(bits)); }
  static __device__ uint64_t bits(Type value) { return static_cast<uint64_t>(__double_as_longlong(value)); }
};
struct B32 {
  using Type = uint32_t;
  static __device__ Type of(uint64_t bits) { return static_cast<uint32_t>(bits); }
  static __device__ uint64_t bits(Type value) { return value; }
};
struct B64 {
  using Type = unsigned long long;
  static __device__ Type of(uint64_t bits) { return bits; }
  static __device__ uint64_t bits(Type value) { return value; }
};
struct B16 {
  using Type = uint16_t;
  static __device__ Type of(uint64_t bits) { return static_cast<uint16_t>(bits); }
  static __device__ uint64_t bits(Type value) { return value; }
};
#define LETTER_F32 "f"
#define LETTER_F64 "d"
#define LETTER_B32 "r"
#define LETTER_B64 "l"
#define LETTER_B16 "h"

// The operands that an assembly line takes, by their classes.
#define SOURCES_1(x) : LETTER_##x(x::of(a))
#define SOURCES_2(x, y) : LETTER_##x(x::of(a)), LETTER_##y(y::of(b))
#define SOURCES_3(x, y, z) : LETTER_##x(x::of(a)), LETTER_##y(y::of(b)), LETTER_##z(z::of(c))
#define SOURCES_4(x, y, z, v) SOURCES_3(x, y, z), LETTER_##v(v::of(e))
#define SOURCES_5(x, y, z, v, w) SOURCES_4(x, y, z, v), LETTER_##w(w::of(f))

constexpr uint32_t SOURCES = 5;

template <int place> struct Form;

#define FORM(place, to, sources, text)                                           \
  template <> struct Form<place> {                                               \
    static __device__ uint64_t run(const uint64_t (&all)[SOURCES]) {             \
      const uint64_t a = all[0], b = all[1], c = all[2], e = all[3], f = all[4]; \
      (void)b, (void)c, (void)e, (void)f;                                        \
      to::Type d;                                                                \
      asm volatile(text : "=" LETTER_##to(d) sources);                           \
      return to::bits(d);                                                        \
    }                                                                            \
  };
// What a tensor core is asked: a warp's registers in and out; a warpgroup's, whose B lies in shared memory behind a descriptor; one thread's,
// whose A and B lie there, C and D in tensor memory.
template <int place> struct Product;
#define PRODUCT(place, kind, in, out, code)                                                                           \
  template <> struct Product<place> {                                                                                 \
    using Kind = kind;                                                                                                \
    static constexpr int IN = in, OUT = out, GROUP = 0, TENSOR = 0;                                                             \
    static __device__ void run(const kind::Type (&s)[in], kind::Type (&d)[out], uint64_t) { code; }                   \
  };
#define GROUP(place, a, in, out, code)                                                                                \
  template <> struct Product<place> {                                                                                 \
    using Kind = B32;                                                                                                 \
    static constexpr int IN = in, OUT = out, GROUP = a, TENSOR = 0;                                                             \
    static __device__ void run(const uint32_t (&s)[in], uint32_t (&d)[out], uint64_t column) { code; }                \
  };
#define TENSOR(place, in, out, store, add, load)                                                                      \
  template <> struct Product<place> {                                                                                 \
    using Kind = B32;                                                                                                 \
    static constexpr int IN = in, OUT = out, GROUP = 0, TENSOR = 1;                                                   \
    static __device__ void before(const uint32_t (&d)[out], uint32_t lanes) { store; }                                \
    static __device__ void run(uint32_t memory, uint64_t a, uint64_t b) { add; }                                      \
    static __device__ void after(uint32_t (&d)[out], uint32_t lanes) { load; }                                        \
  };
#define SWEEP(place, high)
#include "forms.h"
#undef FORM
#undef SWEEP
#undef PRODUCT
#undef GROUP
#undef TENSOR

// The bytes of a column of B of wgmma and tcgen05.mma, and its words. A row of a core matrix has half of them.
constexpr int COLUMN = 32, WORDS = COLUMN / 4;

// Rows or columns that are all alike, in core matrices of eight of them: both halves of a column, 128 bytes apart, then the next eight.
template <int count> __device__ void fill(uint32_t (&shared)[count * WORDS], const uint64_t *column) {
  for (int at = threadIdx.x; at < count * WORDS; at += blockDim.x) shared[at] = static_cast<uint32_t>(column[at / 32 % 2 * 4 + at % 4]);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}

// The descriptor of such a matrix, without swizzling: its place, and the bytes from half to half and from eight to eight.
static __device__ uint64_t described(const uint32_t *shared) {
  return (__cvta_generic_to_shared(shared) & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}

// A row of D for each of 128 threads.
template <typename One> __device__ void in_tensor_memory(const uint64_t *own, uint32_t (&d)[One::OUT]) {
  __shared__ alignas(128) uint32_t a[128 * WORDS], b[16 * WORDS];
  __shared__ alignas(8) uint64_t barrier;
  __shared__ uint32_t memory;
  const uint32_t done = static_cast<uint32_t>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(done) : "memory");
  if (threadIdx.x < 32) {
    const uint32_t to = static_cast<uint32_t>(__cvta_generic_to_shared(&memory));
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(to) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  }
  fill<128>(a, own);
  fill<16>(b, own + WORDS);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  for (int at = 0; at < One::OUT; at++) d[at] = static_cast<uint32_t>(own[2 * WORDS]);
  // A warp reaches 32 lanes of tensor memory.
  const uint32_t lanes = memory + (threadIdx.x / 32 * 32 << 16);
  One::before(d, lanes);
  asm volatile("tcgen05.wait::st.sync.aligned;\n tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    // Bit 46: descriptors of this generation.
    One::run(memory, described(a) | 1ull << 46, described(b) | 1ull << 46);
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(done) : "memory");
  }
  asm volatile(
      "{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra again; tcgen05.fence::after_thread_sync; }" ::"r"(done)
      : "memory");
  One::after(d, lanes);
  asm volatile("tcgen05.wait::ld.sync.aligned;\n tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  if (threadIdx.x < 32) asm volatile("tcgen05.fence::after_thread_sync;\n tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(memory) : "memory");
}

// One element of D for each block: a warp, or four. A lane has the registers of its place in a group of four; all elements of D are the same.
template <int place> __global__ void on_products(const uint64_t *words, uint64_t *results) {
  using One = Product<place>;
  using Kind = typename One::Kind;
  typename Kind::Type s[One::IN], d[One::OUT];
  const uint64_t *own = words + (4 * blockIdx.x + threadIdx.x % 4) * One::IN;
  for (int at = 0; at < One::IN; at++) s[at] = Kind::of(own[at]);
  if constexpr (One::TENSOR) {
    in_tensor_memory<One>(own, d);
  } else if constexpr (One::GROUP > 0) {
    __shared__ alignas(128) uint32_t b[8 * WORDS];
    fill<8>(b, own + One::GROUP);
    // D is C before.
    for (int at = 0; at < One::OUT; at++) d[at] = s[One::GROUP + WORDS + at];
    One::run(s, d, described(b));
  } else {
    One::run(s, d, 0);
  }
  for (int at = 0; at < One::OUT; at++) results[(blockIdx.x * blockDim.x + threadIdx.x) * One::OUT + at] = Kind::bits(d[at]);
}

// Five operands and a result for each thread.
template <int place> __global__ void on_vectors(const uint64_t *operands, uint64_t *results, uint32_t count) {
  const uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  uint64_t own[SOURCES];
  for (uint32_t source = 0; source < SOURCES; source++) own[source] = operands[SOURCES * at + source];
  results[at] = Form<place>::run(own);
}

// The results of neighbouring operands; `high` places each in the upper half of a double.
template <int place, int high> __global__ void on_window(uint32_t first, uint32_t *results) {
  const uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  const uint64_t own[SOURCES] = {static_cast<uint64_t>(first + at) << high};
  results[at] = static_cast<uint32_t>(Form<place>::run(own) >> high);
}

using OnVectors = void (*)(const uint64_t *, uint64_t *, uint32_t);
using OnWindow = void (*)(uint32_t, uint32_t *);

static OnVectors vectors_kernel(int place) {
  switch (place) {
#define FORM(place, to, sources, text) case place: return on_vectors<place>;
#define SWEEP(place, high)
#define PRODUCT(place, kind, in, out, code)
#define GROUP(place, a, in, out, code)
#define TENSOR(place, in, out, store, add, load)
#include "forms.h"
#undef FORM
#undef SWEEP
  }
  return nullptr;
}

static OnWindow window_kernel(int place) {
  switch (place) {
#define FORM(place, to, sources, text)
#define SWEEP(place, high) case place: return on_window<place, high>;
#include "forms.h"
#undef FORM
#undef SWEEP
#undef PRODUCT
#undef GROUP
#undef TENSOR
  }
  return nullptr;
}

struct OnProducts {
  void (*kernel)(const uint64_t *, uint64_t *);
  uint32_t in, out, threads;
};

template <int place> OnProducts product() {
  using One = Product<place>;
  return {on_products<place>, One::IN, One::OUT, One::GROUP + One::TENSOR > 0 ? 128u : 32u};
}

static OnProducts products_kernel(int place) {
  switch (place) {
#define FORM(place, to, sources, text)
#define SWEEP(place, high)
#define PRODUCT(place, kind, in, out, code) case place: return product<place>();
#define GROUP(place, a, in, out, code) case place: return product<place>();
#define TENSOR(place, in, out, store, add, load) case place: return product<place>();
#include "forms.h"
#undef FORM
#undef SWEEP
#undef PRODUCT
#undef GROUP
#undef TENSOR
  }
  return {};
}

[[noreturn]] static void fail(const std::string &what) {
  std::cerr << "capture: " << what << "\n";
  std::exit(1);
}

static void check(cudaError_t error, const char *what) {
  if (error != cudaSuccess) fail(std::string(what) + ": " + cudaGetErrorString(error));
}

constexpr uint32_t WINDOW = 1u << 23;

// FNV-1a over whole results, in the order of the operands.
struct Hash {
  uint64_t state = 0xcbf29ce484222325u;
  void add(uint32_t result) { state = (state ^ result) * 0x100000001b3u; }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state));
    return digits;
  }
};

static std::string word(uint32_t bits) {
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", bits);
  return digits;
}

// One window's results, on the host. Each thread has its own, with a stream of its own.
class Windows {
 public:
  Windows() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
    check(cudaMalloc(&device_, BYTES), "memory for a window");
    check(cudaMallocHost(&results_, BYTES), "memory for a window");
  }
  ~Windows() {
    cudaFreeHost(results_);
    cudaFree(device_);
    cudaStreamDestroy(stream_);
  }
  Windows(const Windows &) = delete;
  const uint32_t *run(OnWindow kernel, uint32_t first) {
    kernel<<<WINDOW / 256, 256, 0, stream_>>>(first, device_);
    check(cudaGetLastError(), "a sweep");
    check(cudaMemcpyAsync(results_, device_, BYTES, cudaMemcpyDeviceToHost, stream_), "a sweep");
    check(cudaStreamSynchronize(stream_), "a sweep");
    return results_;
  }

 private:
  static constexpr size_t BYTES = WINDOW * sizeof(uint32_t);
  cudaStream_t stream_ = nullptr;
  uint32_t *device_ = nullptr, *results_ = nullptr;
};

// Brings operands to the device, launches what takes them, and brings the results back.
template <typename Launch>
static void on_device(const std::string &form, const std::vector<uint64_t> &operands, std::vector<uint64_t> &results, Launch launch) {
  uint64_t *from, *to;
  check(cudaMalloc(&from, operands.size() * sizeof(uint64_t)), "memory for operands");
  check(cudaMalloc(&to, results.size() * sizeof(uint64_t)), "memory for results");
  check(cudaMemcpy(from, operands.data(), operands.size() * sizeof(uint64_t), cudaMemcpyHostToDevice), "operands");
  launch(from, to);
  check(cudaGetLastError(), form.c_str());
  check(cudaMemcpy(results.data(), to, results.size() * sizeof(uint64_t), cudaMemcpyDeviceToHost), form.c_str());
  check(cudaFree(from), "operands");
  check(cudaFree(to), "results");
}

static void vectors(std::istream &job, std::istringstream &words, std::ostream &out) {
  int place, sources;
  uint32_t count;
  std::string form;
  words >> place >> count >> sources >> form;
  const OnVectors kernel = vectors_kernel(place);
  if (!words || !kernel || sources < 1 || sources > static_cast<int>(SOURCES)) fail("job.txt and forms.h do not belong together");
  std::vector<uint64_t> operands(SOURCES * count), results(count);
  for (uint32_t at = 0; at < count; at++)
    for (int source = 0; source < sources; source++) job >> std::hex >> operands[SOURCES * at + source] >> std::dec;
  job.ignore(1, '\n');
  if (!job) fail("job.txt ends within " + form);
  on_device(form, operands, results, [&](const uint64_t *from, uint64_t *to) { kernel<<<(count + 127) / 128, 128>>>(from, to, count); });
  out << "vectors " << sources << " " << form << "\n" << std::hex;
  for (uint32_t at = 0; at < count; at++) {
    for (int source = 0; source < sources; source++) out << operands[SOURCES * at + source] << " ";
    out << results[at] << "\n";
  }
  out << std::dec;
}

static void sweep(std::istringstream &words, std::ostream &out, std::vector<Windows> &windows) {
  int place;
  std::string form;
  words >> place >> form;
  const OnWindow kernel = window_kernel(place);
  if (!words || !kernel) fail("job.txt and forms.h do not belong together");
  std::cerr << form << ": all operands\n";
  constexpr uint32_t COUNT = (1ull << 32) / WINDOW;
  std::vector<Hash> hashes(COUNT);
  std::atomic<uint32_t> next{0};
  std::vector<std::thread> threads;
  for (Windows &own : windows)
    threads.emplace_back([&] {
      for (uint32_t at = next++; at < COUNT; at = next++) {
        Hash one;
        const uint32_t *results = own.run(kernel, at * WINDOW);
        for (uint32_t place = 0; place < WINDOW; place++) one.add(results[place]);
        hashes[at] = one;
      }
    });
  for (std::thread &thread : threads) thread.join();
  out << "sweep " << form << "\n";
  for (uint32_t at = 0; at < COUNT; at++) out << word(at * WINDOW) << " " << hashes[at].text() << "\n";
}

static void outputs(std::istringstream &words, std::ostream &out, Windows &window, const std::string &folder) {
  int place;
  uint32_t from, to;
  std::string form;
  words >> place >> std::hex >> from >> to >> std::dec >> form;
  const OnWindow kernel = window_kernel(place);
  if (!words || !kernel || from > to) fail("job.txt and forms.h do not belong together");
  std::cerr << form << ": every result from " << word(from) << " to " << word(to) << "\n";
  std::ofstream file(folder + "/" + form + ".raw", std::ios::binary);
  Hash hash;
  for (uint64_t first = from; first <= to; first += WINDOW) {
    const uint32_t *results = window.run(kernel, static_cast<uint32_t>(first));
    const uint64_t left = to - first + 1;
    const size_t count = left < WINDOW ? left : WINDOW;
    for (size_t at = 0; at < count; at++) hash.add(results[at]);
    // The file is little-endian, as every machine with a CUDA driver is.
    file.write(reinterpret_cast<const char *>(results), static_cast<std::streamsize>(count * sizeof(uint32_t)));
  }
  file.close();
  if (!file) fail("cannot write the results of " + form);
  out << "outputs " << word(from) << " " << word(to) << " " << hash.text() << " " << form << "\n";
}

static void products(std::istream &job, std::istringstream &words, std::ostream &out) {
  int place;
  uint32_t count;
  std::string why, form;
  words >> place >> count >> why >> form;
  const OnProducts asked = products_kernel(place);
  if (!words || !asked.kernel) fail("job.txt and forms.h do not belong together");
  std::vector<std::string> codes(count);
  std::vector<uint64_t> operands(4 * asked.in * count), results(static_cast<size_t>(asked.threads) * asked.out * count);
  for (uint32_t at = 0; at < count; at++) {
    std::getline(job, codes[at]);
    for (uint32_t word = 0; word < 4 * asked.in; word++) job >> std::hex >> operands[4 * asked.in * at + word] >> std::dec;
    job.ignore(1, '\n');
  }
  if (!job) fail("job.txt ends within " + form);
  on_device(form, operands, results, [&](const uint64_t *from, uint64_t *to) { asked.kernel<<<count, asked.threads>>>(from, to); });
  out << "product " << why << " " << form << "\n" << std::hex;
  const size_t each = static_cast<size_t>(asked.threads) * asked.out;
  for (uint32_t at = 0; at < count; at++) {
    for (size_t other = 1; other < each; other++)
      if (results[at * each + other] != results[at * each]) fail("elements of D differ that are one sum: " + form + " of " + codes[at]);
    out << codes[at] << " " << results[at * each] << "\n";
  }
  out << std::dec;
}

static std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[11];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

int main(int count, char **arguments) {
  if (count != 4) fail("wants a folder, the chip's name and its driver's version");
  const std::string folder = arguments[1];
  std::ifstream job(folder + "/job.txt");
  if (!job) fail("there is no " + folder + "/job.txt");
  std::ostringstream out;
  int toolkit = 0;
  check(cudaRuntimeGetVersion(&toolkit), "the CUDA runtime");
  out << "ulpscope capture 1\nchip " << arguments[2] << "\ndriver " << arguments[3] << "\ncuda " << toolkit / 1000 << "."
      << toolkit % 1000 / 10 << "\ndate " << today() << "\n";
  std::vector<Windows> windows(std::max(1u, std::thread::hardware_concurrency()));
  std::string line;
  while (std::getline(job, line)) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    // What was planned for: sm_90a on a chip that calls itself sm_90.
    if (what == "target") out << line << "\n";
    if (what == "vectors") vectors(job, words, out);
    if (what == "sweep") sweep(words, out, windows);
    if (what == "product") products(job, words, out);
    if (what == "outputs") outputs(words, out, windows[0], folder);
  }
  // Written last and at once, so that a capture that was interrupted is none.
  std::ofstream file(folder + "/capture.txt", std::ios::binary);
  file << out.str();
  file.close();
  if (!file) fail("cannot write " + folder + "/capture.txt");
}
