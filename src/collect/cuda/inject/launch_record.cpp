#include "collect/cuda/inject/launch_record.h"

#include "collect/cuda/counters.h"

namespace kcast::collect {

namespace {

constexpr const char* kTimeMetric = "gpu__time_duration.sum";  // nanoseconds
constexpr const char* kProgramDefinition =
    "CUPTI range profiler, each launch replayed; L2 as the program and the replay left it";

int64_t product(const std::array<int64_t, 3>& sizes) {
  return sizes[0] * sizes[1] * sizes[2];
}

void add_values(const std::vector<double>& values, std::optional<bool> half_types,
                ProfiledLaunch& out) {
  const size_t counters = counter_metrics().size();
  const auto at = [&](size_t index) { return values.begin() + static_cast<std::ptrdiff_t>(index); };
  set_times({values[0] / 1e3}, out.reading);
  add_counters({at(1), at(1 + counters)}, half_types.value_or(true), out.reading);
  if (values.size() > 1 + counters) {
    add_tensor_counters({at(1 + counters), values.end()}, out.reading);
  } else if (used_tensor_cores(out.reading)) {
    out.notes.emplace_back("operations of tensor cores were not read: flops_tensor is 0");
  }
  if (!half_types && out.reading.values.flops_fp16 > 0) {
    out.notes.emplace_back(
        "flops_fp16 means something only where the source uses half types: ptxas moves constants "
        "with HFMA2");
  }
}

std::optional<ReadingFailure> problem_of(const Result<std::vector<double>>& values) {
  if (!values) return ReadingFailure{"counters", values.error().message};
  const size_t size = values->size();
  if (size != program_metrics(false).size() && size != program_metrics(true).size()) {
    return ReadingFailure{"counters", "CUPTI gave " + std::to_string(size) + " values"};
  }
  if (!(values->front() > 0)) return ReadingFailure{"time", "CUPTI gave no duration"};
  return std::nullopt;
}

}  // namespace

std::vector<std::string> program_metrics(bool tensor) {
  std::vector<std::string> names = {kTimeMetric};
  for (std::string& name : counter_metrics())
    names.push_back(std::move(name));
  if (!tensor) return names;
  for (std::string& name : tensor_metrics())
    names.push_back(std::move(name));
  return names;
}

ProfiledLaunch launch_record(const ReadLaunch& read, std::optional<bool> half_types) {
  ProfiledLaunch out;
  out.collector = "cupti";
  out.kernel = read.chosen.kernel;
  out.gpu_target = read.device.target;
  out.gpu_name = read.device.name;
  out.definition = kProgramDefinition;
  out.occurrence = read.chosen.occurrence;
  out.launch = read.chosen.launch;
  out.blocks = product(read.shape.grid);
  out.threads_per_block = product(read.shape.block);
  out.grid = read.shape.grid;
  out.block = read.shape.block;
  out.dynamic_shared_bytes = read.shape.dynamic_shared_bytes;
  out.failure = problem_of(read.values);
  if (out.failure) return out;
  add_values(*read.values, half_types, out);
  out.reading.registers = read.use.registers;
  out.reading.static_shared_bytes = read.use.static_shared_bytes;
  out.reading.local_bytes = read.use.local_bytes;
  return out;
}

}  // namespace kcast::collect
