#include "workflow/collect/measure_file.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "base/files.h"
#include "base/io/new_file.h"
#include "base/process/interrupt.h"
#include "base/process/part.h"
#include "base/progress.h"
#include "base/text.h"
#include "collect/supervise.h"
#include "frontend/frontend.h"
#include "launch/complete_draft.h"
#include "plan/kernel_linkage.h"
#include "plan/kernel_needs.h"
#include "plan/program_job.h"
#include "plan/sized_launches.h"
#include "plan/symbol_values.h"
#include "predict/choose.h"
#include "predict/gpus.h"
#include "schema/ptx_text.h"
#include "workflow/collect/device_gpu.h"
#include "workflow/collect/gpu_math.h"
#include "workflow/collect/offloaded_launches.h"
#include "workflow/sources.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

// The kernel as the front end reads it, and what a collector compiles.
struct FileKernel {
  std::string title;
  launch::ReadyKernel ready;  // by the name that the collector finds it by
  size_t axes = 1;
  KernelSource source;
  std::string ptx;                 // OpenMP: what runs instead of the compiled source
  std::vector<Dims3> host_blocks;  // that host code launches it with
  std::vector<std::string> notes;
};

std::string error_of(const Inspection& inspection) {
  for (const Diagnostic& diagnostic : inspection.diagnostics) {
    if (diagnostic.severity != Severity::Error) continue;
    return diagnostic.file + ":" + std::to_string(diagnostic.line) + ": " + diagnostic.message;
  }
  return "";
}

Result<const Kernel*> chosen_kernel(const Inspection& inspection, const MeasureOptions& options) {
  std::vector<const Kernel*> lowered;
  std::vector<std::string> names;
  std::string why = error_of(inspection);
  for (const Kernel& kernel : inspection.kernels) {
    if (kernel.lowered) {
      lowered.push_back(&kernel);
      names.push_back(predict::kernel_title(kernel));
    } else if (why.empty()) {
      why = "kernel " + kernel.name + ": " + kernel.not_lowered_reason;
    }
  }
  if (lowered.empty()) {
    const std::string wanted = options.source.kernel.empty()
                                   ? "no kernel in "
                                   : "no kernel '" + options.source.kernel + "' in ";
    return Error{ErrorCode::InvalidInput, wanted + options.file + (why.empty() ? "" : ": " + why)};
  }
  if (lowered.size() > 1 && options.source.kernel.empty()) {
    return Error{ErrorCode::InvalidInput, options.file + " has several kernels: " +
                                              join(names, ", ") + "; choose one with --kernel"};
  }
  return lowered.front();
}

// What the device's compiler is told besides the text.
std::vector<std::string> device_flags(const frontend::InspectRequest& request,
                                      const std::string& language) {
  std::vector<std::string> flags = request.flags;
  for (const auto& [name, value] : request.defines)
    flags.push_back("-D" + name + "=" + value);
  if (!request.standard.empty()) {
    flags.push_back((language == "opencl" ? "-cl-std=" : "--std=") + request.standard);
  }
  std::error_code error;
  for (const auto* dirs : {&request.include_dirs, &request.readable_dirs}) {
    for (const std::string& dir : *dirs)
      flags.push_back("-I" + fs::absolute(dir, error).string());
  }
  return flags;
}

// A target region as libomptarget launches it.
Status add_offloaded(const Inspection& inspection, const frontend::InspectRequest& request,
                     const launch::Inspect& inspect, FileKernel& out) {
  const std::string& symbol = out.ready.kernel.mangled;
  out.source.name = symbol;
  out.source.language = out.ready.kernel.language;
  out.source.source = request.files.front().text;
  if (const PtxModule* module = module_with(inspection, symbol)) {
    out.source.zeroed = plan::kernel_needs(module->text, symbol).zeroed;
  }
  KCAST_TRY(out.ptx, plan::offloaded_ptx(request, symbol, inspect));
  return Unit{};
}

Result<KernelSource> source_of(const Inspection& inspection, const Kernel& kernel,
                               const frontend::InspectRequest& request) {
  KernelSource source;
  source.language = kernel.language;
  source.flags = device_flags(request, kernel.language);
  if (kernel.language == "opencl") {
    source.name = kernel.name;
    source.source = request.files.front().text;
    return source;
  }
  source.name = kernel.mangled;
  if (const PtxModule* module = module_with(inspection, kernel.mangled)) {
    source.source = module->slice;
    const plan::KernelNeeds needs = plan::kernel_needs(module->text, kernel.mangled);
    if (!needs.refusal.empty()) {
      return Error{ErrorCode::Unsupported, "kernel " + kernel.name +
                                               " cannot be measured: " + needs.refusal +
                                               "; declare it outside of the function"};
    }
    source.zeroed = needs.zeroed;
    source.cooperative = needs.cooperative;
  }
  if (source.source.empty()) {
    return Error{ErrorCode::Unsupported,
                 "kernel " + kernel.name + " cannot be written without the host code"};
  }
  return source;
}

