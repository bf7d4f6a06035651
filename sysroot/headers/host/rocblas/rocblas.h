#include <__kcast_rocblas.h>
