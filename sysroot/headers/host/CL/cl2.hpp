// The C++ bindings under an older name.
#pragma once

#include "opencl.hpp"
