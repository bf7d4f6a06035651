// HIP's bfloat16 types are CUDA's under another name.
#pragma once
#include <cuda_bf16.h>
#include <hip/hip_runtime.h>
typedef __nv_bfloat16 __hip_bfloat16;
typedef __nv_bfloat162 __hip_bfloat162;
