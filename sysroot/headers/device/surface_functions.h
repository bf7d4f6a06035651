// kcast_cuda.h has surfaces already.
#pragma once
#include <kcast_cuda.h>
