// Programs for the tests of the device-only slice.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/request.h"

namespace kcast::frontend {

struct SliceProgram {
  std::string name;
  std::vector<SourceFile> files;
  std::vector<std::string> holds;  // texts that the slice must hold
  std::vector<std::string> lacks;  // and must not hold
  std::vector<std::pair<std::string, std::string>> defines = {};
};

std::vector<SliceProgram> slice_programs();

}  // namespace kcast::frontend
