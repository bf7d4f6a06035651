#include "collect/inject/first_launches.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace kcast::collect {

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  // A lone "i" would be read as a type.
  return status == 0 && symbol.starts_with("_Z") ? std::string(text.get()) : symbol;
}

Result<FirstLaunches> FirstLaunches::make(const FirstLaunchesOptions& options) {
  FirstLaunches choice;
  choice.launches_ = options.launches;
  if (options.kernel.empty()) return choice;
  try {
    choice.pattern_.emplace(options.kernel);
  } catch (const std::regex_error& error) {
    return Error{ErrorCode::InvalidInput,
                 "'" + options.kernel + "' is no regular expression: " + error.what()};
  }
  return choice;
}

FirstLaunches::Kernel& FirstLaunches::kernel_of(const std::string& symbol) {
  const auto [place, is_new] = kernels_.try_emplace(symbol);
  Kernel& kernel = place->second;
  if (is_new) {
    kernel.name = demangled(symbol);
    kernel.wanted = !pattern_ || std::regex_search(kernel.name, *pattern_);
  }
  return kernel;
}

std::optional<WantedLaunch> FirstLaunches::next(const std::string& symbol, const RunShape& shape) {
  if (failures_ >= kMostFailures) return std::nullopt;
  Kernel& kernel = kernel_of(symbol);
  if (!kernel.wanted || kernel.launches >= launches_) return std::nullopt;
  const std::array<int64_t, 6> key = {shape.grid[0],  shape.grid[1],  shape.grid[2],
                                      shape.block[0], shape.block[1], shape.block[2]};
  return WantedLaunch{kernel.name, kernel.launches++, kernel.shapes[key]++, kernel.tensor};
}

void FirstLaunches::was_read(const std::string& symbol, bool used_tensor_cores) {
  failures_ = 0;
  kernel_of(symbol).tensor = used_tensor_cores;
}

void FirstLaunches::failed() {
  ++failures_;
}

}  // namespace kcast::collect
