// kcast_cuda.h has atomics already.
#pragma once
#include <kcast_cuda.h>
