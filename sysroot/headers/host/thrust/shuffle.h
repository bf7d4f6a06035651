#include <thrust/algorithm.h>
