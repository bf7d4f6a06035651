// hip_runtime.h has all of it.
#pragma once
#include <hip/hip_runtime.h>
