// What the compiler says of a kernel of OpenMP as bytes between processes (base/wire.h).
#pragma once

#include "base/wire.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast {

KCAST_WIRE_ENUM(OffloadMode, GenericSpmd)
KCAST_WIRE(KernelEnvironment, mode, min_threads, max_threads, min_teams, max_teams, reduction_bytes,
           reduction_length)

}  // namespace kcast
