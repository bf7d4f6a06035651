// kcast-collect-opencl: times check cases on the first OpenCL device.
#include <CLI/CLI.hpp>
#include <iostream>

#include "collect/opencl/case_timer.h"

int main(int argc, char** argv) {
  CLI::App app("times kernels on an OpenCL device", "kcast-collect-opencl");
  app.require_subcommand(1);
  kcast::OpenClRunOptions options;
  CLI::App* run = app.add_subcommand("run", "time check cases, one line of JSON for each launch");
  run->add_option("cases", options.files, "check cases, .json")->required();
  run->add_option("--only", options.only, "one case, by its name");
  run->add_option("--repeat", options.repeats, "measured launches of each")
      ->check(CLI::Range(1, 1000));
  CLI11_PARSE(app, argc, argv);
  try {
    const kcast::Status done = kcast::time_opencl_cases(options, [](const std::string& line) {
      std::cout << line << '\n' << std::flush;
    });
    if (done) return 0;
    std::cerr << "kcast-collect-opencl: " << done.error().message << "\n";
  } catch (const std::exception& error) {
    std::cerr << "kcast-collect-opencl: " << error.what() << "\n";
  }
  return 1;
}
