#include <cub/cub.cuh>
