// The OpenCL C API under its collective name.
#pragma once

#include "cl.h"
#include "cl_ext.h"
#include "cl_gl.h"
