#include "collect/rocm/rocm_formulas.h"

#include <algorithm>

#include "base/text.h"

namespace kcast::collect {

namespace {

// An instruction works on a wave of 64 lanes; a matrix instruction counts units of 512.
constexpr double kLanes = 64;
constexpr double kMatrixUnit = 512;
constexpr int64_t kLongestNs = 3'600'000'000'000;

// Looks counters up under the names that the releases gave them, and remembers what is missing.
class CounterReader {
 public:
  explicit CounterReader(const RocmDispatch& dispatch) : counters_(dispatch.counters) {}

  double operator()(const std::string& name) {
    const std::optional<double> value = find(name);
    if (!value) missing_.push_back(name);
    return value.value_or(0);
  }
  // A counter that only newer releases have.
  double if_read(const std::string& name) { return find(name).value_or(0); }

  const std::vector<std::string>& missing() const { return missing_; }
  const std::vector<std::pair<std::string, double>>& used() const { return used_; }

 private:
  std::optional<double> find(const std::string& name) {
    const auto found = counters_.find(spelling_of(name));
    if (found == counters_.end()) return std::nullopt;
    used_.emplace_back(name, found->second);
    return found->second;
  }
  // The sum over channels may be asked for, or made of them when the file is read; and the first
  // of the fabric's interfaces has a number or has none.
  std::string spelling_of(const std::string& name) const {
    std::vector<std::string> spellings = {name};
    if (name.starts_with("TCC_EA0_")) spellings.push_back("TCC_EA_" + name.substr(8));
    if (name.starts_with("TCC_EA_")) spellings.push_back("TCC_EA0_" + name.substr(7));
    for (const std::string& spelling : spellings) {
      if (counters_.contains(spelling)) return spelling;
      if (!spelling.ends_with("_sum")) continue;
      const std::string base = spelling.substr(0, spelling.size() - 4);
      if (counters_.contains(base)) return base;
    }
    return name;
  }

  const std::map<std::string, double>& counters_;
  std::vector<std::string> missing_;
  std::vector<std::pair<std::string, double>> used_;
};

struct Flops {
  double fp16 = 0;
  double fp32 = 0;
  double fp64 = 0;
  double matrix_fp32 = 0;
  double matrix_fp64 = 0;
  double matrix = 0;  // all types
  double integer = 0;

