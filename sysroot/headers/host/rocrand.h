#include <__kcast_rocrand.h>
