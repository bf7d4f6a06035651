// A request as bytes between processes (base/wire.h).
#pragma once

#include "base/wire.h"
#include "frontend/request.h"

namespace kcast::frontend {

KCAST_WIRE(SourceFile, name, text)
KCAST_WIRE(KnownElsewhere, name, file, definition)  // "value" is a word of the macro's
KCAST_WIRE(InspectRequest, files, working_dir, readable_dirs, include_dirs, language, standard,
           arch, defines, flags, argv, device, kernel, skip_kernels, lower, assume, elsewhere,
           assume_smaller, slice, environment_argument, math_library)

}  // namespace kcast::frontend
