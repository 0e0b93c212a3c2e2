#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Each block sums its part, and block 0 of the cluster adds the four sums.
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_sum(const float *x, float *out) {
  __shared__ float part;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    float s = 0.0f;
    for (int i = 0; i < 8; i++) s += x[blockIdx.x * 8 + i];
    part = s;
  }
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    float s = 0.0f;
    for (int rank = 0; rank < (int)cluster.num_blocks(); rank++) s += *cluster.map_shared_rank(&part, rank);
    out[blockIdx.x / 4] = s;
  }
  cluster.sync();
}

// A histogram whose bins lie in the shared memory of both blocks.
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_histogram(const int *x, int *bins) {
  extern __shared__ int own[];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 8) own[threadIdx.x] = 0;
  cluster.sync();
  int bin = x[blockIdx.x * blockDim.x + threadIdx.x] & 15;
  int *far = cluster.map_shared_rank(own, bin / 8);
  atomicAdd(far + bin % 8, 1);
  cluster.sync();
  if (threadIdx.x < 8) atomicAdd(&bins[cluster.block_rank() * 8 + threadIdx.x], own[threadIdx.x]);
}

// Each block writes into the next one, and does something else before it waits.
extern "C" __global__ void __cluster_dims__(3) cluster_ring(const float *x, float *out) {
  __shared__ float got[32];
  __shared__ float other[4];
  cg::cluster_group cluster = cg::this_cluster();
  int next = (cluster.block_rank() + 1) % cluster.num_blocks();
  cluster.sync();
  float *far = cluster.map_shared_rank(got, next);
  far[31 - threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];
  cluster.barrier_arrive();
  if (threadIdx.x < 4) other[threadIdx.x] = 1.0f;
  cluster.barrier_wait();
  out[blockIdx.x * 32 + threadIdx.x] = got[threadIdx.x] + (threadIdx.x < 4 ? other[threadIdx.x] : 0.0f);
}

// Where a block stands in a cluster of two ways.
extern "C" __global__ void __cluster_dims__(2, 3, 1) cluster_place(int *out) {
  unsigned int x, y, w, h, rank, count, of, all;
  asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(x));
  asm("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(y));
  asm("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(w));
  asm("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(h));
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
  asm("mov.u32 %0, %%clusterid.x;" : "=r"(of));
  asm("mov.u32 %0, %%nclusterid.x;" : "=r"(all));
  int at = (blockIdx.y * gridDim.x + blockIdx.x) * 8;
  out[at] = x, out[at + 1] = y, out[at + 2] = w, out[at + 3] = h;
  out[at + 4] = rank, out[at + 5] = count, out[at + 6] = of, out[at + 7] = all;
}
