#include "eval/truth.h"

#include <map>
#include <utility>

#include "predict/classify.h"

namespace kcast::eval {

Truth make_truth(std::span<const ScoredRow> rows, const Gpu& gpu) {
  Truth out;
  std::vector<std::string> families;
  std::map<std::pair<std::string_view, std::string_view>, uint32_t> kernels;
  for (const ScoredRow& row : rows) {
    out.values.push_back(truth_of(row.measured, row.has_counters));
    const predict::RooflineClass roofline = predict::classify(row.measured, gpu);
    out.bound.push_back(row.has_counters ? bound_of(row.measured, gpu) : Bound::None);
    out.near_ridge.push_back(row.has_counters && roofline.near_ridge);
    families.push_back(row.family);
    const auto next = static_cast<uint32_t>(kernels.size());
    out.kernel.push_back(
        kernels
            .emplace(std::pair<std::string_view, std::string_view>(row.recipe, row.language), next)
            .first->second);
  }
  out.families = index_families(families);
  out.kernel_families.families = out.families.families;
  out.kernel_families.of_row.resize(kernels.size());
  for (size_t i = 0; i < rows.size(); ++i)
    out.kernel_families.of_row[out.kernel[i]] = out.families.of_row[i];
  return out;
}

Truth select_rows(const Truth& truth, std::span<const uint32_t> rows) {
  constexpr uint32_t kUnseen = UINT32_MAX;
  Truth out;
  std::vector<uint32_t> family(truth.families.families, kUnseen);
  std::vector<uint32_t> kernel(truth.kernels(), kUnseen);
  uint32_t families = 0;
  for (const uint32_t row : rows) {
    out.values.push_back(truth.values[row]);
    out.bound.push_back(truth.bound[row]);
    out.near_ridge.push_back(truth.near_ridge[row]);
    uint32_t& of_family = family[truth.families.of_row[row]];
    if (of_family == kUnseen) of_family = families++;
    out.families.of_row.push_back(of_family);
    uint32_t& of_kernel = kernel[truth.kernel[row]];
    if (of_kernel == kUnseen) {
      of_kernel = static_cast<uint32_t>(out.kernels());
      out.kernel_families.of_row.push_back(of_family);
    }
    out.kernel.push_back(of_kernel);
  }
  out.families.families = families;
  out.kernel_families.families = families;
  return out;
}

}  // namespace kcast::eval
