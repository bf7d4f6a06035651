#include "plan/plan_reader.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/files.h"
#include "schema/feature_vector.h"

namespace kcast::plan {
namespace {

constexpr std::chrono::milliseconds kPause{200};

uint64_t lines_of(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) return 0;
  return static_cast<uint64_t>(std::count(text->begin(), text->end(), '\n'));
}

bool same_kernel(const PlannedLaunch& a, const PlannedLaunch& b) {
  return a.recipe == b.recipe && a.language == b.language;
}

}  // namespace

Result<PlanReader> PlanReader::open(const std::filesystem::path& plan, ReadOptions options) {
  PlanReader reader;
  reader.options_ = std::move(options);
  const bool folder = std::filesystem::is_directory(plan);
  if (folder) reader.folder_ = plan;
  std::filesystem::path file = plan;
  if (folder) {
    KCAST_TRY(file, path_inside(plan, "plan.tsv"));
  }
  reader.file_.open(file);
  std::string header;
  if (!reader.file_ || !std::getline(reader.file_, header)) {
    return Error{ErrorCode::NotFound,
                 "no plan at " + plan.string() + "; make one with kcast corpus generate --out"};
  }
  if (header + "\n" != plan_header()) {
    return Error{ErrorCode::InvalidInput, file.string() +
                                              " is no plan: its first line is not the "
                                              "header"};
  }
  if (folder && std::filesystem::exists(plan / "features.f32")) {
    KCAST_TRY([[maybe_unused]] const std::filesystem::path features,
              path_inside(plan, "features.f32"));
    reader.feature_file_.open(plan / "features.f32", std::ios::binary);
  }
  return reader;
}

// Every recipe has its line in kernels.tsv, under the header.
bool PlanReader::complete() {
  if (folder_.empty()) return true;
  return lines_of(folder_ / "kernels.tsv") > lines_of(folder_ / "recipes.txt");
}

Result<std::optional<PlannedLaunch>> PlanReader::next_row() {
  for (bool last_look = !options_.follow;;) {
    std::string piece;
    file_.clear();
    const bool got = static_cast<bool>(std::getline(file_, piece));
    half_line_ += piece;
    if (got && !file_.eof()) {
      const std::string line = std::exchange(half_line_, {});
      ++line_;
      if (line.empty()) continue;
      auto row = parse_plan_line(line);
      if (!row) {
        return Error{ErrorCode::InvalidInput,
                     "line " + std::to_string(line_) + " of the plan is damaged"};
      }
      return row;
    }
    if (last_look || (options_.stopped && options_.stopped())) {
      return std::optional<PlannedLaunch>();
    }
    // What was written before the plan was complete is read once more after it.
    last_look = complete();
    if (!last_look) std::this_thread::sleep_for(kPause);
  }
}

Result<std::optional<KernelRows>> PlanReader::next_kernel() {
  KernelRows kernel;
  if (!first_) {
    KCAST_TRY(first_, next_row());
    if (!first_) return std::optional<KernelRows>();
  }
  kernel.rows.push_back(*std::move(first_));
  for (;;) {
    KCAST_TRY(first_, next_row());
    if (!first_ || !same_kernel(*first_, kernel.rows.front())) break;
    kernel.rows.push_back(*std::move(first_));
  }
  if (Status added = add_features(kernel); !added) return added.error();
  row_ += kernel.rows.size();
  return std::optional<KernelRows>(std::move(kernel));
}

Status PlanReader::add_features(KernelRows& kernel) {
  if (!feature_file_.is_open()) return Unit{};
  const size_t numbers = feature_vector_names().size();
  feature_file_.clear();
  feature_file_.seekg(static_cast<std::streamoff>(row_ * numbers * sizeof(float)));
  for (size_t i = 0; i < kernel.rows.size(); ++i) {
    std::vector<float> row(numbers);
    feature_file_.read(reinterpret_cast<char*>(row.data()),
                       static_cast<std::streamsize>(numbers * sizeof(float)));
    if (!feature_file_) {
      return Error{ErrorCode::InvalidInput, "features.f32 of the plan has too few rows"};
    }
    kernel.features.push_back(std::move(row));
  }
  return Unit{};
}

Result<std::optional<KernelRows>> PlanReader::next() {
  for (;;) {
    KCAST_TRY(auto kernel, next_kernel());
    if (!kernel || kernel_++ % options_.shards == options_.shard) return kernel;
  }
}

}  // namespace kcast::plan
