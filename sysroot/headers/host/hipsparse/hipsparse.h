#include <__kcast_hipsparse.h>
