#include "workflow/trees/row_choice.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/rng.h"
#include "base/text.h"
#include "workflow/dataset/remake.h"

namespace kcast::workflow {
namespace {

// Kernels in the order of a hash of their names.
struct HashedKernel {
  uint64_t hash = 0;
  std::string name;
  std::string source;
  dataset::Side side = dataset::Side::Train;
  std::vector<size_t> labels;
};

Result<std::vector<HashedKernel>> hashed_kernels(const dataset::SampleSet& set,
                                                 const std::string& gpu) {
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  std::map<std::string, HashedKernel> kernels;
  for (size_t i = 0; i < set.labels.size(); ++i) {
    const dataset::Row& row = set.labels[i];
    if (row.gpu != gpu) continue;
    const std::string name = row.kernel.recipe + " " + row.kernel.language;
    HashedKernel& kernel = kernels[name];
    if (kernel.labels.empty()) {
      kernel.hash = stable_hash("limit " + name);  // as kcast eval --limit
      kernel.name = name;
      kernel.source = std::string(dataset::family_parts(row.kernel.family).source);
      kernel.side = side_of(set, i, dataset::Split::Family, rules);
    }
    kernel.labels.push_back(i);
  }
  std::vector<HashedKernel> out;
  for (auto& [name, kernel] : kernels)
    out.push_back(std::move(kernel));
  std::sort(out.begin(), out.end(), [](const HashedKernel& a, const HashedKernel& b) {
    return std::pair(a.hash, a.name) < std::pair(b.hash, b.name);
  });
  return out;
}

// Some labels of a kernel, those whose launches have the smallest hashes.
std::vector<size_t> some_labels(const dataset::SampleSet& set, std::vector<size_t> labels,
                                size_t most) {
  if (most == 0 || labels.size() <= most) return labels;
  std::sort(labels.begin(), labels.end(), [&](size_t a, size_t b) {
    return std::pair(stable_hash(set.labels[a].launch), a) <
           std::pair(stable_hash(set.labels[b].launch), b);
  });
  labels.resize(most);
  return labels;
}

const std::map<std::string, RowLimit>& limits_of(const RowLimits& limits, dataset::Side side) {
  if (side == dataset::Side::Train) return limits.train;
  return side == dataset::Side::Validation ? limits.validation : limits.test;
}

}  // namespace

Result<std::vector<ChosenRow>> choose_rows(const dataset::SampleSet& set, const std::string& gpu,
                                           const RowLimits& limits) {
  KCAST_TRY(const std::vector<HashedKernel> kernels, hashed_kernels(set, gpu));
  std::vector<ChosenRow> out;
  std::map<std::pair<dataset::Side, std::string>, size_t> taken;
  size_t drawn = 0;
  for (const HashedKernel& kernel : kernels) {
    if (kernel.side == dataset::Side::Test && drawn < limits.test_launches) {
      for (const size_t label : kernel.labels)
        out.push_back({label, kernel.side, true});
      drawn += kernel.labels.size();
      continue;
    }
    const auto& by_source = limits_of(limits, kernel.side);
    const auto limit = by_source.find(kernel.source);
    size_t& count = taken[{kernel.side, kernel.source}];
    if (limit == by_source.end() || count >= limit->second.launches) continue;
    for (const size_t label : some_labels(set, kernel.labels, limit->second.per_kernel)) {
      out.push_back({label, kernel.side, false});
      ++count;
    }
  }
  return out;
}

std::string row_key(const dataset::Row& row) {
  return row.kernel.recipe + "\t" + row.kernel.language + "\t" + row.launch;
}

Status write_row_list(const std::filesystem::path& file, const dataset::SampleSet& set,
                      std::span<const ChosenRow> rows) {
  std::string text;
  std::set<std::string> seen;
  for (const ChosenRow& row : rows) {
    std::string key = row_key(set.labels[row.label]);
    if (seen.insert(key).second) text += key + "\n";
  }
  return write_file(file, text);
}

Result<std::vector<std::string>> read_row_list(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace kcast::workflow
