#include "dataset/datasheet.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"

namespace kcast::dataset {
namespace {

using Cells = std::vector<std::string>;

// 75531 is "75,531".
std::string grouped(size_t value) {
  std::string text = std::to_string(value);
  for (size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string percent_of(size_t part, size_t all) {
  const double share = all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  return format_number(100 * share, 1) + " %";
}

// The first column is text, the others are numbers.
std::string markdown_table(const Cells& head, const std::vector<Cells>& rows) {
  std::string out = "| " + join(head, " | ") + " |\n|---|";
  for (size_t i = 1; i < head.size(); ++i)
    out += "---:|";
  out += "\n";
  for (const Cells& row : rows)
    out += "| " + join(row, " | ") + " |\n";
  return out + "\n";
}

std::string group_table(const std::string& name, const std::map<std::string, GroupCount>& groups) {
  std::vector<Cells> rows;
  for (const auto& [group, count] : groups) {
    rows.push_back({group.empty() ? "-" : group, grouped(count.launches), grouped(count.kernels),
                    grouped(count.families)});
  }
  return markdown_table({name, "launches", "kernels", "families"}, rows);
}

// A long table that is opened on request.
std::string folded(const std::string& summary, const std::string& table) {
  return "<details><summary>" + summary + "</summary>\n\n" + table + "</details>\n\n";
}

bool has_collector(const SampleSet& set, const std::string& name) {
  return std::any_of(set.labels.begin(), set.labels.end(),
                     [&name](const Row& row) { return row.collector == name; });
}

// "5", or "3 to 7", of the timed runs of a label.
std::string repeats_text(const SampleSet& set) {
  int64_t least = set.numbers.empty() ? 0 : set.numbers.front().repeats;
  int64_t most = least;
  for (const LabelNumbers& numbers : set.numbers) {
    least = std::min(least, numbers.repeats);
    most = std::max(most, numbers.repeats);
  }
  const std::string text = std::to_string(least);
  return least == most ? text : text + " to " + std::to_string(most);
}

std::string how_made(const SampleSet& set, const DatasheetOptions& options) {
  std::string out = "## How it was made\n\n";
  if (!options.about.empty()) out += options.about + "\n\n";
  out +=
      "Kernels come from recipes: a grammar (`syn`), straight-line code after Omniwise's generator "
      "(`omni`), templates of known algorithms at several levels of optimisation (`motif`), and "
      "authored programs (`auth`). Launches of generated kernels are chosen so that the GPU is "
      "idle, under-utilised or fully utilised, and an interpreter checks before they run that they "
      "stay within their buffers. Buffers are filled by a fixed function of seed and index.\n\n";
  if (has_collector(set, "cuda")) {
    out +=
        "On CUDA each launch ran once to warm up, then " + repeats_text(set) +
        " times with L2 emptied before each; `time_us` is the median of the durations that CUPTI "
        "tells. Counters are those of CUPTI's range profiler, from further runs with L2 emptied. "
        "Clocks were left alone and are recorded.\n\n";
  }
  if (has_collector(set, "opencl")) {
    out += "On OpenCL devices times were read from events; there are no counters.\n\n";
  }
  if (has_collector(set, "fake")) {
    out += "**The collector `fake` measures nothing: its numbers are made up for tests.**\n\n";
  }
  return out;
}

std::string day_of(const std::string& time) {
  return time.substr(0, time.find('T'));
}

std::string versions_part(const SampleSet& set) {
  struct Runs {
    size_t runs = 0;
    std::string first = {};
    std::string last = {};
  };
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, Runs>
      environments;
  for (const RunInfo& run : set.runs) {
    Runs& one =
        environments[{run.gpu_name, run.collector, run.driver, run.toolkit, run.kcast_version}];
    const std::string day = day_of(run.started);
    if (one.runs++ == 0 || day < one.first) one.first = day;
    one.last = std::max(one.last, day);
  }
  std::string out = "## Hardware and software\n\n";
  if (environments.empty()) return out + "The set does not say which runs it is of.\n\n";
  std::vector<Cells> rows;
  for (const auto& [key, one] : environments) {
    const auto& [gpu, collector, driver, toolkit, kcast] = key;
    rows.push_back({gpu, collector, driver, toolkit, kcast, std::to_string(one.runs),
                    one.first == one.last ? one.first : one.first + " to " + one.last});
  }
  return out +
         markdown_table({"GPU", "collector", "driver", "toolkit", "kcast", "runs", "when"}, rows);
}

std::string quantile_table(const SetSummary& summary, const std::set<std::string>& wanted) {
  std::vector<Cells> rows;
  for (const Quantiles& row : summary.quantiles) {
    if ((!wanted.empty() && !wanted.contains(row.name)) || row.values == 0) continue;
    const std::string unit = row.unit.empty() ? "" : ", " + row.unit;
    Cells cells = {"`" + row.name + "`" + unit, grouped(row.values)};
    for (const double value : row.at)
      cells.push_back(format_digits(value, 4));
    rows.push_back(std::move(cells));
  }
  return markdown_table({"", "values", "least", "5 %", "25 %", "50 %", "75 %", "95 %", "most"},
                        rows);
}

std::string clocks_part(const SetSummary& summary) {
  const std::string table = quantile_table(summary, {"sm_clock_mhz", "memory_clock_mhz"});
  return "### Clocks while counters were read\n\n" + table +
         "A clock is cycles over time; those of launches of a few microseconds scatter.\n\n";
}

std::string contents_part(const SetSummary& summary) {
  std::string out = "## What is in it\n\n" + group_table("source", summary.by_source) +
                    group_table("language", summary.by_language) +
                    group_table("collector", summary.by_reader);
  if (!summary.by_level.empty()) {
    out += folded("motifs by level: " + grouped(summary.by_level.size()),
                  group_table("level", summary.by_level)) +
           folded("motifs: " + grouped(summary.by_motif.size()),
                  group_table("motif", summary.by_motif));
  }
  if (!summary.by_domain.empty()) {
    out += folded("authored programs by domain: " + grouped(summary.by_domain.size()),
                  group_table("domain", summary.by_domain));
  }
  const ClassCount& classes = summary.classes;
  const size_t classified = classes.compute + classes.bandwidth;
  if (classified > 0) {
    out += "By the roofline of its GPU, " + percent_of(classes.compute, classified) +
           " of the launches are compute-bound and " + percent_of(classes.bandwidth, classified) +
           " bandwidth-bound; " + percent_of(classes.near_ridge, classified) +
           " are within 10 % of a ridge.\n\n";
  }
  return out;
}

std::string failures_part(const SampleSet& set, const SetSummary& summary) {
  if (set.failures.empty()) return "## Failures\n\nEvery launch was measured.\n\n";
  std::vector<Cells> rows;
  for (const auto& [reason, count] : summary.failures)
    rows.push_back({reason, grouped(count)});
  const double tried = static_cast<double>(set.failures.size() + set.labels.size());
  const double share = static_cast<double>(set.failures.size()) / tried;
  return "## Failures\n\nLaunches without a reading, " + format_digits(100 * share, 2) +
         " % of all that were tried:\n\n" + markdown_table({"reason", "launches"}, rows);
}

std::string splits_part(const SetSummary& summary) {
  std::vector<Cells> rows;
  for (const auto& [name, sides] : summary.by_side)
    rows.push_back({"`" + name + "`", grouped(sides[0]), grouped(sides[1]), grouped(sides[2])});
  std::string out =
      "## Splits\n\nFrozen, by hashes of names: `family` is the one to report. Rows "
      "of a family are on one side in `family`, `motif` and `authored`.\n\n" +
      markdown_table({"split", "train", "val", "test"}, rows);
  if (!summary.by_side.contains("size")) {
    out += "`size` follows from the launches: see `split_size` of the exported files.\n\n";
  }
  return out;
}

std::string noise_part(const SetSummary& summary) {
  std::vector<Cells> rows;
  for (const NoiseFloor& floor : summary.noise) {
    if (floor.pairs == 0) continue;
    rows.push_back({"`" + std::string(floor.metric->name) + "`", grouped(floor.pairs),
                    format_number(100 * floor.relative_p50, 2) + " %",
                    format_number(100 * floor.relative_p90, 2) + " %",
                    format_digits(floor.absolute_p90, 3) + " " + std::string(floor.metric->unit)});
  }
  std::string out = "## Noise floor\n\n";
  if (rows.empty()) {
    out += "No launch was measured twice, so it is not known.\n\n";
  } else {
    out +=
        "How far two readings of one launch differ: difference over mean, and in its unit. No "
        "prediction can be better than this.\n\n" +
        markdown_table({"metric", "pairs", "50 %", "90 %", "90 %, absolute"}, rows);
  }
  return out + "The timed runs of " + percent_of(summary.unsteady, summary.all.launches) +
         " of the launches spread over more than 10 % of their median (`time_spread`).\n\n";
}

std::string distributions_part(const SetSummary& summary, const DatasheetOptions& options) {
  std::string out = "## Distributions\n\n";
  if (!options.pictures.empty()) {
    out +=
        "Figures 4 to 8 are those of Omniwise: each counter as a share of the ceiling of its "
        "Table 2 and, on a logarithmic axis, in its unit.\n\n";
  }
  for (const std::string& picture : options.pictures)
    out += "![" + picture.substr(0, picture.rfind('.')) + "](" + picture + ")\n\n";
  return out + folded("quantiles of everything", quantile_table(summary, {}));
}

constexpr const char* kUse = R"(## How to load it

```python
import pandas as pd
launches = pd.read_parquet("launches.parquet")   # or polars, DuckDB, datasets.Dataset.from_parquet
train = launches[launches.split_family == "train"]
```

`launches.parquet` has a label a row, `repeats.parquet` later readings of some launches, `failures.parquet` launches without one, `noise.json` the noise floor. Columns are named as in `kcast predict --json`; `docs/dataset.md` of Kernelcast lists them.

What to know before use:

- A column that was not read is NaN; a collector of times alone leaves counters at zero.
- L1 and L2 bytes count whole sectors of 32 bytes, also where a load uses a part of one.
- HBM writes are what left L2 while the kernel ran: what stays dirty in L2 is not among them.
- Half-precision operations count only in kernels whose source has half types.

## How to make it again

Kernels are stored as recipes, not as text. The same recipe gives the same bytes on every machine:

```
kcast corpus show RECIPE --language cuda         # the source
kcast dataset verify . --kernels 1000            # makes kernels and launches again, compares SHA-256, checks every row
kcast corpus generate --recipes FILE --out plan  # launches of a list of recipes
kcast collect --device cuda --plan plan --out again.db
```

## Licence

Apache-2.0, as Kernelcast itself. The data holds no code of others: kernels are generated or were written for it.
)";

}  // namespace

std::string datasheet_text(const SampleSet& set, const SetSummary& summary,
                           const DatasheetOptions& options) {
  return "# " + options.title + "\n\n" + grouped(summary.all.launches) + " launches of " +
         grouped(summary.all.kernels) + " kernels in " + grouped(summary.all.families) +
         " families, each with what a GPU needed for it. Written by `kcast dataset "
         "datasheet`.\n\n" +
         how_made(set, options) + versions_part(set) + clocks_part(summary) +
         contents_part(summary) + failures_part(set, summary) + splits_part(summary) +
         noise_part(summary) + distributions_part(summary, options) + kUse;
}

}  // namespace kcast::dataset
