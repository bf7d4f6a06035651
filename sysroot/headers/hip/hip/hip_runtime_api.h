// The runtime API of host code.
#pragma once
#include <kcast_cuda.h>
#if __has_include(<hip_runtime_api_host.h>)
#include <hip_runtime_api_host.h>
#endif
