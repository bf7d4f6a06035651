// Which launches of a running application are read: the first ones of each kernel.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <unordered_map>

#include "base/result.h"

namespace kcast::collect {

struct FirstLaunchesOptions {
  int64_t launches = 3;  // of each kernel
  std::string kernel;    // regular expression that a part of the name matches; empty: all
};

struct RunShape {
  std::array<int64_t, 3> grid = {1, 1, 1};  // blocks
  std::array<int64_t, 3> block = {1, 1, 1};
  int64_t dynamic_shared_bytes = 0;

  auto operator<=>(const RunShape&) const = default;
};

// A launch that is to be read.
struct WantedLaunch {
  std::string kernel;      // as people write it
  int64_t launch = 0;      // how many launches of this kernel came before
  int64_t occurrence = 0;  // how many of them had this grid and block
  bool tensor = false;     // operations of tensor cores are asked for, too

  bool operator==(const WantedLaunch&) const = default;
};

// "scale<float>(float*, int)" of "_Z5scaleIfEvPT_i"; a name that is not mangled stays.
std::string demangled(const std::string& symbol);

class FirstLaunches {
 public:
  // An error: the regular expression is none.
  static Result<FirstLaunches> make(const FirstLaunchesOptions& options);

  // Counts a launch; absent: it is not read.
  std::optional<WantedLaunch> next(const std::string& symbol, const RunShape& shape);

  // What the reading said. Counters of tensor cores take five more passes: they are read at a
  // kernel's first launch, and at later ones where that had any.
  void was_read(const std::string& symbol, bool used_tensor_cores);

  // Readings that failed one after the other: the third ends all reading, as the cause (rights, a
  // profiler beside this one) does not go away.
  void failed();

 private:
  struct Kernel {
    std::string name;
    bool wanted = false;
    bool tensor = true;
    int64_t launches = 0;
    std::map<std::array<int64_t, 6>, int64_t> shapes;  // launches by grid and block
  };

  FirstLaunches() = default;
  Kernel& kernel_of(const std::string& symbol);

  static constexpr int kMostFailures = 3;
  int64_t launches_ = 0;
  std::optional<std::regex> pattern_;
  std::unordered_map<std::string, Kernel> kernels_;
  int failures_ = 0;
};

}  // namespace kcast::collect
