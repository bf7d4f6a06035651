#include <__kcast_torch_stable.h>
