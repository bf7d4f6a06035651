// kcast_cuda.h has the math library already.
#pragma once
#include <kcast_cuda.h>
