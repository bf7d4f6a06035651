#include <__kcast_library.h>
