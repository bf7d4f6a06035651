// Generator, launch selection and interpreter against another implementation of OpenCL: random
// generated kernels run on PoCL with small launches, and what they leave in their buffers is what
// the interpreter computes from our front end's PTX.
//
//   KCAST_POCL_COUNT=50    so many kernels instead of 500
//   KCAST_POCL_FIRST=1000  from this recipe on
//   KCAST_POCL_SEED=7      of another corpus
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/parallel.h"
#include "base/process/subprocess.h"
#include "base/text.h"
#include "buffer_compare.h"
#include "collect/launch_plan.h"
#include "frontend/frontend.h"
#include "pocl_kernels.h"
#include "schema/gpu/gpu_json.h"
#include "schema/sample_json.h"

namespace kcast {
namespace {

using Json = nlohmann::ordered_json;

int64_t setting(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : parse_int(text).value_or(otherwise);
}

Result<Gpu> h200() {
  KCAST_TRY(const std::string text,
            read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json"));
  return gpu_from_json("h200.json", text);
}

// One kernel with what both sides say of it.
struct Compared {
  SmallKernel kernel;
  Result<InterpretedLaunch> mine = Error{ErrorCode::Internal, "not run"};
  Json theirs;  // an answer of kcast-collect-opencl
};

struct Drawn {
  std::vector<Compared> kernels;
  std::map<NotTaken, int> left_out;
  std::vector<std::string> complaints;  // kernels that should compile and do not

  int count(NotTaken why) const {
    const auto found = left_out.find(why);
    return found == left_out.end() ? 0 : found->second;
  }
};

// The first `count` kernels of the corpus that can be compared.
Drawn draw_kernels(frontend::Frontend& frontend, const Gpu& gpu, size_t count) {
  Drawn out;
  const auto recipes =
      plan::RecipeSource::make(static_cast<uint64_t>(setting("KCAST_POCL_SEED", 1)));
  if (!recipes) return out;
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    return frontend.inspect(request);
  };
  constexpr size_t kRound = 64;
  const auto first = static_cast<uint64_t>(setting("KCAST_POCL_FIRST", 0));
  const uint64_t end = first + kRound + 4 * count;  // three of four are taken
  for (uint64_t next = first; out.kernels.size() < count && next < end; next += kRound) {
    std::vector<DrawnKernel> round(kRound);
    std::vector<Result<InterpretedLaunch>> mine(kRound, Error{ErrorCode::Internal, "not run"});
    parallel_for(hardware_jobs(), kRound, 1, [&](size_t i) {
      round[i] = draw_small_kernel(*recipes, next + i, inspect, gpu);
      if (round[i].kernel) mine[i] = interpret(*round[i].kernel);
    });
    for (size_t i = 0; i < kRound && out.kernels.size() < count; ++i) {
      if (round[i].kernel) {
        out.kernels.push_back({*std::move(round[i].kernel), std::move(mine[i]), {}});
      } else {
        ++out.left_out[round[i].why];
        if (round[i].why == NotTaken::NotCompiled) out.complaints.push_back(round[i].detail);
      }
    }
  }
  return out;
}

// Kernels on PoCL, with flags beside their own.
Status run_on_pocl(const std::vector<Compared*>& kernels, const std::vector<std::string>& flags) {
  KCAST_TRY(const TempDir cache, TempDir::make("kcast-pocl"));
  SubprocessOptions options;
  const std::string jobs = std::to_string(hardware_jobs());
  options.command = {KCAST_COLLECT_OPENCL, "outputs", "--workers", jobs, "--timeout", "120"};
  // Nothing of an earlier run is used again, and the workers are the only threads.
  options.environment = {"POCL_CACHE_DIR=" + cache.path().string(), "POCL_MAX_PTHREAD_COUNT=1"};
  options.timeout = std::chrono::minutes(30);
  options.max_output_bytes = size_t{4} << 30;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const SmallKernel& kernel = kernels[i]->kernel;
    std::vector<std::string> all_flags = kernel.source.flags;
    all_flags.insert(all_flags.end(), flags.begin(), flags.end());
    options.input += Json{{"id", i},
                          {"kernel", kernel.source.name},
                          {"source", kernel.source.source},
                          {"flags", all_flags},
                          {"launch", to_json_document(kernel.launch)}}
                         .dump() +
                     "\n";
  }
  KCAST_TRY(const SubprocessResult result, run_subprocess(options));
  for (const std::string& line : split(result.output, '\n')) {
    Json answer = Json::parse(line, nullptr, false);
    if (!answer.is_object()) continue;
    const size_t id = answer.value("id", kernels.size());
    if (id < kernels.size()) kernels[id]->theirs = std::move(answer);
  }
  if (!result.ok())
    return Error{ErrorCode::External, describe_end(result, options) + ": " + result.error_output};
  return Unit{};
}

std::vector<uint8_t> bytes_of_hex(const std::string& text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::vector<uint8_t> bytes(text.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(16 * digit(text[2 * i]) + digit(text[2 * i + 1]));
  return bytes;
}

// What the collector put into the buffer of an argument before the launch.
std::vector<uint8_t> filled(const collect::LaunchPlan& plan, size_t argument) {
  const collect::AddressSlot& slot = plan.parameters[argument].addresses.front();
  const collect::PlannedBuffer& buffer = plan.buffers[static_cast<size_t>(slot.buffer)];
  std::vector<uint8_t> bytes(static_cast<size_t>(buffer.bytes));
  for (const collect::FillRange& range : buffer.fills)
    collect::fill_on_host(range, bytes.data(), 1);
  return bytes;
}

// Rows of the table.
enum class Row : uint8_t {
  Exact,
  FewUlps,
  Near,
  LeftFree,
  Unoptimised,
  OrderDependent,
  Unknown,
  Wrong
};
constexpr const char* kRowNames[] = {
    "exactly equal",
    "within 4 ulp",
    "within 1e-4, with math calls",
    "equal but for what OpenCL leaves open",
    "equal to PoCL without its optimiser only",
    "dependent on the order of threads, not compared",
    "not known to the interpreter",
    "wrong",
};
constexpr size_t kRows = std::size(kRowNames);

struct Verdict {
  Row row = Row::Wrong;
  std::string why;
  bool changed = true;  // the kernel left its buffers otherwise than it found them
  size_t numbers = 0;   // that were compared
};

struct WholeComparison {
  BufferComparison worst;  // of all buffers, with the sums of their numbers
  bool changed = false;
};

Result<WholeComparison> compare_buffers(const Compared& compared,
                                        const exec::LaunchOutput& output) {
  KCAST_TRY(const collect::LaunchPlan plan, collect::plan_launch(compared.kernel.launch));
  WholeComparison out;
  for (const Json& buffer : compared.theirs.at("buffers")) {
    const size_t argument = buffer.at("argument");
    const bool unchanged = buffer.value("unchanged", false);
    out.changed = out.changed || !unchanged;
    const std::vector<uint8_t> theirs =
        unchanged ? filled(plan, argument) : bytes_of_hex(buffer.at("hex"));
    const auto mine = std::find_if(
        output.buffers.begin(), output.buffers.end(),
        [&](const exec::BufferBytes& bytes) { return std::cmp_equal(bytes.argument, argument); });
    if (mine == output.buffers.end())
      return Error{ErrorCode::Internal, "a buffer that the interpreter does not have"};
    KCAST_TRY(const BufferComparison one, compare_buffer(compared.kernel.launch.arguments[argument],
                                                         mine->bytes, mine->known, theirs));
    out.worst.numbers += one.numbers;
    out.worst.unknown += one.unknown;
    if (one.worst > out.worst.worst) {
      out.worst.worst = one.worst;
      out.worst.where = one.where;
    }
  }
  return out;
}

bool is_allowed(const WholeComparison& comparison, bool with_math) {
  return comparison.worst.worst <= (with_math ? Agreement::Near : Agreement::FewUlps);
}

Verdict judge_buffers(const Compared& compared) {
  exec::LaunchOutput output = compared.mine->output;
  auto comparison = compare_buffers(compared, output);
  if (!comparison) return {Row::Wrong, comparison.error().message};
  const bool with_math = calls_math(*compared.kernel.ready.prepared);
  Verdict verdict;
  verdict.row = static_cast<Row>(comparison->worst.worst);
  if (!is_allowed(*comparison, with_math)) {
    const std::string where = comparison->worst.where;
    constexpr uint64_t kMostSeeds = 24;
    for (uint64_t seed = 1; seed <= kMostSeeds && !is_allowed(*comparison, with_math); ++seed) {
      if (const Status done = forget_free_numbers(compared.kernel, seed, output); !done)
        return {Row::Wrong, done.error().message};
      comparison = compare_buffers(compared, output);
    }
    const bool open = is_allowed(*comparison, with_math);
    verdict.row = open ? Row::LeftFree : Row::Wrong;
    verdict.why = open ? where : comparison->worst.where;
  }
  verdict.changed = comparison->changed;
  verdict.numbers = comparison->worst.numbers - comparison->worst.unknown;
  if (verdict.numbers == 0) verdict.row = Row::Unknown;
  return verdict;
}

Verdict judge(const Compared& compared) {
  if (compared.theirs.contains("reason")) {
    return {Row::Wrong, "PoCL: " + compared.theirs.value("reason", "") + ": " +
                            compared.theirs.value("error", "")};
  }
  if (!compared.theirs.contains("buffers")) return {Row::Wrong, "PoCL gave no answer"};
  if (!compared.mine) return {Row::Wrong, "the interpreter: " + compared.mine.error().message};
  const exec::LaunchOutput& output = compared.mine->output;
  if (!output.fault.empty()) return {Row::Wrong, "the interpreter: " + output.fault};
  if (!output.lost.empty()) return {Row::Unknown, output.lost};
  if (compared.mine->depends_on_order) return {Row::OrderDependent, "two orders differ"};
  return judge_buffers(compared);
}

struct Tally {
  std::array<size_t, kRows> rows = {};
  size_t unchanged = 0;

  size_t of(Row row) const { return rows[static_cast<size_t>(row)]; }
};

// Verdicts on all kernels. PoCL 3.1 loses stores in some loops with barriers, and overflow of
// signed integers is what an optimiser makes of it: what looks wrong is run once more without
// optimiser.
Result<std::vector<Verdict>> judge_all(std::vector<Compared>& kernels) {
  std::vector<Verdict> verdicts;
  std::vector<Compared*> again;
  for (Compared& compared : kernels) {
    verdicts.push_back(judge(compared));
    if (verdicts.back().row == Row::Wrong) again.push_back(&compared);
  }
  if (again.empty()) return verdicts;
  KCAST_OK(run_on_pocl(again, {"-cl-opt-disable"}));
  for (const Compared* compared : again) {
    if (judge(*compared).row == Row::Wrong) continue;
    verdicts[static_cast<size_t>(compared - kernels.data())].row = Row::Unoptimised;
  }
  return verdicts;
}

// Says what is wrong, and what is not compared and why.
Tally tally(const std::vector<Compared>& kernels, const std::vector<Verdict>& verdicts) {
  Tally out;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const SmallKernel& kernel = kernels[i].kernel;
    const auto row = static_cast<size_t>(verdicts[i].row);
    ++out.rows[row];
    out.unchanged += verdicts[i].changed ? 0 : 1;
    const std::string name = kernel.recipe + " (" + kernel.point + ")";
    if (verdicts[i].row == Row::Wrong) {
      ADD_FAILURE() << name << ": " << verdicts[i].why;
    } else if (verdicts[i].row >= Row::LeftFree) {
      std::cout << kRowNames[row] << ": " << name << ": " << verdicts[i].why << "\n";
    }
    if (!verdicts[i].changed) std::cout << "changes nothing: " << name << "\n";
  }
  return out;
}

void print_table(const Tally& tally, const Drawn& drawn) {
  for (size_t i = 0; i < kRows; ++i)
    std::cout << pad_left(std::to_string(tally.rows[i]), 6) << "  " << kRowNames[i] << "\n";
  std::cout << "Recipes left out: " << drawn.count(NotTaken::OtherLanguage) << " not in OpenCL, "
            << drawn.count(NotTaken::NeedsHalf) << " need half, "
            << drawn.count(NotTaken::NoSmallLaunch) << " without a small launch, "
            << drawn.count(NotTaken::NotCompiled) << " not compiled\n";
}

TEST(pocl_agreement, generated_kernels_do_on_pocl_what_the_interpreter_says) {
  auto frontend = frontend::Frontend::start({}, true);
  ASSERT_TRUE(frontend) << frontend.error().message;
  const auto gpu = h200();
  ASSERT_TRUE(gpu) << gpu.error().message;
  const auto count = static_cast<size_t>(setting("KCAST_POCL_COUNT", 500));
  Drawn drawn = draw_kernels(**frontend, *gpu, count);
  ASSERT_EQ(drawn.kernels.size(), count);
  std::vector<Compared*> all;
  for (Compared& compared : drawn.kernels)
    all.push_back(&compared);
  const Status ran = run_on_pocl(all, {});
  if (!ran && ran.error().message.find("no OpenCL") != std::string::npos)
    GTEST_SKIP() << ran.error().message;
  ASSERT_TRUE(ran) << ran.error().message;
  const auto verdicts = judge_all(drawn.kernels);
  ASSERT_TRUE(verdicts) << verdicts.error().message;
  const Tally result = tally(drawn.kernels, *verdicts);
  print_table(result, drawn);
  for (const std::string& complaint : drawn.complaints)
    ADD_FAILURE() << complaint;
  // What is not compared is the exception.
  EXPECT_LE(result.of(Row::OrderDependent) + result.of(Row::Unknown), 2 + count / 25);
  EXPECT_LE(result.of(Row::LeftFree), 2 + count / 20);
  EXPECT_LE(result.of(Row::Unoptimised), 2 + count / 100);
  EXPECT_LE(result.unchanged, 2 + count / 100);
}

}  // namespace
}  // namespace kcast
