// Templates of kernels on tensor cores through nvcuda::wmma. $A and $C are the types of A and B and of C in C, $D that of the result; $E is the
// type of a fragment's numbers, $F and $G are the layouts of A and B in their types, $L in memory that of C.

//# plain
  wmma::fragment<wmma::matrix_a, $M, $N, $K, $E, wmma::$F> fa;
  wmma::fragment<wmma::matrix_b, $M, $N, $K, $E, wmma::$G> fb;
  wmma::fragment<wmma::accumulator, $M, $N, $K, $C> fc;
  wmma::fragment<wmma::accumulator, $M, $N, $K, $D> fd;
  wmma::load_matrix_sync(fa, a, $P);
  wmma::load_matrix_sync(fb, b, $Q);
  wmma::load_matrix_sync(fc, c, $R, wmma::$L);
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(d, fd, $R, wmma::$L);

//# scaled
  wmma::fragment<wmma::matrix_a, $M, $N, $K, $E, wmma::$F> fa;
  wmma::fragment<wmma::matrix_b, $M, $N, $K, $E, wmma::$G> fb;
  wmma::fragment<wmma::accumulator, $M, $N, $K, $C> fc, sum;
  wmma::fill_fragment(sum, ($C)$V);
  for (int k = 0; k < 2; k++) {
    wmma::load_matrix_sync(fa, a + k * $M * $K, $P);
    wmma::load_matrix_sync(fb, b + k * $N * $K, $Q);
    for (int i = 0; i < fa.num_elements; i++) fa.x[i] = $X(fa.x[i]);
    for (int i = 0; i < fb.num_elements; i++) fb.x[i] = $X(fb.x[i]);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::load_matrix_sync(fc, c, $R, wmma::$L);
  for (int i = 0; i < fc.num_elements; i++) fc.x[i] = $S;
  wmma::store_matrix_sync(d, fc, $R, wmma::$L);

//# shared
  __shared__ $A sa[2][$M * $K], sb[$N * $K];
  __shared__ $C sc[$M * $N];
  wmma::fragment<wmma::accumulator, $M, $N, $K, $C> sum[2];
  for (int i = 0; i < 2; i++) wmma::fill_fragment(sum[i], ($C)$V);
  for (int i = threadIdx.x; i < $M * $K; i += 32) {
    sa[0][i] = a[i];
    sa[1][i] = a[$M * $K + i];
  }
  for (int i = threadIdx.x; i < $N * $K; i += 32) sb[i] = b[i];
  __syncthreads();
  for (int i = 0; i < 2; i++) {
    wmma::fragment<wmma::matrix_a, $M, $N, $K, $E, wmma::$F> fa;
    wmma::fragment<wmma::matrix_b, $M, $N, $K, $E, wmma::$G> fb;
    wmma::load_matrix_sync(fa, sa[i], $P);
    wmma::load_matrix_sync(fb, sb, $Q);
    wmma::mma_sync(sum[i], fa, fb, sum[i]);
    wmma::mma_sync(sum[i], fa, fb, sum[1]);
  }
  wmma::store_matrix_sync(sc, sum[1], $R, wmma::$L);
  __syncthreads();
  for (int i = threadIdx.x; i < $M * $N; i += 32) d[i] = sc[i];
