#include <hipfft.h>
