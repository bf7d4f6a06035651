// How an inspection is shown: as text for people, as JSON for programs.
#pragma once

#include <string>

#include "schema/inspection.h"

namespace kcast::report {

std::string render_inspection_text(const Inspection& inspection);

// The long texts are left out unless asked for.
struct InspectionJsonOptions {
  bool with_ptx = false;
  bool with_slice = false;
};
std::string render_inspection_json(const Inspection& inspection,
                                   const InspectionJsonOptions& options);

}  // namespace kcast::report
