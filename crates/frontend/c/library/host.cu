// What a program takes of <algorithm>, <numeric> and <utility>, over memory that lies in one piece. std::max and std::min choose, so that a NaN in front
// stays; fmax and CUDA's own max give the number.
template <typename T> __device__ T std::max(T a, T b) {
  return a < b ? b : a;
}

template <typename T> __device__ T std::min(T a, T b) {
  return b < a ? b : a;
}

template <typename T, typename V> __device__ void std::fill(T* begin, T* end, V value) {
  for (; begin != end; ++begin) *begin = value;
}

template <typename T, typename V> __device__ void std::iota(T* begin, T* end, V value) {
  for (; begin != end; ++begin) {
    *begin = value;
    ++value;
  }
}

template <typename T, typename V> __device__ V std::accumulate(T* begin, T* end, V sum) {
  for (; begin != end; ++begin) sum = sum + *begin;
  return sum;
}

template <typename T, typename V> __device__ V* std::copy(T* begin, T* end, V* to) {
  for (; begin != end; ++begin) {
    *to = *begin;
    ++to;
  }
  return to;
}

template <typename T> __device__ T* std::min_element(T* begin, T* end) {
  T* least = begin;
  for (; begin != end; ++begin) {
    if (*begin < *least) least = begin;
  }
  return least;
}

template <typename T> __device__ T* std::max_element(T* begin, T* end) {
  T* largest = begin;
  for (; begin != end; ++begin) {
    if (*largest < *begin) largest = begin;
  }
  return largest;
}

template <typename A, typename B> struct std::pair {
  A first;
  B second;
};

template <typename A, typename B> __device__ std::pair<A, B> std::make_pair(A first, B second) {
  return {first, second};
}

template <typename T> __device__ void std::swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
