// The host generators, and the device functions, which programs use without naming their header.
#pragma once
#include <__kcast_hiprand.h>
#include <hiprand/hiprand_kernel.h>
