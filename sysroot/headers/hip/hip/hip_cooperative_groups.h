// Cooperative groups have the same names in HIP.
#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <hip/hip_runtime.h>
