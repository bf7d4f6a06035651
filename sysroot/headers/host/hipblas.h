#include <__kcast_hipblas.h>
