#include <thrust/iterator/counting_iterator.h>
