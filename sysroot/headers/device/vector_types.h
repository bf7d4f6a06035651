// kcast_cuda.h has the vector types already.
#pragma once
#include <kcast_cuda.h>
