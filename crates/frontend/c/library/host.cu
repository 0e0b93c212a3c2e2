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

template <typename T, typename V> __device__ V std::accumulate(const T* begin, const T* end, V sum) {
  for (; begin != end; ++begin) sum = sum + *begin;
  return sum;
}

template <typename T, typename V> __device__ V* std::copy(const T* begin, const T* end, V* to) {
  for (; begin != end; ++begin) {
    *to = *begin;
    ++to;
  }
  return to;
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

template <typename T, typename C> __device__ T* std::min_element(const T* begin, const T* end, C less) {
  T* least = begin;
  if (begin == end) return end;
  while (++begin != end) {
    if (less(*begin, *least)) least = begin;
  }
  return least;
}

template <typename T> __device__ T* std::min_element(const T* begin, const T* end) {
  return std::min_element(begin, end, std::less<T>());
}

template <typename T, typename C> __device__ T* std::max_element(const T* begin, const T* end, C less) {
  T* largest = begin;
  if (begin == end) return end;
  while (++begin != end) {
    if (less(*largest, *begin)) largest = begin;
  }
  return largest;
}

template <typename T> __device__ T* std::max_element(const T* begin, const T* end) {
  return std::max_element(begin, end, std::less<T>());
}

template <typename T, typename V, typename F> __device__ V std::accumulate(const T* begin, const T* end, V sum, F join) {
  for (; begin != end; ++begin) sum = join(sum, *begin);
  return sum;
}

template <typename A, typename B, typename V> __device__ V std::inner_product(const A* begin, const A* end, const B* other, V sum) {
  for (; begin != end; ++begin) {
    sum = sum + *begin * *other;
    ++other;
  }
  return sum;
}

template <typename T, typename V> __device__ long std::count(const T* begin, const T* end, V value) {
  long all = 0;
  for (; begin != end; ++begin) {
    if (*begin == value) ++all;
  }
  return all;
}

template <typename T, typename F> __device__ long std::count_if(const T* begin, const T* end, F holds) {
  long all = 0;
  for (; begin != end; ++begin) {
    if (holds(*begin)) ++all;
  }
  return all;
}

template <typename T, typename V> __device__ T* std::find(const T* begin, const T* end, V value) {
  while (begin != end) {
    if (*begin == value) return begin;
    ++begin;
  }
  return end;
}

template <typename T, typename V, typename F> __device__ V* std::transform(const T* begin, const T* end, V* to, F made) {
  for (; begin != end; ++begin) {
    *to = made(*begin);
    ++to;
  }
  return to;
}

template <typename T> __device__ void std::reverse(T* begin, T* end) {
  while (end - begin > 1) {
    --end;
    T kept = *begin;
    *begin = *end;
    *end = kept;
    ++begin;
  }
}

template <typename T> struct std::less {
  bool operator()(T a, T b) const { return a < b; }
};

template <typename T> struct std::greater {
  bool operator()(T a, T b) const { return a > b; }
};

// What std::sort does step by step, because equal elements may change places: quicksort down to 16 elements, a heap where that goes too deep, and one
// insertion sort over all (bits/stl_algo.h of GCC 12).
template <typename T, typename C> __device__ void push_down(T* first, long hole, long length, T value, C less) {
  long top = hole;
  long child = hole;
  while (child < (length - 1) / 2) {
    child = 2 * (child + 1);
    if (less(first[child], first[child - 1])) child = child - 1;
    first[hole] = first[child];
    hole = child;
  }
  if (length % 2 == 0 && child == (length - 2) / 2) {
    child = 2 * (child + 1);
    first[hole] = first[child - 1];
    hole = child - 1;
  }
  long parent = (hole - 1) / 2;
  while (hole > top && less(first[parent], value)) {
    first[hole] = first[parent];
    hole = parent;
    parent = (hole - 1) / 2;
  }
  first[hole] = value;
}

template <typename T, typename C> __device__ void insert_below(T* at, C less) {
  T value = *at;
  T* next = at - 1;
  while (less(value, *next)) {
    *at = *next;
    at = next;
    --next;
  }
  *at = value;
}

template <typename T, typename C> __device__ void std::sort(T* first, T* last, C less) {
  T* begins[64];
  T* ends[64];
  int depths[64];
  int open = 0;
  if (last - first > 16) {
    int depth = 0;
    for (long n = last - first; n > 1; n = n / 2) depth += 2;
    begins[0] = first;
    ends[0] = last;
    depths[0] = depth;
    open = 1;
  }
  while (open > 0) {
    --open;
    T* from = begins[open];
    T* to = ends[open];
    int depth = depths[open];
    while (to - from > 16) {
      if (depth == 0) {
        long length = to - from;
        for (long parent = (length - 2) / 2; parent >= 0; --parent) {
          T value = from[parent];
          push_down(from, parent, length, value, less);
        }
        while (to - from > 1) {
          --to;
          T value = *to;
          *to = *from;
          push_down(from, 0, to - from, value, less);
        }
      } else {
        --depth;
        T* a = from + 1;
        T* b = from + (to - from) / 2;
        T* c = to - 1;
        T* middle = a;
        if (less(*a, *b)) {
          if (less(*b, *c)) middle = b;
          else if (less(*a, *c)) middle = c;
        } else if (!less(*a, *c)) {
          if (less(*b, *c)) middle = c;
          else middle = b;
        }
        T kept = *from;
        *from = *middle;
        *middle = kept;
        T* left = from + 1;
        T* right = to;
        while (true) {
          while (less(*left, *from)) ++left;
          --right;
          while (less(*from, *right)) --right;
          if (left >= right) break;
          T held = *left;
          *left = *right;
          *right = held;
          ++left;
        }
        begins[open] = left;
        ends[open] = to;
        depths[open] = depth;
        ++open;
        to = left;
      }
    }
  }
  T* at = first;
  for (long number = 0; at != last; ++number) {
    if (number > 0 && number < 16 && less(*at, *first)) {
      T value = *at;
      for (T* next = at; next != first; --next) *next = *(next - 1);
      *first = value;
    } else if (number > 0) {
      insert_below(at, less);
    }
    ++at;
  }
}

template <typename T> __device__ void std::sort(T* first, T* last) {
  std::sort(first, last, std::less<T>());
}

// Equal elements stay in their order, so there is one result of what has an order: no NaN is among the elements.
template <typename T, typename C> __device__ void std::stable_sort(T* first, T* last, C less) {
  for (T* at = first; at != last; ++at) {
    T value = *at;
    T* next = at;
    while (next != first && less(value, *(next - 1))) {
      *next = *(next - 1);
      --next;
    }
    *next = value;
  }
}

template <typename T> __device__ void std::stable_sort(T* first, T* last) {
  std::stable_sort(first, last, std::less<T>());
}
