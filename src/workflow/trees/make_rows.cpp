#include "workflow/trees/make_rows.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/ordered_loop.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "plan/predict_rows.h"
#include "trees/launch_row.h"
#include "trees/row_table.h"

namespace kcast::workflow {
namespace {

// The launches of one kernel that are asked for together.
struct KernelRows {
  std::string recipe;
  std::string language;
  std::vector<std::string> launches;
};

// In the order in which the kernels first appear. A key that is none is left out.
std::vector<KernelRows> kernels_to_make(std::span<const std::string> keys,
                                        const trees::RowTable& known) {
  std::vector<KernelRows> out;
  std::map<std::string, size_t> places;
  std::set<std::string> seen;
  for (const std::string& key : keys) {
    const size_t first = key.find('\t');
    const size_t second = first == std::string::npos ? first : key.find('\t', first + 1);
    if (second == std::string::npos || known.rows.contains(key) || !seen.insert(key).second)
      continue;
    const auto [place, added] = places.emplace(key.substr(0, second), out.size());
    if (added) out.push_back({key.substr(0, first), key.substr(first + 1, second - first - 1), {}});
    out[place->second].launches.push_back(key.substr(second + 1));
  }
  return out;
}

Status add_rows(const KernelRows& kernel, plan::PredictedKernel predicted,
                trees::RowTableWriter& writer, MadeRows& made) {
  for (size_t i = 0; i < kernel.launches.size(); ++i) {
    plan::PredictedLaunch& launch = predicted.launches[i];
    ++made.rows;
    made.without += launch.row.empty() ? 1 : 0;
    KCAST_OK(writer.add({kernel.recipe + "\t" + kernel.language + "\t" + kernel.launches[i],
                         std::move(launch.row), std::move(launch.problem)}));
  }
  return Unit{};
}

}  // namespace

Result<MadeRows> make_rows(std::span<const std::string> keys, const launch::Inspect& inspect,
                           const Gpu& gpu, const MakeRowsOptions& options) {
  KCAST_TRY(const trees::RowTable known, trees::read_row_table(options.table));
  if (!known.rows.empty() && known.names != trees::launch_row_names()) {
    return Error{ErrorCode::InvalidInput, options.table.string() +
                                              " is a table of another version of the analysis; "
                                              "remove it, or name another folder"};
  }
  const std::vector<KernelRows> kernels = kernels_to_make(keys, known);
  if (kernels.empty()) return MadeRows{};
  KCAST_TRY(trees::RowTableWriter writer,
            trees::RowTableWriter::open(options.table, trees::launch_row_names()));
  const InterruptGuard guard;
  const auto start = std::chrono::steady_clock::now();
  Progress progress("analysing kernels", kernels.size());
  std::vector<std::optional<plan::PredictedKernel>> results(kernels.size());
  MadeRows made;
  OrderedLoop loop;
  loop.count = kernels.size();
  loop.jobs = options.jobs;
  loop.window = 512;  // what is stopped loses little
  loop.work = [&](size_t i) {
    results[i] = plan::predict_kernel_rows(kernels[i].recipe, kernels[i].language,
                                           kernels[i].launches, inspect, gpu);
  };
  loop.take = [&](size_t i) {
    Status added = add_rows(kernels[i], *std::move(results[i]), writer, made);
    results[i].reset();
    return added;
  };
  loop.stopped = [&] {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    const bool late = options.seconds > 0 && spent.count() > options.seconds;
    return late || InterruptGuard::interrupted().load();
  };
  loop.worked = [&](size_t) { progress.advance(); };
  KCAST_TRY(const size_t taken, run_ordered(loop));
  KCAST_OK(writer.flush());
  progress.finish();
  if (InterruptGuard::interrupted().load()) return Error{ErrorCode::External, "interrupted"};
  for (size_t i = taken; i < kernels.size(); ++i)
    made.missing += kernels[i].launches.size();
  return made;
}

}  // namespace kcast::workflow
