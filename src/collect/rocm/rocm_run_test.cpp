// The driver, with scripts in PATH that stand for AMD's profilers and write fixtures.
#include "collect/rocm/rocm_run.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "base/text.h"

namespace kcast::collect {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = KCAST_SOURCE_DIR "/tests/data/profilers/";

class RocmDriver : public testing::Test {
 protected:
  void SetUp() override {
    const std::string fake = *read_file(kFolder + "fake_rocprof.sh");
    for (const char* name : {"rocprof", "rocprofv2", "rocprofv3"}) {
      const fs::path script = folder.path() / "bin" / name;
      fs::create_directories(script.parent_path());
      ASSERT_TRUE(write_file(script, fake));
      fs::permissions(script, fs::perms::owner_all);
    }
    const char* path = std::getenv("PATH");
    before = path == nullptr ? "" : path;
    set("PATH", (folder.path() / "bin").string() + ":" + before);
    set("KCAST_FIXTURES", kFolder);
    set("KCAST_FAKE_LOG", (folder.path() / "log").string());
    set("KCAST_FAKE_MODE", "");
  }
  void TearDown() override { set("PATH", before); }

  static void set(const char* name, const std::string& value) {
    ASSERT_EQ(::setenv(name, value.c_str(), 1), 0);
  }
  // What the scripts were given, a line for each start.
  std::vector<std::string> log() const {
    const auto text = read_file(folder.path() / "log");
    if (!text) return {};
    std::vector<std::string> lines = split(*text, '\n');
    lines.pop_back();
    return lines;
  }
  RocmRun run_of(RocprofGeneration generation) const {
    RocmRun run;
    run.generation = generation;
    run.arch = generation == RocprofGeneration::V3 ? RocmArch::Gfx942 : RocmArch::Gfx90a;
    run.command = {"/bin/sh", "-c", "echo \"$0 $1\" >>" + (folder.path() / "app").string(), "it's",
                   "two words"};
    return run;
  }
  std::string app_output() const { return *read_file(folder.path() / "app"); }

