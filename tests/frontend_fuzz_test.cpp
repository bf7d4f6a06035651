// Mutated and truncated sources: each request is answered, by a result or a clean
// error, and the process that asks lives on.
//
// KCAST_FUZZ_COUNT is the number of mutants, KCAST_FUZZ_SEED their seed,
// KCAST_FUZZ_TIMEOUT_MS the time that each may take, and
// KCAST_FUZZ_SAVE a folder that receives the ones a worker died on.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/rng.h"
#include "base/text.h"
#include "frontend/frontend.h"
#include "fuzz_mutate.h"
#include "golden_case.h"

namespace kcast {
namespace {

using Clock = std::chrono::steady_clock;

int64_t setting(const char* name, int64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : parse_int(text).value_or(fallback);
}

struct FuzzCounts {
  int64_t answered = 0;
  int64_t with_ptx = 0;  // of those
  int64_t refused = 0;   // clean errors
  int64_t timed_out = 0;
  int64_t died = 0;           // nothing could be said: the parser died
  int64_t back_end_died = 0;  // answered around a kernel that the back end died on
  std::chrono::milliseconds slowest{0};
  std::vector<std::string> examples;
};

bool met_back_end_crash(const Inspection& inspection) {
  return std::any_of(inspection.kernels.begin(), inspection.kernels.end(),
                     [](const Kernel& kernel) {
                       return kernel.not_lowered_reason.find("back end fails") != std::string::npos;
                     });
}

bool met_reader_crash(const Inspection& inspection) {
  return std::any_of(inspection.diagnostics.begin(), inspection.diagnostics.end(),
                     [](const Diagnostic& diagnostic) {
                       return diagnostic.message.find("the compiler stopped") != std::string::npos;
                     });
}

class FuzzRun {
 public:
  FuzzRun(frontend::Frontend& frontend, uint64_t seed) : frontend_(frontend), seed_(seed) {
    cases_ = load_golden_cases();
    std::erase_if(cases_, [](const GoldenCase& c) { return c.request.files.empty(); });
    for (const GoldenCase& golden : cases_) {
      for (const frontend::SourceFile& file : golden.request.files)
        texts_.push_back(file.text);
    }
  }

  bool has_sources() const { return !cases_.empty(); }

  // Number `index` alone decides which mutant it is.
  frontend::InspectRequest mutant(int64_t index) const {
    Rng rng = Rng::for_name(seed_, "mutant " + std::to_string(index));
    frontend::InspectRequest request =
        cases_[static_cast<size_t>(rng.below(cases_.size()))].request;
    frontend::SourceFile& file =
        request.files[static_cast<size_t>(rng.below(request.files.size()))];
    file.text = mutate_source(std::move(file.text), texts_, rng);
    return request;
  }

  void run(int64_t first, int64_t count, int64_t step) {
    for (int64_t index = first; index < count; index += step) {
      const frontend::InspectRequest request = mutant(index);
      const auto start = Clock::now();
      const auto answer = frontend_.inspect(request);
      const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
      note(index, request, answer, took);
    }
  }

  const FuzzCounts& counts() const { return counts_; }

 private:
  void note(int64_t index, const frontend::InspectRequest& request,
            const Result<Inspection>& answer, std::chrono::milliseconds took) {
    const std::lock_guard lock(mutex_);
    counts_.slowest = std::max(counts_.slowest, took);
    bool crashed = false;
    if (answer && met_reader_crash(*answer)) {
      crashed = true;
      ++counts_.died;
    } else if (answer) {
      ++counts_.answered;
      if (!answer->modules.empty()) ++counts_.with_ptx;
      crashed = met_back_end_crash(*answer);
      if (crashed) ++counts_.back_end_died;
    } else if (answer.error().message.find("took more than") != std::string::npos) {
      ++counts_.timed_out;
      keep_example(index, request, "slow");
    } else {
      ++counts_.refused;
      // A clean error has one line that says something.
      EXPECT_FALSE(answer.error().message.empty()) << "mutant " << index;
    }
    if (crashed) keep_example(index, request, "died");
  }

  void keep_example(int64_t index, const frontend::InspectRequest& request,
                    const std::string& kind) {
    const std::string name =
        kind + " " + std::to_string(index) + " (" + request.files[0].name + ")";
    if (counts_.examples.size() < 20) counts_.examples.push_back(name);
    const char* folder = std::getenv("KCAST_FUZZ_SAVE");
    if (folder == nullptr) return;
    const std::filesystem::path dir =
        std::filesystem::path(folder) / (kind + "-" + std::to_string(index));
    std::error_code ignored;
    std::filesystem::create_directories(dir, ignored);
    for (const frontend::SourceFile& file : request.files)
      EXPECT_TRUE(write_file(dir / file.name, file.text));
  }

  frontend::Frontend& frontend_;
  uint64_t seed_;
  std::vector<GoldenCase> cases_;
  std::vector<std::string> texts_;
  std::mutex mutex_;
  FuzzCounts counts_;
};

void print(const FuzzCounts& counts, int64_t total) {
  std::cout << total << " mutants: " << counts.answered << " answered (" << counts.with_ptx
            << " with PTX), " << counts.refused << " refused, " << counts.timed_out
            << " over time, " << counts.died << " where the parser died, " << counts.back_end_died
            << " where the back end died; the slowest took " << counts.slowest.count() << " ms\n";
  for (const std::string& example : counts.examples)
    std::cout << "  " << example << "\n";
}

TEST(FrontendFuzz, every_mutant_is_answered) {
  const int64_t count = setting("KCAST_FUZZ_COUNT", 10'000);
  const auto seed = static_cast<uint64_t>(setting("KCAST_FUZZ_SEED", 1));
  frontend::FrontendLimits limits;
  limits.timeout = std::chrono::milliseconds(setting("KCAST_FUZZ_TIMEOUT_MS", 2000));
  auto frontend = frontend::Frontend::start(limits, /*warm=*/true);
  ASSERT_TRUE(frontend) << frontend.error().message;
  FuzzRun run(**frontend, seed);
  ASSERT_TRUE(run.has_sources());
  constexpr int64_t kThreads = 2;
  std::vector<std::thread> threads;
  for (int64_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&run, t, count] { run.run(t, count, kThreads); });
  }
  for (std::thread& thread : threads)
    thread.join();
  const FuzzCounts& counts = run.counts();
  print(counts, count);
  EXPECT_EQ(counts.answered + counts.refused + counts.timed_out + counts.died, count);
  // A dead worker harms nobody, but many of them would mean a bug of ours.
  EXPECT_LE((counts.died + counts.back_end_died) * 200, count);
  EXPECT_LE(counts.timed_out * 100, count);
  // Lowering may be tried again for each kernel alone; all of it stays bounded.
  EXPECT_LT(counts.slowest, limits.timeout * 20);
  // The front end is still there for others.
  frontend::InspectRequest plain;
  plain.files = {{"plain.cu", "__global__ void k(int* p) { *p = 1; }\n"}};
  const auto after = (*frontend)->inspect(plain);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(after->kernels.size(), 1u);
}

TEST(FrontendFuzz, mutants_are_the_same_each_time) {
  const std::vector<std::string> others = {"int other;\n", "float more;\n"};
  for (int i = 0; i < 50; ++i) {
    Rng a = Rng::for_name(7, std::to_string(i));
    Rng b = Rng::for_name(7, std::to_string(i));
    EXPECT_EQ(mutate_source("int x = 1;\nint y = 2;\n", others, a),
              mutate_source("int x = 1;\nint y = 2;\n", others, b));
  }
}

}  // namespace
}  // namespace kcast
