#include "serve/lsp/settings.h"

#include "base/text.h"
#include "predict/gpus.h"

namespace kcast::lsp {

namespace {

using rpc::Json;

class SettingsReader {
 public:
  SettingsReader(const Json& json, std::vector<std::string>& problems)
      : json_(json), problems_(problems) {}

  void read(const char* name, bool& out) {
    const Json& value = rpc::field(json_, name);
    if (value.is_null()) return;
    if (!value.is_boolean()) return wrong(name, "true or false");
    out = value.get<bool>();
  }

  void read(const char* name, std::string& out) {
    const Json& value = rpc::field(json_, name);
    if (value.is_null()) return;
    if (!value.is_string()) return wrong(name, "a text");
    out = value.get<std::string>();
  }

  void read(const char* name, int64_t low, int64_t high, int64_t& out) {
    const Json& value = rpc::field(json_, name);
    if (value.is_null()) return;
    const auto number = rpc::int_field(json_, name);
    if (!number || *number < low || *number > high) {
      return wrong(name, "a number from " + std::to_string(low) + " to " + std::to_string(high));
    }
    out = *number;
  }

  // A list of texts, or one text with commas.
  void read(const char* name, std::vector<std::string>& out) {
    const Json& value = rpc::field(json_, name);
    if (value.is_null()) return;
    std::vector<std::string> names;
    const auto add = [&](const std::string& text) {
      for (const std::string& part : split(text, ','))
        if (!trim(part).empty()) names.emplace_back(trim(part));
    };
    if (value.is_string()) add(value.get<std::string>());
    if (value.is_array()) {
      for (const Json& item : value) {
        if (!item.is_string()) return wrong(name, "a list of names");
        add(item.get<std::string>());
      }
    }
    if (names.empty()) return wrong(name, "a list of names");
    out = std::move(names);
  }

  void read(const char* name, Trigger& out) {
    const Json& value = rpc::field(json_, name);
    if (value.is_null()) return;
    if (value == "type") {
      out = Trigger::Type;
    } else if (value == "save") {
      out = Trigger::Save;
    } else if (value == "manual") {
      out = Trigger::Manual;
    } else {
      wrong(name, "type, save or manual");
    }
  }

  void read(const char* name, predict::PredictorKind& out) {
    const Json& value = rpc::field(json_, name);
    if (value.is_null()) return;
    const auto kind = predict::predictor_named(value.is_string() ? value.get<std::string>() : "");
    if (!kind) return wrong(name, "hybrid, analytic or roofline");
    out = *kind;
  }

  void read(predict::Conditions& out) {
    const Json& l2 = rpc::field(json_, "l2");
    if (!l2.is_null()) {
      const auto state = predict::l2_state_named(l2.is_string() ? l2.get<std::string>() : "");
      if (!state) return wrong("l2", "cold, warm or program");
      out.l2 = *state;
    }
    const Json& timing = rpc::field(json_, "timing");
    if (timing.is_null()) return;
    const auto named = predict::timing_named(timing.is_string() ? timing.get<std::string>() : "");
    if (!named) return wrong("timing", "kernel or event");
    out.timing = *named;
  }

  void wrong(const char* name, const std::string& form) {
    problems_.push_back("kernelcast." + std::string(name) + " must be " + form);
  }

 private:
  const Json& json_;
  std::vector<std::string>& problems_;
};

}  // namespace

Settings settings_from(const Json& json, std::vector<std::string>& problems) {
  Settings out;
  SettingsReader reader(json, problems);
  reader.read("gpus", out.gpus);
  reader.read("flags", out.flags);
  reader.read("compileCommandsDir", out.compile_commands_dir);
  reader.read("predictor", out.predictor);
  reader.read(out.conditions);
  reader.read("trigger", out.trigger);
  reader.read("debounceMs", 0, 5000, out.debounce_ms);
  reader.read("codeLens", out.code_lens);
  reader.read("hover", out.hover);
  reader.read("inlayHints", out.inlay_hints);
  reader.read("diagnostics", out.diagnostics);
  return out;
}

Result<std::vector<Gpu>> gpus_of(const std::vector<std::string>& names, bool read_files) {
  for (const std::string& name : names) {
    const bool is_file = name.find('/') != std::string::npos || name.ends_with(".json");
    if (is_file && !read_files) {
      return Error{ErrorCode::InvalidInput,
                   "GPU '" + name + "' is a file, which an untrusted workspace may not name"};
    }
  }
  return predict::gpus_named(join(names, ","));
}

}  // namespace kcast::lsp
