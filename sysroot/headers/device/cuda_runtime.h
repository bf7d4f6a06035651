// kcast_cuda.h has the CUDA runtime already.
#pragma once
#include <kcast_cuda.h>
