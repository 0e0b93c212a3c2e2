// std::byte: bits that are no number, and what <cstddef> has for it.
enum class std::byte : unsigned char {};

template <typename I> __device__ I std::to_integer(std::byte b) {
  return (I)b;
}

__device__ std::byte operator|(std::byte a, std::byte b) {
  return (std::byte)((unsigned int)a | (unsigned int)b);
}

__device__ std::byte operator&(std::byte a, std::byte b) {
  return (std::byte)((unsigned int)a & (unsigned int)b);
}

__device__ std::byte operator^(std::byte a, std::byte b) {
  return (std::byte)((unsigned int)a ^ (unsigned int)b);
}

__device__ std::byte operator~(std::byte a) {
  return (std::byte)(~(unsigned int)a);
}

__device__ std::byte operator<<(std::byte a, int count) {
  return (std::byte)((unsigned int)a << count);
}

__device__ std::byte operator>>(std::byte a, int count) {
  return (std::byte)((unsigned int)a >> count);
}

__device__ std::byte& operator|=(std::byte& a, std::byte b) {
  a = a | b;
  return a;
}

__device__ std::byte& operator&=(std::byte& a, std::byte b) {
  a = a & b;
  return a;
}

__device__ std::byte& operator^=(std::byte& a, std::byte b) {
  a = a ^ b;
  return a;
}

__device__ std::byte& operator<<=(std::byte& a, int count) {
  a = a << count;
  return a;
}

__device__ std::byte& operator>>=(std::byte& a, int count) {
  a = a >> count;
  return a;
}
