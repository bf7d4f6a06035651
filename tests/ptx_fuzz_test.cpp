// PTX of random and mutated lines, parsed and executed in this process, so that sanitizers see it:
// the parser refuses it or every kernel is analysed, and nothing crashes. (predict_fuzz_test has
// the same through Clang and a worker.)
//
// KCAST_FUZZ_CASES sets the number of programs, KCAST_FUZZ_SEED the first seed. The seeds of the
// texts are tests/fuzz/modules/*.ptx and the lines of tests/fuzz/assembly.ptx.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "analyze/analyze.h"
#include "analyze/ptx/parse/readable.h"
#include "base/files.h"
#include "base/rng.h"
#include "base/text.h"
#include "predict/gpus.h"

namespace kcast {
namespace {

namespace fs = std::filesystem;

uint64_t setting(const char* name, uint64_t usual) {
  const char* asked = std::getenv(name);
  return asked != nullptr ? std::strtoull(asked, nullptr, 10) : usual;
}

using Lines = std::vector<std::string>;

Lines lines_of(const fs::path& path) {
  const auto text = read_file(path.string());
  EXPECT_TRUE(text) << path;
  return split(text ? *text : "", '\n');
}

// With the registers that the lines of assembly.ptx are about.
Lines module_of(const fs::path& path) {
  Lines out;
  for (std::string& line : lines_of(path)) {
    out.push_back(std::move(line));
    if (out.back() != "{") continue;
    out.emplace_back("\t.reg .pred p, q;");
    out.emplace_back("\t.reg .b32 r, s, t;");
    out.emplace_back("\t.reg .b64 x, y;");
    out.emplace_back("\t.reg .f32 u, v;");
  }
  return out;
}

constexpr std::string_view kOddNumbers[] = {"-1",
                                            "0",
                                            "2147483647",
                                            "4294967295",
                                            "0x7fffffffffffff00",
                                            "18446744073709551615",
                                            "0f7F800000",
                                            "99999999999999999999"};

void replace_number(std::string& line, Rng& rng) {
  const size_t begin = line.find_first_of("0123456789", rng.below(line.size() + 1));
  if (begin == std::string::npos) return;
  const size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
  line.replace(begin, end - begin, kOddNumbers[rng.below(std::size(kOddNumbers))]);
}

// Names of other lines in place of its own: registers of other types, labels, parameters.
void replace_words(std::string& line, const std::string& other, Rng& rng) {
  const size_t from = rng.below(line.size() + 1);
  line.replace(from, rng.below(10), other.substr(rng.below(other.size() + 1), rng.below(12)));
}

std::string mutated(Lines lines, const Lines& pool, Rng& rng) {
  for (uint64_t times = 1 + rng.below(4); times > 0 && !lines.empty(); --times) {
    const size_t at = rng.below(lines.size());
    const std::string& other = pool[rng.below(pool.size())];
    switch (rng.below(7)) {
      case 0:
        lines[at] = other;
        break;
      case 1:
        lines.erase(lines.begin() + static_cast<ptrdiff_t>(at));
        break;
      case 2:
        lines.insert(lines.begin() + static_cast<ptrdiff_t>(at), other);
        break;
      case 3:
        std::swap(lines[at], lines[rng.below(lines.size())]);
        break;
      case 4:
        replace_words(lines[at], other, rng);
        break;
      default:
        replace_number(lines[at], rng);
        break;
    }
  }
  return join(lines, "\n") + "\n";
}

Launch launch_for(const ptx::Function& kernel, Rng& rng) {
  Launch launch;
  launch.kernel = kernel.name;
  launch.grid = {static_cast<int64_t>(1 + rng.below(64)), 1, 1};
  launch.block = {static_cast<int64_t>(32 << rng.below(4)), 1, 1};
  launch.shared_bytes = 1024;
  for (const ptx::Variable& parameter : kernel.parameters) {
    LaunchArgument argument;
    argument.name = parameter.name;
    if (parameter.bytes == 8) {
      argument.element_type = "int";
      argument.element_bytes = 4;
      argument.elements = 4096;
      argument.buffer = static_cast<int64_t>(launch.arguments.size());
    } else {
      argument.element_type = "int";
      argument.integer = static_cast<int64_t>(rng.below(100));
    }
    argument.size_bytes = parameter.bytes;
    launch.arguments.push_back(std::move(argument));
  }
  return launch;
}

// The number of launches that were executed.
size_t execute_all(const std::string& text, const Gpu& gpu, Rng& rng) {
  const auto readable = ptx::parse_readable(text);
  const auto module = analyze::prepare_module(text);
  EXPECT_EQ(static_cast<bool>(readable), static_cast<bool>(module));
  if (!module) return 0;
  size_t executed = 0;
  for (const ptx::Function& function : readable->module.functions) {
    if (!function.is_entry || !function.has_body) continue;
    const auto kernel = analyze::prepare_kernel(*module, function.name);
    if (!kernel) continue;
    Launch launch = launch_for(function, rng);
    static_cast<void>(analyze::infer_fills(**kernel, launch));
    const auto analysis = analyze::analyze(**kernel, launch, gpu, std::nullopt,
                                           {.exec_budget = 8000, .memory_budget = 2000});
    if (!analysis) continue;
    ++executed;
    EXPECT_TRUE(analysis->prediction.values.time_us >= 0) << text;
  }
  return executed;
}

TEST(PtxFuzz, is_refused_or_executed) {
  const fs::path folder = fs::path(KCAST_SOURCE_DIR) / "tests/fuzz";
  Lines pool = lines_of(folder / "assembly.ptx");
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder / "modules"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  std::vector<Lines> modules;
  for (const fs::path& file : files) {
    modules.push_back(module_of(file));
    pool.insert(pool.end(), modules.back().begin(), modules.back().end());
  }
  const std::vector<Gpu> gpus = *predict::gpus_named("h200");
  const uint64_t first = setting("KCAST_FUZZ_SEED", 1);
  const uint64_t count = setting("KCAST_FUZZ_CASES", 100'000);
  size_t executed = 0;
  for (uint64_t i = 0; i < count; ++i) {
    Rng rng(first + i);
    const std::string text = mutated(modules[rng.below(modules.size())], pool, rng);
    const size_t launches = execute_all(text, gpus[0], rng);
    executed += launches > 0 ? 1 : 0;
    if (HasFailure()) FAIL() << "seed " << first + i;
  }
  std::cout << count << " programs, " << executed << " of them executed\n";
  EXPECT_GT(executed, count / 4);
}

}  // namespace
}  // namespace kcast
