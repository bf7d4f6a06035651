#include <__kcast_hiprand.h>