  double total() const { return fp16 + fp32 + fp64 + matrix; }
};

double vector_flops(CounterReader& counter, const std::string& type) {
  const std::string prefix = "SQ_INSTS_VALU_";
  return kLanes * (counter(prefix + "ADD_" + type) + counter(prefix + "MUL_" + type) +
                   counter(prefix + "TRANS_" + type) + 2 * counter(prefix + "FMA_" + type));
}

Flops flops_of(CounterReader& counter) {
  const std::string matrix = "SQ_INSTS_VALU_MFMA_MOPS_";
  Flops flops;
  flops.fp16 = vector_flops(counter, "F16");
  flops.fp32 = vector_flops(counter, "F32");
  flops.fp64 = vector_flops(counter, "F64");
  flops.matrix_fp32 = kMatrixUnit * counter(matrix + "F32");
  flops.matrix_fp64 = kMatrixUnit * counter(matrix + "F64");
  flops.matrix = flops.matrix_fp32 + flops.matrix_fp64 +
                 kMatrixUnit * (counter(matrix + "F16") + counter(matrix + "BF16") +
                                counter.if_read(matrix + "F8"));
  flops.integer = kLanes * (counter("SQ_INSTS_VALU_INT32") + counter("SQ_INSTS_VALU_INT64")) +
                  kMatrixUnit * counter(matrix + "I8");
  return flops;
}

struct Traffic {
  double l1_lookups = 0;
  double l1_to_l2 = 0;  // requests
  double l2_requests = 0;
  double l2_hits = 0;
  double l2_misses = 0;
  double read_bytes = 0;
  double write_bytes = 0;
};

// Requests to the fabric are of 32, 64 and, on gfx942, 128 bytes; the counters give all of them,
// the short and the long ones. Counters of different runs can make the rest negative.
double fabric_read_bytes(CounterReader& counter, RocmArch arch, std::vector<std::string>& notes) {
  const bool wide = arch == RocmArch::Gfx942;
  const std::string fabric = wide ? "TCC_EA0_" : "TCC_EA_";
  const double all = counter(fabric + "RDREQ_sum");
  const double of_32 = counter(fabric + "RDREQ_32B_sum");
  const double of_128 = wide ? counter("TCC_BUBBLE_sum") : 0;
  double of_64 = all - of_128 - of_32;
  if (of_64 < 0) {
    notes.push_back("read requests of 64 B came out as " + format_digits(of_64, 6) +
                    " and were taken as 0: counters of different runs");
    of_64 = 0;
  }
  return 128 * of_128 + 64 * of_64 + 32 * of_32;
}

double fabric_write_bytes(CounterReader& counter, RocmArch arch, std::vector<std::string>& notes) {
  const std::string fabric = arch == RocmArch::Gfx942 ? "TCC_EA0_" : "TCC_EA_";
  const double of_64 = counter(fabric + "WRREQ_64B_sum");
  double of_32 = counter(fabric + "WRREQ_sum") - of_64;
  if (of_32 < 0) {
    notes.push_back("write requests of 32 B came out as " + format_digits(of_32, 6) +
                    " and were taken as 0: counters of different runs");
    of_32 = 0;
  }
  return 64 * of_64 + 32 * of_32;
}

Traffic traffic_of(CounterReader& counter, RocmArch arch, std::vector<std::string>& notes) {
  Traffic traffic;
  traffic.l1_lookups = counter("TCP_TOTAL_CACHE_ACCESSES_sum");
  traffic.l1_to_l2 = counter("TCP_TCC_READ_REQ_sum") + counter("TCP_TCC_WRITE_REQ_sum") +
                     counter("TCP_TCC_ATOMIC_WITH_RET_REQ_sum") +
                     counter("TCP_TCC_ATOMIC_WITHOUT_RET_REQ_sum");
  traffic.l2_requests = counter("TCC_REQ_sum");
  traffic.l2_hits = counter("TCC_HIT_sum");
  traffic.l2_misses = counter("TCC_MISS_sum");
  traffic.read_bytes = fabric_read_bytes(counter, arch, notes);
  traffic.write_bytes = fabric_write_bytes(counter, arch, notes);
  return traffic;
}

// 0 without accesses. The terms may be of different runs and leave the range.
double hit_rate(double part, double whole, std::string_view name, std::vector<std::string>& notes) {
  if (whole <= 0) return 0;
  const double rate = 100 * part / whole;
  if (rate >= 0 && rate <= 100) return rate;
  notes.push_back(std::string(name) + " was " + format_digits(rate, 6) +
                  ", from counters of different runs");
  return std::clamp(rate, 0.0, 100.0);
}

// What the tool's roofline takes for a line, in L1 and on the way to L2.
double intensity_line_bytes(const RocmFormulas& formulas) {
  return formulas.arch == RocmArch::Gfx942 && formulas.version >= kWideLines ? 128 : 64;
}

double l1_line_bytes(RocmArch arch) {
  return arch == RocmArch::Gfx942 ? 128 : 64;
}

void set_quantities(const Flops& flops, const Traffic& traffic, const RocmFormulas& formulas,
                    ProfiledLaunch& out) {
  BaseQuantities& values = out.reading.values;
  values.flops_fp16 = flops.fp16;
  values.flops_fp32 = flops.fp32;
  values.flops_fp64 = flops.fp64;
  values.flops_tensor = flops.matrix;
  values.int_ops = flops.integer;
  values.l1_bytes = l1_line_bytes(formulas.arch) * traffic.l1_lookups;
  values.l2_bytes = 128 * traffic.l2_requests;
  values.hbm_read_bytes = traffic.read_bytes;
  values.hbm_write_bytes = traffic.write_bytes;
  values.l1_hit_rate_pct = hit_rate(traffic.l1_lookups - traffic.l1_to_l2, traffic.l1_lookups,
                                    "l1_hit_rate_pct", out.notes);
  values.l2_hit_rate_pct =
      hit_rate(traffic.l2_hits, traffic.l2_hits + traffic.l2_misses, "l2_hit_rate_pct", out.notes);
}

void set_tool_metrics(const Flops& flops, const Traffic& traffic, const RocmFormulas& formulas,
                      ProfiledLaunch& out) {
  const double line_bytes = intensity_line_bytes(formulas);
  const double l1_bytes = line_bytes * traffic.l1_lookups;
  const double l2_bytes = line_bytes * traffic.l1_to_l2;
  const double fabric_bytes = traffic.read_bytes + traffic.write_bytes;
  out.tool_metrics = {{"l1_intensity_bytes", l1_bytes},
                      {"l2_intensity_bytes", l2_bytes},
                      {"sp_flops", flops.fp32 + flops.matrix_fp32},
                      {"dp_flops", flops.fp64 + flops.matrix_fp64}};
  const auto add_ratio = [&](const char* name, double bytes) {
    if (bytes > 0) out.tool_metrics.emplace_back(name, flops.total() / bytes);
  };
  add_ratio("l1_arithmetic_intensity", l1_bytes);
  add_ratio("l2_arithmetic_intensity", l2_bytes);
  add_ratio("hbm_arithmetic_intensity", fabric_bytes);
}

std::string definition_of(const RocmFormulas& formulas) {
  const auto bytes = [](double value) { return format_number(value, 0) + " B"; };
  std::string text = "rocprofiler-compute " + version_text(formulas.version) + " on " +
                     std::string(arch_name(formulas.arch)) + ": l1_bytes " +
                     bytes(l1_line_bytes(formulas.arch)) +
                     " x TCP_TOTAL_CACHE_ACCESSES, l2_bytes 128 B x TCC_REQ, hbm = requests of L2 "
                     "to the fabric, FLOPs of 64 lanes whatever EXEC says, TRANS = 1; "
                     "tool_metrics: intensity lines of " +
                     bytes(intensity_line_bytes(formulas));
  text += formulas.timed_without_counters ? "; timed without counters" : "; timed while counting";
  return text;
}

std::optional<ReadingFailure> check_times(const std::vector<int64_t>& durations_ns) {
  if (durations_ns.empty()) {
    return ReadingFailure{"time", "no Start_Timestamp and End_Timestamp: profile with timestamps"};
  }
  for (const int64_t duration : durations_ns) {
    if (duration <= 0) {
      return ReadingFailure{"time",
                            "End_Timestamp is not after Start_Timestamp: a spreadsheet rounds "
                            "them (8.1E+14); use the file as the profiler wrote it"};
    }
    if (duration > kLongestNs) {
      return ReadingFailure{"time",
                            "it would have run for more than an hour: the timestamps are "
                            "not of one clock; profile again"};
    }
  }
  return std::nullopt;
}

std::optional<ReadingFailure> check_counters(const CounterReader& counter,
                                             const std::vector<std::string>& notes) {
  if (!counter.missing().empty()) {
    std::string detail = "not read: " + join(counter.missing(), ", ");
    if (!notes.empty()) detail += " (" + join(notes, ", ") + ")";
    return ReadingFailure{"counters", detail +
                                          ": `kcast-collect-rocm plan` prints what to ask "
                                          "for; --roof-only is not enough"};
  }
  for (const auto& [name, value] : counter.used()) {
    if (value < 0) return ReadingFailure{"counters", name + " is negative"};
  }
  return std::nullopt;
}

std::array<int64_t, 3> divided(const std::array<int64_t, 3>& items,
                               const std::array<int64_t, 3>& group) {
  std::array<int64_t, 3> out{};
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = (items[i] + group[i] - 1) / group[i];
  return out;
}

void set_launch(const RocmDispatch& dispatch, const RocmFormulas& formulas, ProfiledLaunch& out) {
  out.collector = "rocm";
  out.kernel = dispatch.kernel;
  out.gpu_target = arch_name(formulas.arch);
  out.gpu_name = formulas.gpu_name;
  out.definition = definition_of(formulas);
  out.occurrence = dispatch.occurrence;
  out.threads_per_block = dispatch.workgroup_size;
  out.blocks = (dispatch.grid_size + dispatch.workgroup_size - 1) / dispatch.workgroup_size;
  out.block = dispatch.workgroup;
  if (dispatch.grid_items && dispatch.workgroup) {
    out.grid = divided(*dispatch.grid_items, *dispatch.workgroup);
    out.blocks = (*out.grid)[0] * (*out.grid)[1] * (*out.grid)[2];
  }
  out.notes = dispatch.notes;
}

}  // namespace

ProfiledLaunch rocm_reading(const RocmDispatch& dispatch, const RocmFormulas& formulas) {
  ProfiledLaunch out;
  set_launch(dispatch, formulas, out);
  CounterReader counter(dispatch);
  const Flops flops = flops_of(counter);
  const Traffic traffic = traffic_of(counter, formulas.arch, out.notes);
  counter.if_read("SQ_WAVES");  // kept beside the rest
  out.failure = check_times(dispatch.durations_ns);
  if (!out.failure) out.failure = check_counters(counter, dispatch.notes);
  if (out.failure) {
    out.notes = dispatch.notes;
    return out;
  }
  std::vector<double> times_us;
  for (const int64_t duration : dispatch.durations_ns)
    times_us.push_back(static_cast<double>(duration) / 1e3);
  set_times(std::move(times_us), out.reading);
  set_quantities(flops, traffic, formulas, out);
  set_tool_metrics(flops, traffic, formulas, out);
  out.reading.registers = dispatch.vector_registers + dispatch.accumulation_registers;
  out.reading.local_bytes = dispatch.scratch_bytes;
  out.reading.raw = counter.used();
  // With what was asked for at the launch; static and dynamic are not told apart.
  out.reading.raw.emplace_back("lds_bytes_per_workgroup", static_cast<double>(dispatch.lds_bytes));
  return out;
}

}  // namespace kcast::collect
