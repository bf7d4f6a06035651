// The programs of corpus/authored and corpus/openmp, which travel inside the binary.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/named_text.h"
#include "base/result.h"

namespace kcast::corpus {

// Every file of corpus/authored: the programs, and the list of problems.
std::span<const NamedText> embedded_authored();
// Every program of corpus/openmp.
std::span<const NamedText> embedded_openmp();

}  // namespace kcast::corpus

namespace kcast::corpus {

// A program that a person would write: kernels with host code, problem size and launch.
struct AuthoredProgram {
  std::string_view name;  // "gravity_nbody/all_pairs_tiled", "openmp/dense/gemm_collapse"
  std::string_view domain;
  std::string_view level;    // "naive", "shared", ...
  std::string_view problem;  // one line
  std::string_view text;
  std::string_view ending = ".cu";  // OpenMP: ".c" or ".cpp"

  bool is_openmp() const { return ending != ".cu"; }
};

// Those in CUDA, by name.
Result<std::span<const AuthoredProgram>> authored_programs();
// Those in OpenMP, by name; of them only name, domain and text are known.
std::span<const AuthoredProgram> openmp_programs();

// Of either kind.
Result<const AuthoredProgram*> find_authored(std::string_view name);

}  // namespace kcast::corpus
