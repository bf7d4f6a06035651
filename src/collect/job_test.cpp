#include "collect/job.h"

#include <gtest/gtest.h>

namespace kcast::collect {
namespace {

CollectJob sample_job() {
  Launch launch;
  launch.kernel = "scale";
  launch.grid = {4, 2, 1};
  launch.block = {64, 1, 1};
  launch.seed = 9;
  LaunchArgument buffer;
  buffer.name = "x";
  buffer.element_type = "float";
  buffer.elements = 512;
  buffer.element_bytes = 4;
  LaunchArgument scalar;
  scalar.name = "n";
  scalar.element_type = "int";
  scalar.integer = 512;
  launch.arguments = {buffer, scalar};
  return {.kernel = {.name = "scale",
                     .language = "cuda",
                     .source = "line one\n\"quoted\"\tand more",
                     .flags = {"-use_fast_math"},
                     .defines = {}},
          .launches = {{7, launch}, {8, launch}}};
}

TEST(CollectJob, ComesBackFromItsLine) {
  const CollectJob job = sample_job();
  const std::string line = job_line(job);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto back = parse_job(line);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->kernel, job.kernel);
  EXPECT_EQ(back->launches, job.launches);
}

TEST(CollectJob, WhatAKernelNeedsComesBackAndMayBeMissing) {
  CollectJob job = sample_job();
  EXPECT_EQ(job_line(job).find("zeroed"), std::string::npos);
  EXPECT_EQ(job_line(job).find("cooperative"), std::string::npos);
  EXPECT_EQ(job_line(job).find("ptx"), std::string::npos);
  job.kernel.zeroed = {"next_row", "_ZN1a5innerE"};
  job.kernel.cooperative = true;
  job.kernel.language = "openmp";
  job.ptx = ".version 8.5\n.target sm_90\n\t// \"quoted\"\n";
  const auto back = parse_job(job_line(job));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->kernel, job.kernel);
}

TEST(CollectJob, BadLinesAreErrors) {
  EXPECT_FALSE(parse_job("no JSON"));
  EXPECT_FALSE(parse_job("{}"));
  EXPECT_FALSE(parse_job(R"({"kernel":"k","source":"","launches":[],"zeroed":"x"})"));
  const auto wrong = parse_job(
      R"({"kernel":"k","source":"","launches":[{"id":1,"launch":{"grid":[1,1,1],"what":2}}]})");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("what"), std::string::npos);
}

TEST(WorkerMessage, EachKindComesBack) {
  LaunchReading reading;
  reading.values.time_us = 12.5;
  reading.values.flops_fp32 = 1234567890123.0;
  reading.times_us = {12.5, 12.25, 13};
  reading.registers = 40;
  reading.raw = {{"ffma", 5}, {"integer", 7}};
  const WorkerMessage messages[] = {
      WorkerHello{.gpu_name = "NVIDIA H200", .driver = "13.0", .toolkit = "13.0"},
      WorkerAt{-1},
      WorkerReading{3, reading},
      WorkerFailure{4, {"fault", "an illegal memory access"}},
      WorkerStats{{{"wait_s", 1.5}, {"launches", 300}}},
  };
  for (const WorkerMessage& message : messages) {
    const auto back = parse_message(message_line(message));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, message);
  }
  EXPECT_FALSE(parse_message("{\"id\": \"seven\"}"));
}

}  // namespace
}  // namespace kcast::collect
