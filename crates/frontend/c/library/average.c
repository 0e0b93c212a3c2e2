// Averages of integers, which no sum of them overflows: down to an integer, and up.
//
// `__hadd` is a sum of halves, too; the types of the arguments say which.

__device__ int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }

__device__ unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }

__device__ int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }

__device__ unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }
