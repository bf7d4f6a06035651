// The languages that kernels are printed in, and what each of them can express.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/neutral/tree.h"

namespace kcast::corpus {

enum class Language : uint8_t { Cuda, Hip, OpenCl, OpenMp };

inline constexpr Language kLanguages[] = {Language::Cuda, Language::Hip, Language::OpenCl,
                                          Language::OpenMp};
// Those that a corpus is made in unless it is asked for others.
inline constexpr Language kUsualLanguages[] = {Language::Cuda, Language::Hip, Language::OpenCl};

std::string_view language_name(Language language);  // "cuda", "hip", "opencl", "openmp"
std::optional<Language> language_named(std::string_view name);
std::string_view file_ending(Language language);  // ".cu", ".hip", ".cl", ".cpp"

// What a kernel may need beyond the core that all share.
enum class Capability : uint8_t {
  Half,           // the type; OpenCL: cl_khr_fp16
  Double,         // the type; OpenCL: cl_khr_fp64
  Warps,          // shuffles, votes, warpsize()
  FloatAtomics,   // atomic_add of float and double
  WideAtomics,    // atomics of 64-bit integers
  DynamicShared,  // OpenCL: a __local argument
  FindFirst,      // ffs
  BitReverse,     // brev
};

inline constexpr int kCapabilityCount = 8;

std::string_view capability_name(Capability capability);
bool has_capability(Language language, Capability capability);

// What a checked program needs, in the order of the enum.
std::vector<Capability> needed_capabilities(const Program& program);

// The usual languages whose row of the table has all of it.
std::vector<Language> granted_languages(const Program& program);

// The first need that a language does not meet, as the end of a sentence; empty: it has all.
std::string missing_capability(const Program& program, Language language);

}  // namespace kcast::corpus
