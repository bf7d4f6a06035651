#pragma once
#ifdef USE_FAST
__device__ inline float op(float x) { return __expf(x); }
#else
__device__ inline float op(float x) { return expf(x); }
#endif