std::vector<Dims3> blocks_of_host(const Inspection& inspection, const Kernel& kernel) {
  std::vector<Dims3> blocks;
  for (const HostLaunch& launch : inspection.launches) {
    if (launch.kernel != kernel.mangled) continue;
    Dims3 block = {0, 0, 0};
    for (size_t i = 0; i < 3; ++i)
      block[i] = launch.block[i].integer.value_or(0);
    const bool is_known = block[0] > 0 && block[1] > 0 && block[2] > 0;
    const bool is_new = std::find(blocks.begin(), blocks.end(), block) == blocks.end();
    if (is_known && is_new) blocks.push_back(block);
  }
  return blocks;
}

Result<FileKernel> read_kernel(const launch::Inspect& inspect,
                               const frontend::InspectRequest& asked, const MeasureOptions& options,
                               const Gpu& gpu) {
  frontend::InspectRequest request = asked;
  if (gpu.target.starts_with("sm_")) request.arch = gpu.target;
  KCAST_TRY(const Inspection inspection, inspect(request));
  KCAST_TRY(const Kernel* kernel, chosen_kernel(inspection, options));
  FileKernel out;
  out.title = predict::kernel_title(*kernel);
  out.ready.kernel = *kernel;
  const PtxModule* module = module_with(inspection, kernel->mangled);
  if (module == nullptr) {
    return Error{ErrorCode::Internal, "no PTX holds kernel " + kernel->name};
  }
  KCAST_TRY(out.ready.prepared, analyze::prepare_kernel(module->text, kernel->mangled));
  const launch::UsedAxes axes = launch::used_axes(inspection, *kernel);
  out.axes = axes.grid_z || axes.block_z ? 3 : axes.grid_y || axes.block_y ? 2 : 1;
  const bool is_openmp = kernel->language == "openmp";
  if (is_openmp) {
    if (Status added = add_offloaded(inspection, request, inspect, out); !added)
      return added.error();
  } else {
    KCAST_TRY(out.source, source_of(inspection, *kernel, request));
  }
  out.ready.kernel.name = out.source.name;
  out.host_blocks = blocks_of_host(inspection, *kernel);
  if (kernel->language == "opencl" || is_openmp) return out;
  const auto symbols = plan::symbols_of_host(request.files.front().text);
  if (!symbols.empty()) {
    out.notes.push_back("without host code these variables of the GPU keep their initial values: " +
                        join(symbols, ", "));
  }
  return out;
}

// What the kernel demands, what host code takes, or blocks of three sizes.
std::vector<Dims3> usual_locals(const FileKernel& kernel) {
  const LaunchBounds& bounds = kernel.ready.kernel.launch_bounds;
  if (bounds.required_block[0] > 0) {
    Dims3 block = bounds.required_block;
    for (int64_t& size : block)
      size = std::max<int64_t>(size, 1);
    return {block};
  }
  if (!kernel.host_blocks.empty()) return kernel.host_blocks;
  const int64_t most = bounds.max_threads > 0 ? bounds.max_threads : 1024;
  std::vector<Dims3> locals;
  // Tiles are squares of 8, 16 and 32.
  for (const int64_t threads : kernel.axes == 1 ? std::array<int64_t, 3>{64, 128, 256}
                                                : std::array<int64_t, 3>{64, 256, 1024}) {
    if (threads <= most) locals.push_back({threads, 1, 1});
  }
  if (locals.empty()) locals.push_back({most, 1, 1});
  return locals;
}

Result<plan::SizedRequest> sized_request(const MeasureOptions& options, const FileKernel& kernel) {
  plan::SizedRequest request;
  request.unchecked = options.unchecked;
  KCAST_TRY(request.sizes, plan::parse_sizes(options.sizes));
  for (const std::string& text : options.arguments) {
    KCAST_TRY(const auto binding, predict::parse_binding(text));
    std::optional<predict::Number> number;
    if (binding.second != "size") {
      KCAST_TRY(number, predict::parse_number(binding.second));
    }
    request.arguments.emplace_back(binding.first, number);
  }
  for (const std::string& text : options.fills) {
    KCAST_TRY(auto fill, predict::parse_fill(text));
    request.fills.push_back(std::move(fill));
  }
  if (!options.shared.empty()) {
    KCAST_TRY(const predict::Number bytes, predict::parse_number(options.shared));
    if (!bytes.integer || *bytes.integer < 0) {
      return Error{ErrorCode::InvalidInput, "--shared takes a number of bytes"};
    }
    request.shared_bytes = bytes.integer;
  }
  if (!options.local.empty()) {
    KCAST_TRY(request.locals, plan::parse_locals(options.local));
  } else {
    request.locals = usual_locals(kernel);
  }
  return request;
}

