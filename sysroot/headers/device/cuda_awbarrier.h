// The older name of barriers in shared memory.
#pragma once
#include <cuda/barrier>
