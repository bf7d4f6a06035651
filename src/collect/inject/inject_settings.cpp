#include "collect/inject/inject_settings.h"

#include <cstdlib>

namespace kcast::collect {

namespace {

constexpr const char* kOut = "KCAST_INJECT_OUT";
constexpr const char* kStatus = "KCAST_INJECT_STATUS";
constexpr const char* kLaunches = "KCAST_INJECT_LAUNCHES";
constexpr const char* kKernel = "KCAST_INJECT_KERNEL";
constexpr const char* kHalfTypes = "KCAST_INJECT_HALF_TYPES";

}  // namespace

std::vector<std::string> inject_environment(const InjectSettings& settings) {
  const auto variable = [](const char* name, const std::string& value) {
    return std::string(name) + "=" + value;
  };
  std::vector<std::string> out = {variable(kOut, settings.out), variable(kStatus, settings.status),
                                  variable(kLaunches, std::to_string(settings.launches)),
                                  variable(kKernel, settings.kernel)};
  out.push_back(
      variable(kHalfTypes, settings.half_types ? (*settings.half_types ? "1" : "0") : ""));
  return out;
}

std::optional<InjectSettings> settings_in(const ReadVariable& variable) {
  const auto text = [&](const char* name) {
    const char* value = variable(name);
    return std::string(value != nullptr ? value : "");
  };
  InjectSettings settings;
  settings.out = text(kOut);
  if (settings.out.empty()) return std::nullopt;
  settings.status = text(kStatus);
  if (const std::string launches = text(kLaunches); !launches.empty()) {
    settings.launches = std::strtoll(launches.c_str(), nullptr, 10);
  }
  settings.kernel = text(kKernel);
  if (const std::string half = text(kHalfTypes); !half.empty()) settings.half_types = half == "1";
  return settings;
}

}  // namespace kcast::collect