Result<plan::SizedLaunches> sized_launches(const MeasureOptions& options, const FileKernel& kernel,
                                           const Gpu& gpu) {
  KCAST_TRY(const plan::SizedRequest sized, sized_request(options, kernel));
  return plan::sized_launches(kernel.ready, kernel.axes, gpu, sized);
}

Result<std::string> device_for(const MeasureOptions& options, const std::string& language) {
  const std::string suggested = language == "opencl" ? "opencl" : "cuda";
  if (options.device.empty()) return suggested;
  if (options.device != "fake" && options.device != suggested) {
    return Error{ErrorCode::InvalidInput, "--device " + options.device + " does not run " +
                                              language + "; --device " + suggested + " does"};
  }
  return options.device;
}

Result<std::vector<std::string>> worker_of(const MeasureOptions& options,
                                           const std::string& device) {
  if (!options.worker.empty()) return options.worker;
  KCAST_TRY(const fs::path program, find_part(executable_dir(), "kcast-collect-" + device));
  if (device == "fake") return std::vector<std::string>{program.string()};
  std::vector<std::string> command = {program.string(), device == "cuda" ? "collect" : "work",
                                      "--repeat",       std::to_string(options.repeats),
                                      "--timeout",      std::to_string(options.timeout_seconds)};
  if (device == "cuda" && !options.counters) command.emplace_back("--no-counters");
  return command;
}

// Measures the rows that may be run; fills in what became of each.
class FileRun {
 public:
  FileRun(const MeasureOptions& options, const FileKernel& kernel, report::FileReport& report,
          std::ostream& remarks)
      : options_(options), report_(report), remarks_(remarks), job_{kernel.source, kernel.ptx, {}} {
    for (size_t i = 0; i < report.rows.size(); ++i) {
      if (report.rows[i].failure) continue;
      job_.launches.emplace_back(static_cast<int64_t>(i), report.rows[i].launch);
    }
  }

  Status measure(const std::vector<std::string>& worker) {
    if (!options_.out.empty()) {
      KCAST_TRY(out_, AppendedFile::open(options_.out));
    }
    if (job_.launches.empty()) return Unit{};
    Progress progress("measuring", job_.launches.size());
    bool sent = false;
    const auto next = [&]() -> std::optional<collect::CollectJob> {
      if (sent) return std::nullopt;
      sent = true;
      return job_;
    };
    const auto end = collect::supervise(
        {.command = worker, .silence = silence()}, next,
        [&](const collect::WorkerMessage& message) { take(message, progress); },
        [] { return InterruptGuard::interrupted().load(); });
    progress.finish();
    if (!end) return end.error();
    for (const std::string& complaint : end->complaints)
      remarks_ << "a worker ended early (" << complaint << ") and was started again\n";
    return kept_;
  }

 private:
  // Workers of real devices watch their launches themselves and may be busy for long.
  std::chrono::seconds silence() const {
    const int own = report_.collector == "fake" ? 0 : 300;
    return std::chrono::seconds(own + options_.timeout_seconds);
  }

  void take(const collect::WorkerMessage& message, Progress& progress) {
    if (const auto* hello = std::get_if<collect::WorkerHello>(&message))
      report_.device = hello->gpu_name;
    if (const auto* reading = std::get_if<collect::WorkerReading>(&message)) {
      report::FileRow& row = report_.rows.at(static_cast<size_t>(reading->id));
      row.reading = reading->reading;
      progress.advance();
      keep(row);
    } else if (const auto* failure = std::get_if<collect::WorkerFailure>(&message)) {
      report::FileRow& row = report_.rows.at(static_cast<size_t>(failure->id));
      row.failure = failure->failure;
      progress.fail();
      keep(row);
    }
  }

  // At once, so that nothing is lost that was measured.
  void keep(const report::FileRow& row) {
    if (!out_.is_open()) return;
    Status added = out_.add(report::reading_line(report_, row) + "\n");
    if (kept_) kept_ = std::move(added);
  }

  const MeasureOptions& options_;
  report::FileReport& report_;
  std::ostream& remarks_;
  collect::CollectJob job_;
  AppendedFile out_;
  Status kept_ = Unit{};  // the first that could not be kept
};

