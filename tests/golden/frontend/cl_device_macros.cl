// Names that every device defines; host code has none of them.
#if !defined(__OPENCL_VERSION__) || !defined(__IMAGE_SUPPORT__) || !defined(__ENDIAN_LITTLE__)
typedef not_there real;
#elif __OPENCL_VERSION__ >= 120
typedef float real;
#endif
__kernel void copy(__global const real *in, __global real *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
