#include <helper_string.h>
