#include "workflow/collect/device_gpu.h"

#include <cctype>
#include <string_view>

#include "predict/gpus.h"

namespace kcast::workflow {

namespace {

// Without the vendor and with dashes: "NVIDIA H200" is "h200".
std::string short_name(std::string_view name) {
  std::string out;
  for (const char c : name)
    out.push_back(c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  for (const std::string_view vendor : {"nvidia-", "amd-"}) {
    if (out.starts_with(vendor)) out.erase(0, vendor.size());
  }
  return out;
}

}  // namespace

std::optional<Gpu> gpu_of_driver_name(const std::string& name) {
  const std::string known = short_name(name);
  if (known.empty()) return std::nullopt;  // which would be the default one
  auto gpus = predict::gpus_named(known);
  if (!gpus || gpus->size() != 1) return std::nullopt;
  return std::move(gpus->front());
}

std::string gpu_id_of_driver_name(const std::string& name) {
  const auto gpu = gpu_of_driver_name(name);
  return gpu ? gpu->id : short_name(name);
}

}  // namespace kcast::workflow
