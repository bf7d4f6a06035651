// How an inspection is shown: as text for people, as JSON for programs.
#pragma once

#include <string>

#include "schema/inspection.h"

namespace kcast::cli {

std::string render_inspection_text(const Inspection& inspection);

// With `with_ptx` false the modules carry no text, which is long.
std::string render_inspection_json(const Inspection& inspection, bool with_ptx);

}  // namespace kcast::cli
