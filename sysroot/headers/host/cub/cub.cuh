#include <cub/__kcast_block.h>
#include <cub/__kcast_device.h>
#include <cub/__kcast_exchange.h>
#include <cub/__kcast_neighbours.h>
