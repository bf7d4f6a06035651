// HIP's half types are CUDA's.
#pragma once
#include <cuda_fp16.h>
#include <hip/hip_runtime.h>
typedef __half _half;
