#include "collect/cuda/roofline/command.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <cmath>
#include <csignal>
#include <ctime>
#include <iostream>

#include "base/files.h"
#include "base/progress.h"
#include "base/text.h"
#include "collect/cuda/roofline/gpu_file.h"
#include "collect/cuda/roofline/roofline.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::collect {

namespace {

std::atomic<bool> stop_asked = false;

void on_interrupt(int) {
  stop_asked = true;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof(text), "%Y-%m-%d", &parts);
  return text;
}

void print(const RooflineReadings& readings) {
  for (const FigureReading& figure : readings.figures) {
    std::cout << pad_right(figure.key, 26) << pad_left(std::to_string(figure.value), 16) << "  "
              << figure.note << "\n";
  }
  const auto cell = [](const std::optional<double>& value) {
    return pad_left(value ? std::to_string(*value) : "-", 14);
  };
  std::cout << "\n" << pad_right("instruction", 22) << "   per clock and unit, latency in cycles\n";
  for (const InstructionReading& row : readings.instructions) {
    std::cout << pad_right(row.name, 22) << cell(row.per_clock) << cell(row.latency_cycles) << "\n";
  }
  for (const std::string& doubt : readings.doubts)
    std::cout << "not believed: " << doubt << "\n";
}

}  // namespace

void add_roofline_options(CLI::App& app, RooflineOptions& options) {
  app.add_option("--gpu-file", options.gpu_file, "the GPU's file, for its nominal peaks")
      ->default_val("data/gpus/h200.json");
  app.add_option("--out", options.out, "where the file with the readings goes");
  app.add_flag("--dry-run", options.dry, "print the readings, write nothing");
  app.footer("example:\n  kcast roofline --gpu-file data/gpus/h200.json --out h200.json");
}

Status run_roofline(const RooflineOptions& options) {
  KCAST_TRY(const std::string text, read_file(options.gpu_file));
  KCAST_TRY(const Gpu gpu, gpu_from_json(options.gpu_file.string(), text));
  KCAST_TRY(const auto device, CudaDevice::open());
  if (device->target() != gpu.target || device->units() != gpu.units.count) {
    return Error{ErrorCode::InvalidInput, options.gpu_file.string() +
                                              " describes another GPU than " + device->name() +
                                              "; give --gpu-file"};
  }
  std::signal(SIGINT, on_interrupt);
  Progress progress("measuring", roofline_steps());
  KCAST_TRY(const RooflineReadings readings, measure_roofline(*device, gpu, [&] {
              progress.advance();
              return !stop_asked.load();
            }));
  progress.finish();
  print(readings);
  if (options.dry) return Unit{};
  KCAST_TRY(const std::string toolkit, nvrtc_version());
  const MeasuredFrom from{.date = today(),
                          .driver = device->driver_release(),
                          .tool = "kcast roofline, CUDA " + toolkit,
                          .clocks = "left alone; SM at " +
                                    std::to_string(std::lround(readings.sm_clock_mhz)) +
                                    " MHz under fp32 load",
                          .command = "kcast roofline --gpu-file data/gpus/" + gpu.id + ".json"};
  KCAST_TRY(const std::string written, with_readings(text, readings, from));
  return write_file(options.out.empty() ? options.gpu_file : options.out, written);
}

}  // namespace kcast::collect
