// rocRAND through the same functions.
#pragma once
#include <hiprand/hiprand_kernel.h>