  TempDir folder = *TempDir::make("kcast-rocm-run");
  std::string before;
};

TEST_F(RocmDriver, rocprofv3_is_started_once_and_its_files_are_read) {
  RocmRun run = run_of(RocprofGeneration::V3);
  run.folder = folder.path() / "kept";
  const auto launches = run_rocm(run);
  ASSERT_TRUE(launches) << launches.error().message;
  ASSERT_EQ(launches->size(), 3U);
  EXPECT_FALSE((*launches)[1].failure);
  EXPECT_EQ((*launches)[1].reading.values.flops_fp32, 128000);
  EXPECT_EQ((*launches)[0].gpu_target, "gfx942");
  const std::string kept = run.folder.string();
  const auto started = log();
  ASSERT_EQ(started.size(), 1U);
  EXPECT_TRUE(started[0].starts_with("rocprofv3|-i|" + kept + "/counters.txt|-d|" + kept +
                                     "/out|--kernel-trace|--output-format|csv|--|/bin/sh|-c|"))
      << started[0];
  EXPECT_EQ(app_output(), "it's two words\n");
  const std::string counters = *read_file(run.folder / "counters.txt");
  EXPECT_EQ(split(counters, '\n').size(), 4U);  // three lines
  EXPECT_NE(counters.find("TCC_EA0_RDREQ_sum"), std::string::npos);
}

TEST_F(RocmDriver, rocprofv2_takes_the_program_without_dashes) {
  const auto launches = run_rocm(run_of(RocprofGeneration::V2));
  ASSERT_TRUE(launches) << launches.error().message;
  ASSERT_EQ(launches->size(), 2U);
  EXPECT_FALSE((*launches)[0].failure);
  EXPECT_EQ((*launches)[0].reading.values.int_ops, 7340032);
  ASSERT_EQ(log().size(), 1U);
  EXPECT_NE(log()[0].find("/out|/bin/sh|-c|"), std::string::npos) << log()[0];
  EXPECT_EQ(log()[0].find("--"), std::string::npos);
}

TEST_F(RocmDriver, rocprof_is_started_for_each_run_with_the_program_as_one_text) {
  const auto launches = run_rocm(run_of(RocprofGeneration::V1));
  ASSERT_TRUE(launches) << launches.error().message;
  ASSERT_EQ(launches->size(), 2U);
  EXPECT_FALSE((*launches)[0].failure);
  EXPECT_EQ((*launches)[0].reading.times_us.size(), 3U);
  const auto started = log();
  ASSERT_EQ(started.size(), 3U);
  EXPECT_NE(started[1].find("/pass_2.txt|--timestamp|on|-o|"), std::string::npos) << started[1];
  EXPECT_NE(started[1].find("/pass_2/results_rocprof.csv|/bin/sh -c "), std::string::npos)
      << started[1];
  // The shell takes the text apart as it was.
  EXPECT_EQ(app_output(), "it's two words\nit's two words\nit's two words\n");
}

TEST_F(RocmDriver, a_profiler_that_fails_is_quoted) {
  set("KCAST_FAKE_MODE", "fails");
  const auto launches = run_rocm(run_of(RocprofGeneration::V3));
  ASSERT_FALSE(launches);
  EXPECT_EQ(launches.error().code, ErrorCode::External);
  EXPECT_EQ(launches.error().message, "rocprofv3 on /bin/sh: exit status 3: counters do not fit");
}

TEST_F(RocmDriver, a_profiler_that_writes_nothing_is_an_error) {
  set("KCAST_FAKE_MODE", "nothing");
  const auto launches = run_rocm(run_of(RocprofGeneration::V3));
  ASSERT_FALSE(launches);
  EXPECT_TRUE(launches.error().message.starts_with("rocprofv3 ended without an error: "));
  EXPECT_NE(launches.error().message.find("no pmc_perf.csv"), std::string::npos);
}

TEST_F(RocmDriver, a_profiler_that_hangs_is_ended) {
  set("KCAST_FAKE_MODE", "hangs");
  RocmRun run = run_of(RocprofGeneration::V3);
  run.timeout = std::chrono::milliseconds(300);
  const auto launches = run_rocm(run);
  ASSERT_FALSE(launches);
  EXPECT_EQ(launches.error().message, "rocprofv3 on /bin/sh: ran past 300 ms");
}

TEST_F(RocmDriver, a_run_that_is_missing_leaves_failures) {
  set("KCAST_FAKE_MODE", "partial");
  const auto launches = run_rocm(run_of(RocprofGeneration::V3));
  ASSERT_TRUE(launches) << launches.error().message;
  ASSERT_EQ(launches->size(), 3U);
  ASSERT_TRUE((*launches)[0].failure);
  EXPECT_EQ((*launches)[0].failure->reason, "counters");
  EXPECT_NE((*launches)[0].failure->detail.find("SQ_INSTS_VALU_INT32"), std::string::npos);
}

TEST_F(RocmDriver, a_program_that_fails_is_an_error) {
  RocmRun run = run_of(RocprofGeneration::V3);
  run.command = {"/bin/false"};
  const auto launches = run_rocm(run);
  ASSERT_FALSE(launches);
  EXPECT_EQ(launches.error().message, "rocprofv3 on /bin/false: exit status 5");
}

TEST_F(RocmDriver, a_profiler_that_is_not_there_is_an_error_with_a_remedy) {
  RocmRun run = run_of(RocprofGeneration::V3);
  run.profiler = "/nowhere/rocprofv3";
  const auto launches = run_rocm(run);
  ASSERT_FALSE(launches);
  EXPECT_EQ(launches.error().message,
            "start /nowhere/rocprofv3: No such file or directory: install ROCm's profiler, or add "
            "/opt/rocm/bin to PATH");
}

TEST_F(RocmDriver, another_gpu_than_was_said_is_an_error) {
  RocmRun run = run_of(RocprofGeneration::V3);
  run.arch = RocmArch::Gfx90a;
  const auto launches = run_rocm(run);
  ASSERT_FALSE(launches);
  EXPECT_NE(launches.error().message.find("measured on gfx942, not gfx90a"), std::string::npos)
      << launches.error().message;
}

TEST_F(RocmDriver, files_of_an_earlier_run_are_not_mixed_in) {
  RocmRun run = run_of(RocprofGeneration::V3);
  run.folder = folder.path() / "bin";
  const auto launches = run_rocm(run);
  ASSERT_FALSE(launches);
  EXPECT_NE(launches.error().message.find("not empty"), std::string::npos);
  EXPECT_TRUE(log().empty());
}

TEST_F(RocmDriver, a_program_has_to_be_named) {
  RocmRun run = run_of(RocprofGeneration::V3);
  run.command.clear();
  const auto launches = run_rocm(run);
  ASSERT_FALSE(launches);
  EXPECT_EQ(launches.error().message, "no program to profile: name it after --");
  EXPECT_FALSE(parse_generation("rocprofv4"));
  EXPECT_EQ(*parse_generation("rocprof"), RocprofGeneration::V1);
}

}  // namespace
}  // namespace kcast::collect
