// Predictions of hostile sources, end to end: inline assembly of random words, and mutated
// programs of all languages. Every request is answered or refused in a line; no worker crashes
// where our own code works; memory and descriptors of the process that asks, and of its fork
// servers, stay as they are.
//
// KCAST_FUZZ_CASES sets the number of cases, KCAST_FUZZ_SEED the first seed. The seeds of the texts
// are tests/fuzz/* and examples.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/rng.h"
#include "predict/gpus.h"
#include "predict/predictor.h"

namespace kcast {
namespace {

namespace fs = std::filesystem;

uint64_t setting(const char* name, uint64_t usual) {
  const char* asked = std::getenv(name);
  return asked != nullptr ? std::strtoull(asked, nullptr, 10) : usual;
}

int cases(uint64_t usual) {
  return static_cast<int>(setting("KCAST_FUZZ_CASES", usual));
}

Rng rng_of(uint64_t test) {
  return Rng(setting("KCAST_FUZZ_SEED", 0) * 100 + test);
}

predict::Predictor& predictor() {
  static const auto started = predict::Predictor::start(/*warm=*/true);
  return **started;
}

predict::PredictRequest request_for(const std::string& text, const std::string& name) {
  static const std::vector<Gpu> gpus = *predict::gpus_named("h200");
  predict::PredictRequest request;
  request.source.files = {{name, text}};
  request.gpus = gpus;
  return request;
}

std::string read(const fs::path& path) {
  const auto text = read_file(path.string(), size_t{1} << 20);
  EXPECT_TRUE(text);
  return text ? *text : "";
}

std::vector<fs::path> seeds(const std::string& ending) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(KCAST_SOURCE_DIR) / "tests/fuzz"))
    if (entry.path().extension() == ending) out.push_back(entry.path());
  for (const char* name : {"saxpy.cu", "openmp_stencil.cpp", "reduction.hip", "stencil.cl"}) {
    if (fs::path(name).extension() == ending)
      out.push_back(fs::path(KCAST_SOURCE_DIR) / "examples" / name);
  }
  std::sort(out.begin(), out.end());
  EXPECT_FALSE(out.empty());
  return out;
}

// Our own code crashed, which is a bug; Clang's death while reading is not ours.
bool crashed(const Result<predict::PredictReport>& report) {
  const auto says = [](const std::string& text) {
    return text.find("analysis was stopped: it crashed") != std::string::npos;
  };
  if (!report) return says(report.error().message);
  return std::any_of(report->skipped.begin(), report->skipped.end(),
                     [&](const predict::SkippedKernel& skipped) { return says(skipped.reason); });
}

// How requests ended.
struct Ends {
  int predicted = 0;  // with a prediction at least
  int refused = 0;    // with an error
  int others = 0;     // with reasons for each kernel, or no kernel

  void add(const Result<predict::PredictReport>& report) {
    ++(!report ? refused : report->predictions.empty() ? others : predicted);
  }
  void print(const std::string& what) const {
    std::cout << what << ": " << predicted << " predicted, " << refused << " refused, " << others
              << " without a prediction\n";
  }
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// Lines of PTX in a random order, with words of other lines in their places.
std::string random_assembly(Rng& rng, const std::vector<std::string>& lines) {
  std::string out;
  const auto count = 1 + rng.below(12);
  for (uint64_t i = 0; i < count; ++i) {
    std::string line = lines[rng.below(lines.size())];
    while (rng.below(3) == 0) {
      const std::string& other = lines[rng.below(lines.size())];
      const size_t from = rng.below(line.size() + 1);
      const size_t size = rng.below(8);
      line.replace(from, size, other.substr(rng.below(other.size() + 1), rng.below(12)));
    }
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '"' || c == '\\' || c < ' '; }, ' ');
    out += line + "\\n";
  }
  return out;
}

TEST(PredictFuzz, inline_assembly) {
  const std::vector<std::string> lines = lines_of(read(seeds(".ptx")[0]));
  Rng rng = rng_of(20);
  Ends ends;
  const int n = cases(5000);
  for (int i = 0; i < n; ++i) {
    const std::string text =
        "__global__ void k(int* a, float* f, int n) {\n  int i = threadIdx.x;\n"
        "  for (int j = 0; j < n; ++j) {\n    asm volatile(\"{.reg .pred p, q; .reg .b32 r, s, t; "
        ".reg .b64 x, y; .reg .f32 u, v;\\n mov.u64 x, %1; mov.u32 r, %0;\\n" +
        random_assembly(rng, lines) +
        "mov.u32 %0, r;}\" : \"+r\"(i) : \"l\"(a), \"l\"(f), \"f\"(1.0f));\n  }\n"
        "  a[i & 255] = i;\n}\n"
        "int main() { int* a; float* f; cudaMalloc(&a, 1024); cudaMalloc(&f, 1024); "
        "k<<<2, 64>>>(a, f, 3); }\n";
    const auto report = predictor().predict(request_for(text, "fuzz.cu"));
    ASSERT_FALSE(crashed(report)) << text;
    ends.add(report);
  }
  ends.print("assembly");
}

