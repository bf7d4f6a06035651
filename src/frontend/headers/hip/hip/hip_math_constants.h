// hip_runtime.h has all of it.
#pragma once
#include <hip/hip_runtime.h>
#include <math_constants.h>
