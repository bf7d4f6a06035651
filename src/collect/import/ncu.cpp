#include "collect/import/ncu.h"

#include <algorithm>
#include <tuple>

#include "base/files.h"
#include "base/text.h"
#include "collect/import/ncu_table.h"

namespace kcast::collect {

namespace {

constexpr std::string_view kTime = "gpu__time_duration.sum";
constexpr std::string_view kTensorPipe = "sm__inst_executed_pipe_tensor.sum";
constexpr std::string_view kSmClock = "sm__cycles_elapsed.avg.per_second";
constexpr std::string_view kMemoryClock = "dram__cycles_elapsed.avg.per_second";
constexpr std::string_view kRegisters = "launch__registers_per_thread";
constexpr std::string_view kStaticShared = "launch__shared_mem_per_block_static";

// Metrics that are a base quantity as they are.
struct DirectMetric {
  std::string_view metric;
  double BaseQuantities::* value;
};
constexpr DirectMetric kDirect[] = {
    {"l1tex__t_bytes.sum", &BaseQuantities::l1_bytes},
    {"l1tex__t_sector_hit_rate.pct", &BaseQuantities::l1_hit_rate_pct},
    {"lts__t_bytes.sum", &BaseQuantities::l2_bytes},
    {"lts__t_sector_hit_rate.pct", &BaseQuantities::l2_hit_rate_pct},
    {"dram__bytes_read.sum", &BaseQuantities::hbm_read_bytes},
    {"dram__bytes_write.sum", &BaseQuantities::hbm_write_bytes},
};

// Instructions per thread, and what each adds to a base quantity. Half-precision ones work on
// two halves, as ncu's own roofline takes it.
struct Operation {
  std::string_view name;
  double BaseQuantities::* value;
  double weight;
};
constexpr Operation kOperations[] = {
    {"fadd", &BaseQuantities::flops_fp32, 1}, {"fmul", &BaseQuantities::flops_fp32, 1},
    {"ffma", &BaseQuantities::flops_fp32, 2}, {"dadd", &BaseQuantities::flops_fp64, 1},
    {"dmul", &BaseQuantities::flops_fp64, 1}, {"dfma", &BaseQuantities::flops_fp64, 2},
    {"integer", &BaseQuantities::int_ops, 1},
};
constexpr Operation kHalfOperations[] = {
    {"hadd", &BaseQuantities::flops_fp16, 2},
    {"hmul", &BaseQuantities::flops_fp16, 2},
    {"hfma", &BaseQuantities::flops_fp16, 4},
};
// Operations of tensor cores on integers are no FLOPs; they are kept among the raw counters.
constexpr std::string_view kTensorTypes[] = {"fp16", "bf16_dst_fp32", "tf32_dst_fp32",
                                             "fp64", "fp8",           "int8"};

constexpr std::string_view kDefinition =
    "ncu, formulas 1: bytes of 32 B sectors (l1tex__t_bytes, lts__t_bytes), DRAM bytes, "
    "hit rates as printed, FLOPs of active threads with fma = 2 and MUFU = 0, half x 2/2/4, "
    "tensor FLOPs of sm__ops_path_tensor_src_*";

std::string operation_metric(std::string_view prefix, std::string_view name) {
  return std::string(prefix) + "sass_thread_inst_executed_op_" + std::string(name) + "_pred_on.sum";
}

std::string tensor_metric(std::string_view type) {
  return "sm__ops_path_tensor_src_" + std::string(type) + ".sum";
}

std::vector<std::string> all_metrics() {
  std::vector<std::string> names;
  for (const std::string_view name : {kTime, kTensorPipe, kSmClock, kMemoryClock, kRegisters})
    names.emplace_back(name);
  for (const DirectMetric& direct : kDirect)
    names.emplace_back(direct.metric);
  for (const Operation& operation : kOperations)
    names.push_back(operation_metric("smsp__", operation.name));
  for (const Operation& operation : kHalfOperations)
    names.push_back(operation_metric("smsp__", operation.name));
  for (const std::string_view type : kTensorTypes)
    names.push_back(tensor_metric(type));
  return names;
}

// Either prefix gives the same counter.
bool is_wanted(std::string_view metric) {
  static const std::vector<std::string> names = all_metrics();
  if (metric == kStaticShared) return true;
  std::string name(metric);
  if (name.starts_with("sm__sass_")) name = "smsp" + name.substr(2);
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A launch with the metrics of all texts.
struct JoinedLaunch {
  NcuLaunch launch;
  int64_t occurrence = 0;
  std::vector<double> times_us;
};

using LaunchKey = std::tuple<std::string, std::array<int64_t, 3>, std::array<int64_t, 3>, int64_t>;

// Puts the launches of a text to those that are there.
void join_text(const std::vector<NcuLaunch>& found, std::vector<JoinedLaunch>& joined,
               std::map<LaunchKey, size_t>& places) {
  std::map<LaunchKey, int64_t> occurrences;
  for (const NcuLaunch& launch : found) {
    LaunchKey key{launch.kernel, launch.grid, launch.block, 0};
    const int64_t occurrence = occurrences[key]++;
    std::get<3>(key) = occurrence;
    const auto [place, is_new] = places.try_emplace(key, joined.size());
    if (is_new) joined.push_back({launch, occurrence, {}});
    JoinedLaunch& target = joined[place->second];
    target.launch.metrics.insert(launch.metrics.begin(), launch.metrics.end());
    const auto time = launch.metrics.find(std::string(kTime));
    if (time != launch.metrics.end()) target.times_us.push_back(time->second / 1e3);
  }
}

// Reads metrics of one launch and remembers which were missing.
class MetricReader {
 public:
  explicit MetricReader(const std::map<std::string, double>& metrics) : metrics_(metrics) {}

  std::optional<double> find(std::string_view name) const {
    const auto found = metrics_.find(std::string(name));
    if (found == metrics_.end()) return std::nullopt;
    return found->second;
  }
  std::optional<double> find_operation(std::string_view name) const {
    const auto value = find(operation_metric("smsp__", name));
    return value ? value : find(operation_metric("sm__", name));
  }
  double need(std::string_view name, std::optional<double> value) {
    if (!value) missing_.emplace_back(name);
    return value.value_or(0);
  }
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  const std::map<std::string, double>& metrics_;
  std::vector<std::string> missing_;
};

void read_half(MetricReader& reader, const NcuImportOptions& options, ProfiledLaunch& out) {
  double flops = 0;
  bool all = true;
  for (const Operation& operation : kHalfOperations) {
    const auto count = reader.find_operation(operation.name);
    all = all && count;
    if (!count) continue;
    out.reading.raw.emplace_back(operation.name, *count);
    flops += operation.weight * *count;
  }
  if (!options.half_types) return;
  out.reading.values.flops_fp16 = flops;
  if (!all) out.notes.emplace_back("half-precision instructions were not read: flops_fp16 is 0");
  if (flops > 0) {
    out.notes.emplace_back(
        "flops_fp16 means something only where the source uses half types: ptxas moves constants "
        "with HFMA2");
  }
}

void read_tensor(MetricReader& reader, ProfiledLaunch& out) {
  const auto used = reader.find(kTensorPipe);
  if (used) out.reading.raw.emplace_back("tensor_instructions", *used);
  bool any = false;
  for (const std::string_view type : kTensorTypes) {
    const auto count = reader.find(tensor_metric(type));
    if (!count) continue;
    any = true;
    if (type != "int8") out.reading.values.flops_tensor += *count;
    if (*count > 0) out.reading.raw.emplace_back("tensor_" + std::string(type), *count);
  }
  if (any) return;
  if (used && *used > 0) {
    reader.need("sm__ops_path_tensor_src_*.sum", std::nullopt);
  } else if (!used) {
    out.notes.emplace_back("nothing was read of the tensor cores: flops_tensor is 0");
  }
}

// A hit rate of counters from different passes may leave its range by a little.
void clamp_rate(double BaseQuantities::* rate, std::string_view name, ProfiledLaunch& out) {
  double& value = out.reading.values.*rate;
  if (value >= 0 && value <= 100) return;
  out.notes.push_back(std::string(name) + " was " + format_digits(value, 6) +
                      ", from counters of different passes");
  value = std::clamp(value, 0.0, 100.0);
}

int64_t whole(std::optional<double> value) {
  constexpr double kLargest = 1e9;
  return static_cast<int64_t>(std::clamp(value.value_or(0), 0.0, kLargest));
}

void read_quantities(MetricReader& reader, const NcuImportOptions& options, ProfiledLaunch& out) {
  LaunchReading& reading = out.reading;
  for (const DirectMetric& direct : kDirect)
    reading.values.*direct.value = reader.need(direct.metric, reader.find(direct.metric));
  clamp_rate(&BaseQuantities::l1_hit_rate_pct, "l1_hit_rate_pct", out);
  clamp_rate(&BaseQuantities::l2_hit_rate_pct, "l2_hit_rate_pct", out);
  for (const Operation& operation : kOperations) {
    const double count = reader.need(operation_metric("smsp__", operation.name),
                                     reader.find_operation(operation.name));
    reading.values.*operation.value += operation.weight * count;
    reading.raw.emplace_back(operation.name, count);
  }
  read_half(reader, options, out);
  read_tensor(reader, out);
  reading.sm_clock_mhz = reader.find(kSmClock).value_or(0) / 1e6;
  reading.memory_clock_mhz = reader.find(kMemoryClock).value_or(0) / 1e6;
  reading.registers = whole(reader.find(kRegisters));
  reading.static_shared_bytes = whole(reader.find(kStaticShared));
}

std::optional<ReadingFailure> failure_of(const MetricReader& reader, const LaunchReading& reading) {
  if (!reader.missing().empty()) {
    return ReadingFailure{"counters", "ncu did not read " + join(reader.missing(), ", ") +
                                          ": ask for them with --metrics"};
  }
  for (const double time : reading.times_us) {
    if (time <= 0) return ReadingFailure{"time", std::string(kTime) + " is not above 0"};
  }
  return std::nullopt;
}

std::string target_of(std::string_view compute_capability) {
  std::string target = "sm_";
  for (const char c : compute_capability) {
    if (c != '.') target += c;
  }
  return compute_capability.empty() ? "" : target;
}

ProfiledLaunch profiled(const JoinedLaunch& joined, const NcuImportOptions& options) {
  const NcuLaunch& launch = joined.launch;
  ProfiledLaunch out;
  out.collector = "ncu";
  out.kernel = launch.kernel;
  out.gpu_target = target_of(launch.compute_capability);
  out.gpu_name = launch.gpu_name;
  out.definition = kDefinition;
  out.occurrence = joined.occurrence;
  out.grid = launch.grid;
  out.block = launch.block;
  out.blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  out.threads_per_block = launch.block[0] * launch.block[1] * launch.block[2];
  MetricReader reader(launch.metrics);
  set_times(joined.times_us, out.reading);
  reader.need(kTime, reader.find(kTime));
  read_quantities(reader, options, out);
  out.failure = failure_of(reader, out.reading);
  return out;
}

}  // namespace

std::string ncu_metrics_argument() {
  return join(all_metrics(), ",");
}

Result<std::vector<ProfiledLaunch>> import_ncu(std::span<const NcuText> texts,
                                               const NcuImportOptions& options) {
  std::vector<JoinedLaunch> joined;
  std::map<LaunchKey, size_t> places;
  for (const NcuText& text : texts) {
    KCAST_TRY(const std::vector<NcuLaunch> found, parse_ncu_table(text.text, text.name, is_wanted));
    join_text(found, joined, places);
  }
  std::vector<ProfiledLaunch> out;
  out.reserve(joined.size());
  for (const JoinedLaunch& launch : joined)
    out.push_back(profiled(launch, options));
  return out;
}

Result<std::vector<ProfiledLaunch>> import_ncu_files(std::span<const std::filesystem::path> files,
                                                     const NcuImportOptions& options) {
  std::vector<NcuText> texts;
  for (const std::filesystem::path& file : files) {
    KCAST_TRY(std::string text, read_file(file));
    texts.push_back({file.string(), std::move(text)});
  }
  return import_ncu(texts, options);
}

}  // namespace kcast::collect
