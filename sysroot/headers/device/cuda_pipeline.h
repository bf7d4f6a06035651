// The C++ pipeline over the primitives.
#pragma once
#include <cuda_pipeline_primitives.h>
#include <cuda/pipeline>
