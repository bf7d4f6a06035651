// What a user sets in the editor: the section `kernelcast` (docs/editors.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "predict/predictor_kind.h"
#include "predict/states/conditions.h"
#include "schema/gpu/gpu.h"
#include "serve/rpc/message.h"

namespace kcast::lsp {

enum class Trigger : uint8_t { Type, Save, Manual };

struct Settings {
  std::vector<std::string> gpus = {"h200"};
  std::string flags;
  std::string compile_commands_dir;
  predict::PredictorKind predictor = predict::kDefaultPredictor;
  predict::Conditions conditions;
  Trigger trigger = Trigger::Type;
  int64_t debounce_ms = 40;
  bool code_lens = true;
  bool hover = true;
  bool inlay_hints = false;
  bool diagnostics = true;

  bool operator==(const Settings&) const = default;
};

// Fields that are absent or null keep their defaults. One that is wrong keeps it, too, and is
// named in `problems` with what it may be.
Settings settings_from(const rpc::Json& json, std::vector<std::string>& problems);

// The GPUs of a list of names. `read_files`: a name may be the path of a description.
Result<std::vector<Gpu>> gpus_of(const std::vector<std::string>& names, bool read_files);

}  // namespace kcast::lsp
