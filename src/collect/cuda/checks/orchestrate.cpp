#include "collect/cuda/checks/orchestrate.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/process/child.h"
#include "base/progress.h"

namespace kcast::collect {

namespace {

std::vector<std::string> worker_command(const CaseRunOptions& options, int first) {
  std::vector<std::string> command = {"/proc/self/exe", "work",
                                      "--first",        std::to_string(first),
                                      "--repeat",       std::to_string(options.repeats),
                                      "--timeout",      std::to_string(options.timeout_seconds)};
  if (options.flush) command.emplace_back("--flush");
  if (options.warm) command.emplace_back("--warm");
  if (options.loops) command.emplace_back("--loops");
  if (!options.only.empty()) command.insert(command.end(), {"--only", options.only});
  for (const auto& file : options.files)
    command.push_back(file.string());
  return command;
}

struct Worker {
  pid_t pid = 0;
  FILE* lines = nullptr;
};

Result<Worker> start_worker(const std::vector<std::string>& command) {
  Pipe lines;
  if (!lines.open()) return Error{ErrorCode::Io, std::strerror(errno)};
  KCAST_TRY(const pid_t pid, start_child({.command = command, .output = lines.writing()}));
  return Worker{pid, ::fdopen(lines.take_reading(), "r")};
}

struct WorkerEnd {
  int last = -1;  // index of the last launch that it reported
  int failed = 0;
  bool ok = false;
  std::string how;
};

// Passes the worker's lines on until it ends.
WorkerEnd follow(const Worker& worker, Progress& progress) {
  WorkerEnd end;
  char* text = nullptr;
  size_t capacity = 0;
  while (::getline(&text, &capacity, worker.lines) > 0) {
    std::cout << text << std::flush;
    const auto line = nlohmann::json::parse(text, nullptr, false);
    if (!line.is_object()) continue;
    end.last = line.value("index", end.last);
    if (line.contains("error")) {
      ++end.failed;
      progress.fail();
    }
    progress.advance();
  }
  ::free(text);
  ::fclose(worker.lines);
  int status = 0;
  ::waitpid(worker.pid, &status, 0);
  end.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  end.how = end_text(status);
  return end;
}

}  // namespace

Result<int> orchestrate_cases(const CaseRunOptions& options) {
  KCAST_TRY(const std::vector<CheckCase> cases, read_cases(options));
  const std::vector<CaseLaunch> launches = list_launches(cases);
  Progress progress("running", launches.size());
  int failed = 0;
  int first = options.first;
  while (std::cmp_less(first, launches.size())) {
    KCAST_TRY(const Worker worker, start_worker(worker_command(options, first)));
    const WorkerEnd end = follow(worker, progress);
    failed += end.failed;
    if (end.ok) break;
    if (end.last < first) {
      // It died before it said anything: without a device nothing will ever run.
      if (first == options.first && end.how == "exit status 2") {
        return Error{ErrorCode::External, "the worker could not start"};
      }
      const CaseLaunch& lost = launches[static_cast<size_t>(first)];
      std::cout << reading_line(cases[lost.case_idx], lost,
                                Error{ErrorCode::External, "the worker ended: " + end.how})
                << '\n'
                << std::flush;
      ++failed;
      ++first;
    } else {
      first = end.last + 1;
    }
  }
  return failed;
}

}  // namespace kcast::collect
