// The host generators are in the host headers; device code needs the kernel functions.
#pragma once
#include <hiprand/hiprand_kernel.h>
