// kcast_cuda.h has textures already.
#pragma once
#include <kcast_cuda.h>
