// kcast_cuda.h has the device runtime already.
#pragma once
#include <kcast_cuda.h>
