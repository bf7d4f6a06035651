// What every CUDA or HIP file is read after. The binary holds it parsed, so what
// most programs include costs nothing here; a program that forgot one of these
// includes is read all the same.
#pragma once
#include <kcast_cuda.h>
#include <kcast_stand_ins.h>

#ifdef __KCAST_HIP__
#include <hip/hip_runtime.h>
#endif

#include <algorithm>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <string>
#include <thrust/device_vector.h>
#include <vector>
