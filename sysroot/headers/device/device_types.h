// kcast_cuda.h has the built-in types already.
#pragma once
#include <kcast_cuda.h>
