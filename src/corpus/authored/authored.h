// The programs of corpus/authored, which travel inside the binary.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/named_text.h"
#include "base/result.h"

namespace kcast::corpus {

// Every file of corpus/authored: the programs, and the list of problems.
std::span<const NamedText> embedded_authored();

}  // namespace kcast::corpus

namespace kcast::corpus {

// A CUDA program that a person would write: kernels with host code, problem size and launch.
struct AuthoredProgram {
  std::string_view name;  // "gravity_nbody/all_pairs_tiled"
  std::string_view domain;
  std::string_view level;    // "naive", "shared", ...
  std::string_view problem;  // one line
  std::string_view text;
};

// By name.
Result<std::span<const AuthoredProgram>> authored_programs();

Result<const AuthoredProgram*> find_authored(std::string_view name);

}  // namespace kcast::corpus
