// kcast_cuda.h has make_float4 and the like already.
#pragma once
#include <kcast_cuda.h>