std::string mutated(Rng& rng, std::string text, const std::string& other) {
  const auto count = 1 + rng.below(6);
  for (uint64_t i = 0; i < count && !text.empty(); ++i) {
    const size_t at = rng.below(text.size());
    switch (rng.below(4)) {
      case 0:
        text.erase(at, rng.below(20));
        break;
      case 1:
        text.insert(at, other, rng.below(other.size()), rng.below(60));
        break;
      case 2:
        text[at] = static_cast<char>(rng.below(256));
        break;
      default:
        text.insert(at, std::to_string(rng.next()));
        break;
    }
  }
  return text;
}

TEST(PredictFuzz, mutated_sources) {
  Rng rng = rng_of(21);
  for (const char* ending : {".cu", ".hip", ".cl", ".cpp"}) {
    const std::vector<fs::path> files = seeds(ending);
    Ends ends;
    const int n = cases(20000) / 4;
    for (int i = 0; i < n; ++i) {
      const std::string text =
          mutated(rng, read(files[rng.below(files.size())]), read(files[rng.below(files.size())]));
      const auto report = predictor().predict(request_for(text, std::string("fuzz") + ending));
      ASSERT_FALSE(crashed(report)) << text;
      ends.add(report);
    }
    ends.print(ending);
  }
}

// This process and its fork servers.
std::vector<std::string> processes() {
  std::vector<std::string> out = {std::to_string(::getpid())};
  std::ifstream in("/proc/self/task/" + out[0] + "/children");
  for (std::string child; in >> child;)
    out.push_back(child);
  return out;
}

size_t open_descriptors(const std::vector<std::string>& processes) {
  size_t out = 0;
  for (const std::string& process : processes) {
    const fs::directory_iterator all("/proc/" + process + "/fd");
    out += static_cast<size_t>(std::distance(begin(all), end(all)));
  }
  return out;
}

// Pages that they hold.
size_t resident_pages(const std::vector<std::string>& processes) {
  size_t out = 0;
  for (const std::string& process : processes) {
    std::ifstream in("/proc/" + process + "/statm");
    size_t all = 0;
    size_t resident = 0;
    in >> all >> resident;
    out += resident;
  }
  return out;
}

TEST(PredictFuzz, many_requests_leave_nothing) {
  // Also ones that end workers: in Clang, in LLVM, at a limit.
  const std::string good = "__global__ void k(int* a) { a[threadIdx.x] = 1; }\n";
  const std::string in_llvm =
      "__global__ void b(int* a, int n) { void* t[] = {&&x, &&y}; goto *t[n & 1]; x: a[0] = 1; "
      "y: a[1] = 2; }\n";
  std::string deep = "int x = ";
  for (int i = 0; i < 100; ++i)
    deep += "__builtin_choose_expr(1, ";
  const auto ask = [&](int i) {
    const std::string text = i % 100 == 99   ? good + in_llvm
                             : i % 100 == 49 ? "__global__ void broken(int* a) { a["
                             : i % 100 == 24 ? deep
                                             : good;
    return predictor().predict(request_for(text, "k.cu"));
  };
  for (int i = 0; i < 200; ++i)
    static_cast<void>(ask(i));
  const std::vector<std::string> all = processes();
  ASSERT_EQ(all.size(), 3U);  // one fork server reads, one analyses
  const size_t descriptors = open_descriptors(all);
  const size_t pages = resident_pages(all);
  const int n = cases(10000);
  for (int i = 0; i < n; ++i) {
    const auto report = ask(i);
    ASSERT_TRUE(report || i % 100 == 24 || i % 100 == 49) << report.error().message;
  }
  EXPECT_EQ(processes(), all);
  EXPECT_EQ(open_descriptors(all), descriptors);
  EXPECT_LE(resident_pages(all), pages + 512);
  std::cout << n << " requests: " << descriptors << " descriptors as before, " << pages
            << " pages before, " << resident_pages(all) << " behind\n";
}

}  // namespace
}  // namespace kcast
