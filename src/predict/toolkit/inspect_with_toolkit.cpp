#include "predict/toolkit/inspect_with_toolkit.h"

#include <utility>

#include "frontend/toolkit/apply_toolkit.h"
#include "predict/toolkit/machine_code.h"

namespace kcast::predict {

Result<Inspection> inspect_with_toolkit(frontend::Frontend& frontend,
                                        frontend::InspectRequest request,
                                        const frontend::Toolkit& toolkit, bool machine,
                                        const std::atomic<bool>* cancelled) {
  request.slice = true;
  KCAST_TRY(const frontend::BuildSettings settings, frontend::read_flags(request));
  KCAST_TRY(Inspection inspection, frontend.inspect(request, cancelled));
  KCAST_OK(
      frontend::apply_toolkit(request, settings, toolkit, inspection, /*take_ptx=*/true, machine));
  lift_listings(inspection);
  return inspection;
}

}  // namespace kcast::predict
