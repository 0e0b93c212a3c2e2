// Cooperative groups: a block, its tiles of one warp, and the threads that run together. Headers of CUDA 13.5 say what each gives.
namespace cg = cooperative_groups;

__device__ unsigned int lane_of_warp() {
  unsigned int r;
  asm("mov.u32 %0, %%laneid;" : "=r"(r));
  return r;
}

struct cg::thread_block {
  __device__ void sync() const { __syncthreads(); }
  __device__ unsigned int num_threads() const { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ unsigned int size() const { return num_threads(); }
  __device__ unsigned int thread_rank() const { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
  __device__ dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ dim3 dim_threads() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ dim3 group_dim() const { return dim_threads(); }
};

__device__ cg::thread_block cg::this_thread_block() { return cg::thread_block(); }

// The blocks of a cluster.
struct cg::cluster_group {
  __device__ void barrier_arrive() const { asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); }
  __device__ void barrier_wait() const { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
  __device__ void sync() const { barrier_arrive(); barrier_wait(); }
  __device__ unsigned int block_rank() const { unsigned int r; asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
  __device__ unsigned int num_blocks() const { unsigned int r; asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(r)); return r; }
  __device__ unsigned int thread_rank() const { return block_rank() * cg::thread_block().size() + cg::thread_block().thread_rank(); }
  __device__ unsigned int num_threads() const { return num_blocks() * cg::thread_block().size(); }
  __device__ unsigned int size() const { return num_threads(); }
  template <typename T> __device__ T* map_shared_rank(T* place, int rank) const {
    T* r;
    asm("mapa.u64 %0, %1, %2;" : "=l"(r) : "l"(place), "r"(rank));
    return r;
  }
};

__device__ cg::cluster_group cg::this_cluster() { return cg::cluster_group(); }

template <unsigned int N, typename P = cg::thread_block>
struct cg::thread_block_tile {
  // The lane of its first thread, and its lanes.
  __device__ unsigned int first_lane() const { return lane_of_warp() & ~(N - 1); }
  __device__ unsigned int mask() const { return N == 32 ? 0xffffffffu : ((1u << N % 32) - 1) << first_lane(); }

  __device__ void sync() const { __syncwarp(mask()); }
  __device__ unsigned int num_threads() const { return N; }
  __device__ unsigned int size() const { return N; }
  __device__ unsigned int thread_rank() const { return cg::thread_block().thread_rank() & (N - 1); }
  __device__ unsigned int meta_group_rank() const { return P().thread_rank() / N; }
  __device__ unsigned int meta_group_size() const { return (P().size() + N - 1) / N; }

  template <typename T> __device__ T shfl(T value, int rank) const { return __shfl_sync(mask(), value, rank, N); }
  template <typename T> __device__ T shfl_down(T value, unsigned int by) const { return __shfl_down_sync(mask(), value, by, N); }
  template <typename T> __device__ T shfl_up(T value, unsigned int by) const { return __shfl_up_sync(mask(), value, by, N); }
  template <typename T> __device__ T shfl_xor(T value, unsigned int lanes) const { return __shfl_xor_sync(mask(), value, lanes, N); }
  __device__ int any(int holds) const { return __any_sync(mask(), holds); }
  __device__ int all(int holds) const { return __all_sync(mask(), holds); }
  __device__ unsigned int ballot(int holds) const { return __ballot_sync(mask(), holds) >> first_lane(); }
  template <typename T> __device__ unsigned int match_any(T value) const { return __match_any_sync(mask(), value) >> first_lane(); }
};

template <unsigned int N, typename P>
__device__ cg::thread_block_tile<N, P> cg::tiled_partition(P parent) {
  if (N > 32 || (N & (N - 1)) != 0) a_tile_that_is_no_power_of_two_up_to_32();
  return cg::thread_block_tile<N, P>();
}

// The lane of a mask with so many of its lanes before it.
__device__ unsigned int lane_by_rank(unsigned int mask, unsigned int rank) {
  for (unsigned int i = 0; i < rank; i++) mask &= mask - 1;
  return __ffs(mask) - 1;
}

struct cg::coalesced_group {
  unsigned int mask;
  __device__ void sync() const { __syncwarp(mask); }
  __device__ unsigned int num_threads() const { return __popc(mask); }
  __device__ unsigned int size() const { return num_threads(); }
  __device__ unsigned int thread_rank() const { return __popc(mask & ((1u << lane_of_warp()) - 1)); }
  template <typename T> __device__ T shfl(T value, unsigned int rank) const { return __shfl_sync(mask, value, lane_by_rank(mask, rank)); }
  __device__ int any(int holds) const { return __any_sync(mask, holds); }
  __device__ int all(int holds) const { return __all_sync(mask, holds); }
};

__device__ cg::coalesced_group cg::coalesced_threads() { return cg::coalesced_group{__activemask()}; }

template <typename G> __device__ void cg::sync(G group) { group.sync(); }

template <typename T> struct cg::plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct cg::less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T> struct cg::greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T> struct cg::bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct cg::bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct cg::bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };

template <unsigned int N, typename P, typename T, typename F>
__device__ T cg::reduce(cg::thread_block_tile<N, P> group, T value, F join) {
  for (unsigned int lanes = N / 2; lanes > 0; lanes /= 2) value = join(value, group.shfl_xor(value, lanes));
  return value;
}
