// The kcast executable; everything is in run().
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/process/program.h"
#include "cli/run.h"
#include "frontend/toolkit/toolkit.h"
#include "frontend/toolkit/toolkit_programs.h"

int main(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (const auto status = kcast::frontend::run_as_nvrtc_worker(words)) return *status;
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  return kcast::run_program("kcast", [&args] { return kcast::cli::run(args); });
}
