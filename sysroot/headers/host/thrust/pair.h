#include <thrust/tuple.h>
