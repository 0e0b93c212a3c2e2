// Two and four numbers of 8 bits as types. An interpretation is 0 for E4M3 and 1 for E5M2.
template <int I> struct pair_of_eighth {
  unsigned short __x;
  __device__ pair_of_eighth() {}
  __device__ explicit pair_of_eighth(__half2 v) { __x = __nv_cvt_halfraw2_to_fp8x2(v, 1, I); }
  __device__ explicit pair_of_eighth(__nv_bfloat162 v) { __x = __nv_cvt_bfloat16raw2_to_fp8x2(v, 1, I); }
  __device__ explicit pair_of_eighth(float2 v) { __x = __nv_cvt_float2_to_fp8x2(v, 1, I); }
  __device__ explicit pair_of_eighth(double2 v) { __x = __nv_cvt_double2_to_fp8x2(v, 1, I); }
  __device__ explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, I); }
  __device__ explicit operator __nv_bfloat162() const { return __nv_cvt_fp8x2_to_bf162raw(__x, I); }
  __device__ explicit operator float2() const { return __half22float2(__nv_cvt_fp8x2_to_halfraw2(__x, I)); }
};

template <int I> struct four_of_eighth {
  unsigned int __x;
  __device__ four_of_eighth() {}
  __device__ void pack(unsigned int low, unsigned int high) { __x = low | high << 16; }
  __device__ explicit four_of_eighth(__half2 low, __half2 high) {
    pack(__nv_cvt_halfraw2_to_fp8x2(low, 1, I), __nv_cvt_halfraw2_to_fp8x2(high, 1, I));
  }
  __device__ explicit four_of_eighth(__nv_bfloat162 low, __nv_bfloat162 high) {
    pack(__nv_cvt_bfloat16raw2_to_fp8x2(low, 1, I), __nv_cvt_bfloat16raw2_to_fp8x2(high, 1, I));
  }
  __device__ explicit four_of_eighth(float4 v) {
    pack(__nv_cvt_float2_to_fp8x2(make_float2(v.x, v.y), 1, I), __nv_cvt_float2_to_fp8x2(make_float2(v.z, v.w), 1, I));
  }
  __device__ explicit four_of_eighth(double4 v) {
    pack(__nv_cvt_double2_to_fp8x2(make_double2(v.x, v.y), 1, I), __nv_cvt_double2_to_fp8x2(make_double2(v.z, v.w), 1, I));
  }
  __device__ explicit operator float4() const {
    float2 low = __half22float2(__nv_cvt_fp8x2_to_halfraw2(__x, I));
    float2 high = __half22float2(__nv_cvt_fp8x2_to_halfraw2(__x >> 16, I));
    return make_float4(low.x, low.y, high.x, high.y);
  }
};

typedef pair_of_eighth<0> __nv_fp8x2_e4m3;
typedef pair_of_eighth<1> __nv_fp8x2_e5m2;
typedef four_of_eighth<0> __nv_fp8x4_e4m3;
typedef four_of_eighth<1> __nv_fp8x4_e5m2;
