#include <__kcast_hiprand.h>
#if __has_include(<hiprand/hiprand_kernel.h>)
#include <hiprand/hiprand_kernel.h>
#endif
