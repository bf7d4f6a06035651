// kcast_cuda.h has read-only loads already.
#pragma once
#include <kcast_cuda.h>
