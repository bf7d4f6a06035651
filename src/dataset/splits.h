// Which launches a model is trained on, and which ones it is tested on. data/splits/v1.txt holds
// what was decided once; everything else follows from a hash, so that anyone can repeat it.
//
//   iid       1/64 of the launches at random: families are on both sides
//   family    a tenth of the families, a quarter of the authored programs
//   motif     whole motifs and, of the authored programs, their domains
//   size      the largest quarter of the memory, and of the memory per thread where any grid is
//             right: families are on both sides
//   authored  authored programs that `family` tests; the generated families that `family` tests
//             are trained on here
//
// A hash is the first eight bytes of SHA-256, high one first, over 2^64: of
// "kcast split 1 family " + family, or "kcast split 1 row " + recipe, language and launch with
// tabs between them. Below the test share it is tested, within the next one it is for validation.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/named_text.h"
#include "base/result.h"

namespace kcast::dataset {

// The files of data/splits.
std::span<const NamedText> embedded_splits();

}  // namespace kcast::dataset

namespace kcast::dataset {

enum class Split : uint8_t { Iid, Family, Motif, Size, Authored };
inline constexpr std::array kSplits = {Split::Iid, Split::Family, Split::Motif, Split::Size,
                                       Split::Authored};
enum class Side : uint8_t { Train, Validation, Test };

std::string_view split_name(Split split);
Result<Split> split_named(std::string_view name);
std::string_view side_name(Side side);  // "train", "val", "test"

// What decides about a launch.
struct SplitRow {
  std::string_view recipe;
  std::string_view language;
  std::string_view launch;
  std::string_view family;
  double bytes = 0;    // of all buffers; 0: not known, and then never too large to train on
  double threads = 0;  // of all blocks
};

class SplitRules {
 public:
  // An error names the line.
  static Result<SplitRules> parse(std::string_view text);
  // Version 1, of this program.
  static Result<SplitRules> current();

  Side side(Split split, const SplitRow& row) const;

  // The family that decides for another one: itself, or the original of a near-duplicate.
  std::string_view original_of(std::string_view family) const;

  std::span<const std::pair<std::string, Side>> motifs() const { return motifs_; }
  std::span<const std::pair<std::string, Side>> domains() const { return domains_; }

 private:
  struct Shares {
    double test = 0;
    double validation = 0;

    Side side(double place) const;
  };
  Status parse_line(std::string_view line);
  Side family_side(std::string_view family) const;
  Side motif_side(std::string_view family) const;
  bool is_large(const SplitRow& row) const;

  Shares generated_;
  Shares authored_;
  Shares rows_;
  double large_bytes_ = 0;
  double large_bytes_per_thread_ = 0;
  bool has_rule_ = false;
  std::vector<std::pair<std::string, Side>> motifs_;
  std::vector<std::pair<std::string, Side>> domains_;
  std::map<std::string, std::string, std::less<>> originals_;
};

// "syn", "omni", "motif" or "auth" of a family, and the motif or the domain behind it.
struct FamilyParts {
  std::string_view source;
  std::string_view group;  // empty: the source has none
};
FamilyParts family_parts(std::string_view family);

}  // namespace kcast::dataset
