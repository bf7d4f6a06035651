// What nvcc gives every CUDA file without an include: the language's words, built-in variables,
// vector types, the math library, intrinsics, and the runtime API. It is parsed for every file, so
// what few programs use is cheap to declare or behind an include of its own.
#pragma once
// Each file stands on those before it.
// clang-format off
#include "kcast_macros.h"
#include "kcast_vectors.h"
#include "kcast_variables.h"
#include "kcast_math.h"
#include "kcast_integer.h"
#include "kcast_intrinsics.h"
#include "kcast_atomic.h"
#include "kcast_warp.h"
#include "kcast_memory.h"
#include "kcast_nv_atomic.h"
#include "kcast_stdlib.h"
#include "kcast_simd.h"
#include "kcast_texture.h"
#include "kcast_std_math.h"
#include "kcast_spellings.h"
#include "kcast_libdevice.h"
// clang-format on
#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#include "kcast_texture_reference.h"
#include "kcast_device_runtime.h"
#endif
