// kcast_cuda.h has device intrinsics already.
#pragma once
#include <kcast_cuda.h>
