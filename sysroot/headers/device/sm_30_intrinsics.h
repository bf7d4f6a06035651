// kcast_cuda.h has warp functions already.
#pragma once
#include <kcast_cuda.h>
