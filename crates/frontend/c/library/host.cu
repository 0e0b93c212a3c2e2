// What a program of the host takes of <algorithm> and <numeric>, over memory that lies in one piece.
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

template <typename T> __device__ void std::swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
