#ifdef __CUDA__
#include <cuda_runtime_api.h>
#endif
