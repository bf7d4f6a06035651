#include <__kcast_opencv.h>
