#include <__kcast_torch.h>
