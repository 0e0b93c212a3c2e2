// Tags of tensor cores in C++, and the number that TF32 has for a float. What a fragment is and what is done with one is c/fragment.rs.
struct nvcuda::wmma::matrix_a {};
struct nvcuda::wmma::matrix_b {};
struct nvcuda::wmma::accumulator {};
struct nvcuda::wmma::row_major {};
struct nvcuda::wmma::col_major {};
struct nvcuda::wmma::precision::tf32 {};

enum nvcuda::wmma::layout_t { nvcuda::wmma::mem_row_major, nvcuda::wmma::mem_col_major };

template <typename U, int M, int N, int K, typename T, typename L = void> struct nvcuda::wmma::fragment {};

__device__ float nvcuda::wmma::__float_to_tf32(float v) {
  unsigned int r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v));
  return __uint_as_float(r);
}
