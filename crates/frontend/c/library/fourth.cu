// One, two and four numbers of 4 bits as types.
struct __nv_fp4_e2m1 {
  unsigned char __x;
  __device__ __nv_fp4_e2m1() {}
  __device__ explicit __nv_fp4_e2m1(__half v) { __x = __nv_cvt_halfraw_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(__nv_bfloat16 v) { __x = __nv_cvt_bfloat16raw_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(float v) { __x = __nv_cvt_float_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(double v) { __x = __nv_cvt_double_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(unsigned short v) { __x = __nv_cvt_float_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(unsigned int v) { __x = __nv_cvt_float_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(unsigned long long v) { __x = __nv_cvt_float_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(short v) { __x = __nv_cvt_float_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(int v) { __x = __nv_cvt_float_to_fp4(v, 0, 0); }
  __device__ explicit __nv_fp4_e2m1(long long v) { __x = __nv_cvt_float_to_fp4(v, 0, 0); }
  __device__ explicit operator __half() const { return __nv_cvt_fp4_to_halfraw(__x, 0); }
  __device__ explicit operator __nv_bfloat16() const { return __nv_cvt_fp4_to_bf16raw(__x, 0); }
  __device__ explicit operator float() const { return __half2float(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator double() const { return __half2float(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator unsigned char() const {
    float v = __half2float(__nv_cvt_fp4_to_halfraw(__x, 0));
    return v < 0.0f ? 0 : (unsigned int)v;
  }
  __device__ explicit operator signed char() const { return (int)__half2float(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator unsigned short() const { return __half2ushort_rz(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator unsigned int() const { return __half2uint_rz(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator unsigned long long() const { return __half2ull_rz(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator short() const { return __half2short_rz(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator int() const { return __half2int_rz(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator long long() const { return __half2ll_rz(__nv_cvt_fp4_to_halfraw(__x, 0)); }
  __device__ explicit operator bool() const { return (__x & 7) != 0; }
};

struct __nv_fp4x2_e2m1 {
  unsigned char __x;
  __device__ __nv_fp4x2_e2m1() {}
  __device__ explicit __nv_fp4x2_e2m1(__half2 v) { __x = __nv_cvt_halfraw2_to_fp4x2(v, 0, 0); }
  __device__ explicit __nv_fp4x2_e2m1(__nv_bfloat162 v) { __x = __nv_cvt_bfloat16raw2_to_fp4x2(v, 0, 0); }
  __device__ explicit __nv_fp4x2_e2m1(float2 v) { __x = __nv_cvt_float2_to_fp4x2(v, 0, 0); }
  __device__ explicit __nv_fp4x2_e2m1(double2 v) { __x = __nv_cvt_double2_to_fp4x2(v, 0, 0); }
  __device__ explicit operator __half2() const { return __nv_cvt_fp4x2_to_halfraw2(__x, 0); }
  __device__ explicit operator __nv_bfloat162() const { return __nv_cvt_fp4x2_to_bf162raw(__x, 0); }
  __device__ explicit operator float2() const { return __half22float2(__nv_cvt_fp4x2_to_halfraw2(__x, 0)); }
};

struct __nv_fp4x4_e2m1 {
  unsigned short __x;
  __device__ __nv_fp4x4_e2m1() {}
  __device__ void pack(unsigned int low, unsigned int high) { __x = low | high << 8; }
  __device__ explicit __nv_fp4x4_e2m1(__half2 low, __half2 high) {
    pack(__nv_cvt_halfraw2_to_fp4x2(low, 0, 0), __nv_cvt_halfraw2_to_fp4x2(high, 0, 0));
  }
  __device__ explicit __nv_fp4x4_e2m1(__nv_bfloat162 low, __nv_bfloat162 high) {
    pack(__nv_cvt_bfloat16raw2_to_fp4x2(low, 0, 0), __nv_cvt_bfloat16raw2_to_fp4x2(high, 0, 0));
  }
  __device__ explicit __nv_fp4x4_e2m1(float4 v) {
    pack(__nv_cvt_float2_to_fp4x2(make_float2(v.x, v.y), 0, 0), __nv_cvt_float2_to_fp4x2(make_float2(v.z, v.w), 0, 0));
  }
  __device__ explicit __nv_fp4x4_e2m1(double4 v) {
    pack(__nv_cvt_double2_to_fp4x2(make_double2(v.x, v.y), 0, 0), __nv_cvt_double2_to_fp4x2(make_double2(v.z, v.w), 0, 0));
  }
  __device__ explicit operator float4() const {
    float2 low = __half22float2(__nv_cvt_fp4x2_to_halfraw2(__x, 0));
    float2 high = __half22float2(__nv_cvt_fp4x2_to_halfraw2(__x >> 8, 0));
    return make_float4(low.x, low.y, high.x, high.y);
  }
};
