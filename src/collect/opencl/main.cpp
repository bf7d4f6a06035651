// kcast-collect-opencl: everything of kcast that needs an OpenCL device.
#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <mutex>

#include "base/process/program.h"
#include "collect/opencl/case_timer.h"
#include "collect/opencl/cl_fill.h"
#include "collect/opencl/outputs.h"
#include "collect/opencl/worker.h"

namespace kcast::collect {

namespace {

int report(const Error& error) {
  return report_error("kcast-collect-opencl", error);
}

// Whole lines, from whatever thread.
void print_line(const std::string& line) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::cout << line << '\n' << std::flush;
}

void add_device_options(CLI::App& app, ClWorkerOptions& options) {
  app.add_option("--device-index", options.device_index,
                 "the device, counted from 0 over all platforms (default: the first GPU)");
  app.add_option("--timeout", options.timeout_seconds, "seconds for one build or launch")
      ->check(CLI::Range(1, 86400));
}

void add_worker_options(CLI::App& app, ClWorkerOptions& options) {
  add_device_options(app, options);
  app.add_option("--repeat", options.repeats, "measured launches of each")
      ->check(CLI::Range(1, 1000));
  app.add_option("--builders", options.builders, "threads that build programs ahead")
      ->check(CLI::Range(0, 64));
  const std::map<std::string, FlushWhen> names = {
      {"gpu", FlushWhen::OnGpus}, {"always", FlushWhen::Always}, {"never", FlushWhen::Never}};
  app.add_option("--flush", options.flush, "empty the cache before each launch by reading 240 MB")
      ->transform(CLI::CheckedTransformer(names));
  app.add_flag("--outputs", options.outputs, "run once and send the buffers instead of times");
}

int run(const OpenClRunOptions& options) {
  const Status done = time_opencl_cases(options, print_line);
  return done ? 0 : report(done.error());
}

int work(const ClWorkerOptions& options) {
  const Status done = run_cl_worker(std::cin, options, print_line);
  if (done) return 0;
  std::cerr << "kcast-collect-opencl: " << done.error().message << "\n" << std::flush;
  // Builders may wait for input that does not come.
  std::_Exit(5);
}

int check_fill(int device_index) {
  const auto device = open_cl_device(device_index);
  if (!device) return report(device.error());
  const auto compared = check_cl_fill(*device);
  if (!compared) return report(compared.error());
  std::cout << *compared << " buffers are the same on the CPU and on " << device->name << "\n";
  return 0;
}

int outputs(const OutputsOptions& options) {
  const auto failed = run_outputs(std::cin, options, print_line);
  if (!failed) return report(failed.error());
  if (*failed > 0) std::cerr << *failed << " launches failed\n";
  return 0;
}

}  // namespace

}  // namespace kcast::collect

namespace {

int run_arguments(int argc, char** argv) {
  CLI::App app("runs and times kernels on an OpenCL device", "kcast-collect-opencl");
  app.require_subcommand(1);
  kcast::collect::OpenClRunOptions cases;
  CLI::App* run = app.add_subcommand("run", "time check cases, one line of JSON for each launch");
  run->add_option("cases", cases.files, "check cases, .json")->required();
  run->add_option("--only", cases.only, "one case, by its name");
  run->add_option("--repeat", cases.repeats, "measured launches of each")
      ->check(CLI::Range(1, 1000));
  run->add_flag("--warm", cases.warm, "run the same launch before each, instead of emptying L2");
  kcast::collect::ClWorkerOptions worker;
  CLI::App* work = app.add_subcommand("work", "time the jobs on standard input");
  kcast::collect::add_worker_options(*work, worker);
  kcast::collect::OutputsOptions output;
  CLI::App* outputs =
      app.add_subcommand("outputs", "what the launches on standard input leave in their buffers");
  kcast::collect::add_device_options(*outputs, output.worker);
  outputs->add_option("--workers", output.workers, "processes at a time")->check(CLI::Range(1, 64));
  int fill_device = -1;
  CLI::App* check = app.add_subcommand("check-fill", "compare the device's buffers with the CPU's");
  check->add_option("--device-index", fill_device, "the device, counted from 0");
  CLI11_PARSE(app, argc, argv);
  if (*check) return kcast::collect::check_fill(fill_device);
  if (*work) return kcast::collect::work(worker);
  if (*outputs) return kcast::collect::outputs(output);
  return kcast::collect::run(cases);
}

}  // namespace

int main(int argc, char** argv) {
  return kcast::run_program("kcast-collect-opencl", [&] { return run_arguments(argc, argv); });
}
