// kcast_cuda.h has what device code sees; the driver API of host code is a header of its own.
#pragma once
#include <kcast_cuda.h>
#if __has_include(<__kcast_cuda_driver.h>)
#include <__kcast_cuda_driver.h>
#endif
