// What `kcast collect --program` tells the library that it puts into the application, by
// variables of its environment.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::collect {

struct InjectSettings {
  std::string out;       // lines of ProfiledLaunch are added to this file
  std::string status;    // one-line remarks are added to this one: kAttached, or what went wrong
  int64_t launches = 3;  // of each kernel, the first ones
  std::string kernel;    // regular expression that a part of its name matches; empty: all
  // Whether the sources have half types; half-precision instructions that move constants are
  // counted as FLOPs otherwise. Absent: not known.
  std::optional<bool> half_types;

  bool operator==(const InjectSettings&) const = default;
};

// What the library writes to `status` when CUDA starts in the application.
inline constexpr const char* kAttached = "attached";

// NAME=value, for the application.
std::vector<std::string> inject_environment(const InjectSettings& settings);

// The same read back; absent where nothing asks for readings. `variable` is getenv.
using ReadVariable = std::function<const char*(const char*)>;
std::optional<InjectSettings> settings_in(const ReadVariable& variable);

}  // namespace kcast::collect
