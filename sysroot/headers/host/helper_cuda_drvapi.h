#include <helper_cuda.h>