// The GPU to predict for: the named one, or the one that measured.
Result<std::optional<Gpu>> predicted_gpu(const MeasureOptions& options,
                                         const report::FileReport& report) {
  if (options.gpu.empty()) return gpu_of_driver_name(report.device);
  KCAST_TRY(std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  return std::optional<Gpu>(std::move(gpus.front()));
}

void predict_rows(const launch::ReadyKernel& kernel, const Gpu& gpu, report::FileReport& report) {
  report.gpu = gpu.id;
  report.gpu_name = gpu.name;
  report.is_same_device =
      report.collector == "fake" || gpu_id_of_driver_name(report.device) == gpu.id;
  Progress progress("predicting", report.rows.size());
  for (report::FileRow& row : report.rows) {
    progress.advance();
    const bool is_made = !row.launch.kernel.empty();
    if (!is_made || (InterruptGuard::interrupted() && !row.reading)) continue;
    auto analysis = analyze::analyze(*kernel.prepared, row.launch, gpu, kernel.kernel.resources);
    if (analysis) row.prediction = std::move(analysis->prediction);
  }
}

report::FileReport empty_report(const MeasureOptions& options, const FileKernel& kernel,
                                const std::string& device) {
  report::FileReport report;
  report.kernel = kernel.title;
  report.notes = kernel.notes;
  report.file = options.file;
  report.collector = device;
  report.repeats = device == "fake" ? 5 : options.repeats;
  return report;
}

void add_rows(const plan::SizedLaunches& made, report::FileReport& report) {
  report.arguments = made.arguments;
  report.has_choices = !made.chosen.empty();
  for (const plan::SizedLaunch& launch : made.launches) {
    report::FileRow row;
    row.size = launch.size;
    row.local = launch.local;
    row.launch = launch.launch;
    if (!launch.refusal.empty()) row.failure = {"not run", launch.refusal};
    report.rows.push_back(std::move(row));
  }
}

Result<frontend::InspectRequest> inspect_request(const MeasureOptions& options) {
  frontend::InspectRequest request = options.source;
  if (Status read = read_sources({options.file}, request); !read) return read.error();
  for (const std::string& define : options.defines)
    add_define(define, request);
  request.flags = split_words(options.flags);
  request.slice = true;
  if (!options.file.ends_with(".cl") && request.language != "opencl") {
    request.files.front().text = plan::with_visible_kernels(request.files.front().text);
  }
  return request;
}

}  // namespace

Result<MeasuredFile> measure_file(const MeasureOptions& options, std::ostream& remarks) {
  if (!options.out.empty() && !options.out.ends_with(".jsonl")) {
    return Error{ErrorCode::InvalidInput,
                 "--out " + options.out +
                     ": a store has only kernels that recipes make again; give a FILE.jsonl"};
  }
  KCAST_TRY(const frontend::InspectRequest request, inspect_request(options));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  if (gpus.size() != 1) {
    return Error{ErrorCode::InvalidInput, "--gpu takes one GPU here, not '" + options.gpu + "'"};
  }
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  const InterruptGuard guard;
  const Result<std::string> math = gpu_math(options.device == "fake" ? "fake" : "cuda");
  const launch::Inspect inspect =
      with_gpu_math([&](const frontend::InspectRequest& asked) { return frontend->inspect(asked); },
                    math ? *math : "");
  KCAST_TRY(FileKernel kernel, read_kernel(inspect, request, options, gpus.at(0)));
  if (kernel.source.language == "openmp" && !math) return math.error();
  KCAST_TRY(const std::string device, device_for(options, kernel.source.language));
  KCAST_TRY(const std::vector<std::string> worker, worker_of(options, device));
  report::FileReport report = empty_report(options, kernel, device);
  KCAST_TRY(const plan::SizedLaunches made,
            kernel.source.language == "openmp"
                ? offloaded_launches(options, request, {kernel.source.name, kernel.ptx}, inspect,
                                     gpus.at(0))
                : sized_launches(options, kernel, gpus.at(0)));
  add_rows(made, report);
  if (Status done = FileRun(options, kernel, report, remarks).measure(worker); !done) {
    return done.error();
  }
  KCAST_TRY(const std::optional<Gpu> gpu, predicted_gpu(options, report));
  if (gpu) {
    if (gpu->target != gpus.at(0).target) {
      KCAST_TRY(kernel, read_kernel(inspect, request, options, *gpu));
    }
    predict_rows(kernel.ready, *gpu, report);
  }
  return MeasuredFile{std::move(report), InterruptGuard::interrupted().load()};
}

}  // namespace kcast::workflow
