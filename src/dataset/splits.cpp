#include "dataset/splits.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "base/sha256.h"
#include "base/text.h"

namespace kcast::dataset {
namespace {

constexpr const char* kSplitNames[] = {"iid", "family", "motif", "size", "authored"};
constexpr const char* kSideNames[] = {"train", "val", "test"};

// 0 to 1, the same everywhere.
double place_of(std::string_view kind, std::string_view name) {
  const auto hash = sha256("kcast split 1 " + std::string(kind) + " " + std::string(name));
  uint64_t high = 0;
  for (size_t i = 0; i < 8; ++i)
    high = (high << 8) | hash[i];
  return static_cast<double>(high) / 18446744073709551616.0;
}

std::optional<double> real_of(const std::string& text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value < 0) {
    return std::nullopt;
  }
  return value;
}

// "KEY A x B y" with these two names.
std::optional<std::pair<double, double>> two_numbers(const std::vector<std::string>& words,
                                                     const char* first, const char* second) {
  if (words.size() != 5 || words[1] != first || words[3] != second) return std::nullopt;
  const auto a = real_of(words[2]);
  const auto b = real_of(words[4]);
  if (!a || !b) return std::nullopt;
  return std::pair{*a, *b};
}

Side side_in(std::span<const std::pair<std::string, Side>> named, std::string_view name) {
  for (const auto& [other, side] : named) {
    if (other == name) return side;
  }
  return Side::Train;
}

}  // namespace

std::string_view split_name(Split split) {
  return kSplitNames[static_cast<size_t>(split)];
}

Result<Split> split_named(std::string_view name) {
  for (const Split split : kSplits) {
    if (split_name(split) == name) return split;
  }
  return Error{ErrorCode::InvalidInput, "unknown split '" + std::string(name) +
                                            "'; known: iid, family, motif, size, authored"};
}

std::string_view side_name(Side side) {
  return kSideNames[static_cast<size_t>(side)];
}

FamilyParts family_parts(std::string_view family) {
  const size_t colon = std::min(family.find(':'), family.size());
  FamilyParts parts;
  parts.source = family.substr(0, std::min(family.find('-'), colon));
  if (parts.source != "motif" && parts.source != "auth") return parts;
  const std::string_view rest = family.substr(std::min(colon + 1, family.size()));
  parts.group = rest.substr(0, rest.find('/'));
  return parts;
}

Side SplitRules::Shares::side(double place) const {
  if (place < test) return Side::Test;
  return place < test + validation ? Side::Validation : Side::Train;
}

Status SplitRules::parse_line(std::string_view line) {
  const std::vector<std::string> words = split_words(line);
  const std::string& key = words[0];
  for (const auto& [name, shares] :
       {std::pair{"generated", &generated_}, {"authored", &authored_}, {"rows", &rows_}}) {
    const auto numbers = two_numbers(words, "test", "val");
    if (key != name || !numbers || numbers->first + numbers->second > 1) continue;
    *shares = {numbers->first, numbers->second};
    return Unit{};
  }
  const auto sizes = two_numbers(words, "bytes", "bytes_per_thread");
  const bool is_list = key == "motifs" || key == "domains";
  if (key == "rule" && words.size() == 2 && words[1] == "1") {
    has_rule_ = true;
  } else if (key == "size" && sizes) {
    std::tie(large_bytes_, large_bytes_per_thread_) = *sizes;
  } else if (is_list && words.size() > 2 && (words[1] == "test" || words[1] == "val")) {
    for (size_t i = 2; i < words.size(); ++i) {
      (key == "motifs" ? motifs_ : domains_)
          .emplace_back(words[i], words[1] == "test" ? Side::Test : Side::Validation);
    }
  } else if (key == "join" && words.size() == 3) {
    originals_[words[1]] = words[2];
  } else {
    return Error{ErrorCode::InvalidInput, "cannot read '" + std::string(line) + "'"};
  }
  return Unit{};
}

Result<SplitRules> SplitRules::parse(std::string_view text) {
  SplitRules rules;
  size_t number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    const std::string_view words = trim(line);
    if (words.empty() || words.front() == '#') continue;
    if (Status read = rules.parse_line(words); !read) {
      return std::move(read).error().context("line " + std::to_string(number));
    }
  }
  if (!rules.has_rule_) {
    return Error{ErrorCode::InvalidInput, "there is no line 'rule 1'; other rules are not known"};
  }
  for (const auto& [family, original] : rules.originals_) {
    if (!rules.originals_.contains(original)) continue;
    return Error{ErrorCode::InvalidInput,
                 "'" + family + "' joins '" + original + "', which joins another family itself"};
  }
  return rules;
}

Result<SplitRules> SplitRules::current() {
  for (const NamedText& file : embedded_splits()) {
    if (file.name != "v1.txt") continue;
    auto rules = parse(file.text);
    if (!rules) return std::move(rules).error().context("data/splits/v1.txt");
    return rules;
  }
  return Error{ErrorCode::Internal, "data/splits/v1.txt is not embedded"};
}

std::string_view SplitRules::original_of(std::string_view family) const {
  const auto found = originals_.find(family);
  return found == originals_.end() ? family : std::string_view(found->second);
}

Side SplitRules::family_side(std::string_view family) const {
  const bool authored = family_parts(family).source == "auth";
  return (authored ? authored_ : generated_).side(place_of("family", family));
}

Side SplitRules::motif_side(std::string_view family) const {
  const auto [source, group] = family_parts(family);
  if (source == "motif") return side_in(motifs_, group);
  return source == "auth" ? side_in(domains_, group) : Side::Train;
}

bool SplitRules::is_large(const SplitRow& row) const {
  if (row.bytes >= large_bytes_) return true;
  const bool any_grid = row.launch.find(".grid=") != std::string_view::npos;
  return any_grid && row.threads > 0 && row.bytes / row.threads >= large_bytes_per_thread_;
}

Side SplitRules::side(Split split, const SplitRow& row) const {
  const std::string_view family = original_of(row.family);
  switch (split) {
    case Split::Iid:
      return rows_.side(place_of("row", std::string(row.recipe) + "\t" + std::string(row.language) +
                                            "\t" + std::string(row.launch)));
    case Split::Family:
      return family_side(family);
    case Split::Motif:
      return motif_side(family);
    case Split::Size:
      if (is_large(row)) return Side::Test;
      return family_side(family) == Side::Validation ? Side::Validation : Side::Train;
    case Split::Authored:
      break;
  }
  const Side side = family_side(family);
  if (family_parts(family).source == "auth" || side == Side::Validation) return side;
  return Side::Train;
}

}  // namespace kcast::dataset
