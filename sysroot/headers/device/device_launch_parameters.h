// kcast_cuda.h has the built-in variables already.
#pragma once
#include <kcast_cuda.h>
