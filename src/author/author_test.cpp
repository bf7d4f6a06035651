#include "author/author.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "endpoint/http_client.h"
#include "endpoint/scripted_server.h"

namespace kcast::author {
namespace {

namespace fs = std::filesystem;

using endpoint::chat_reply;
using endpoint::post_by_httplib;
using endpoint::ScriptedReply;
using endpoint::ScriptedRequest;
using endpoint::ScriptedServer;

Gpu small_gpu() {
  Gpu gpu;
  gpu.id = "g";
  gpu.target = "sm_90";
  gpu.occupancy.threads_per_block = 1024;
  gpu.occupancy.block_dim_max = {1024, 1024, 64};
  gpu.occupancy.grid_dim_max = {2147483647, 65535, 65535};
  gpu.shared_memory.per_block_max_bytes = 200 * 1024;
  return gpu;
}

// "Reads" a program by words in it.
Result<Inspection> fake_inspect(const frontend::InspectRequest& request) {
  const std::string& text = request.files[0].text;
  Inspection out;
  if (text.find("WRONG") != std::string::npos) {
    out.diagnostics.push_back({Severity::Error, "", 3, 1, "no such name"});
  }
  if (text.find("__global__") == std::string::npos) return out;
  Kernel kernel;
  kernel.name = kernel.mangled = "k";
  kernel.lowered = true;
  out.kernels.push_back(kernel);
  const auto known = [](int64_t v) { return HostValue{v, std::nullopt, std::nullopt, "", {}}; };
  HostLaunch launch;
  launch.kernel = "k";
  launch.grid = {known(4), known(1), known(1)};
  launch.block = {known(256), known(1), known(1)};
  launch.shared_bytes = known(0);
  launch.count = known(1);
  out.launches.push_back(launch);
  return out;
}

Result<analyze::Analysis> fake_analyze(const Inspection&, const Kernel&, const Launch&,
                                       const Gpu&) {
  analyze::Analysis out;
  out.features.memory.global_store_requests = 1;
  out.prediction.values.time_us = 1;
  return out;
}

constexpr const char* kProgram = "__global__ void k() {\n}\nint main() {\n}\n";

// What the server says to a problem, by the problem's first word.
ScriptedReply reply_to(const std::string& user) {
  const auto asks = [&](const char* word) {
    return user.find(std::string(": ") + word) != std::string::npos;
  };
  if (asks("prose")) return chat_reply("No.");
  if (asks("wrong")) return chat_reply(std::string("// WRONG\n") + kProgram);
  if (asks("host")) return chat_reply("int main() {\n}\n#include <x>\n");
  if (asks("cut")) return chat_reply("__global__ void k() {\n", "length");
  if (asks("whole")) return chat_reply(std::string("```\n") + kProgram + "```\nand", "length");
  if (asks("json")) return {200, "{", 0, ""};
  if (asks("key")) return {403, "", 0, ""};
  return chat_reply(kProgram);
}

class Author : public ::testing::Test {
 protected:
  Author()
      : dir(*TempDir::make()), server([this](const ScriptedRequest& received) {
          ++request_count;
          return reply_to(nlohmann::json::parse(received.body)["messages"][1]["content"]);
        }) {
    request.endpoint.url = server.url();
    request.model = "m";
    request.out = dir.path() / "out";
    request.gpu = small_gpu();
    hooks.chat = {post_by_httplib, [](double) {}};
    hooks.check.predict = {fake_inspect, fake_analyze};
  }

  Result<AuthorReport> run(const std::vector<std::string>& problems) {
    request.problems.clear();
    for (const std::string& text : problems)
      request.problems.push_back({"d", text, "naive", text});
    return author_kernels(request, hooks);
  }

  std::vector<AnswerRecord> records() {
    return AnswerLog::open(request.out / "answers.jsonl")->earlier();
  }

  TempDir dir;
  std::atomic<int> request_count{0};
  ScriptedServer server;
  AuthorRequest request;
  AuthorHooks hooks;
};

TEST_F(Author, EveryKindOfAnswer) {
  const auto report = run({"good", "prose", "wrong", "host", "cut", "whole", "json"});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->questions, 7U);
  EXPECT_EQ(report->count(Outcome::Kept), 2U);
  for (const Outcome once : {Outcome::NoCode, Outcome::NotCompiled, Outcome::NoKernel,
                             Outcome::CutOff, Outcome::NoAnswer})
    EXPECT_EQ(report->count(once), 1U) << outcome_name(once);
  EXPECT_EQ(*read_file(request.out / "d/good_naive_0.cu"), kProgram);
  EXPECT_EQ(*read_file(request.out / "d/whole_naive_0.cu"), kProgram);
  const auto all = records();
  ASSERT_EQ(all.size(), 7U);
  for (const AnswerRecord& record : all) {
    EXPECT_EQ(record.reason.empty(), record.outcome == Outcome::Kept);
    EXPECT_EQ(record.file.empty(), record.outcome != Outcome::Kept);
    if (record.problem == "wrong") {
      EXPECT_EQ(record.reason, "line 3: no such name");
      EXPECT_NE(record.answer.find("WRONG"), std::string::npos);
      EXPECT_EQ(record.answer_tokens, 22);
    }
  }
}

TEST_F(Author, NextRunAsksOnlyWhatHasNoAnswer) {
  ASSERT_TRUE(run({"good", "prose", "json"}));
  EXPECT_EQ(request_count, 3);
  const auto report = run({"good", "prose", "json", "more"});
  ASSERT_TRUE(report);
  EXPECT_EQ(request_count, 5);
  EXPECT_EQ(report->earlier, 2U);
  EXPECT_EQ(report->count(Outcome::Kept), 2U);
  EXPECT_EQ(report->count(Outcome::NoCode), 1U);
  EXPECT_EQ(report->count(Outcome::NoAnswer), 1U);
}

TEST_F(Author, AnswersOfAnotherModelAreNotMixed) {
  ASSERT_TRUE(run({"good"}));
  request.model = "other";
  const auto report = run({"good"});
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("has answers of model 'm'"), std::string::npos);
}

TEST_F(Author, RefusedKeyEndsTheRunAndKeepsWhatWasThere) {
  ASSERT_TRUE(run({"good"}));
  const auto report = run({"good", "key"});
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("status 403"), std::string::npos);
  EXPECT_EQ(records().size(), 1U);
}

TEST_F(Author, FiveFailuresInARowEndTheRun) {
  const auto report = run({"json1", "json2", "json3", "json4", "json5", "json6", "json7", "json8"});
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("5 requests in a row"), std::string::npos);
  EXPECT_EQ(request_count, 5);
}

TEST_F(Author, ManyJobsAnswerEveryQuestionOnce) {
  request.jobs = 8;
  request.plan.count = 64;
  size_t calls = 0;
  hooks.answered = [&](const AnswerRecord&) { ++calls; };
  const auto report = run({"a", "b", "c", "prose"});
  ASSERT_TRUE(report);
  EXPECT_EQ(request_count, 64);
  EXPECT_EQ(calls, 64U);
  EXPECT_EQ(report->count(Outcome::Kept), 48U);
  EXPECT_EQ(report->count(Outcome::NoCode), 16U);
  EXPECT_EQ(records().size(), 64U);
  const auto files = std::distance(fs::directory_iterator(request.out / "d"), {});
  EXPECT_EQ(files, 48);
}

TEST_F(Author, NearDuplicatesAreDroppedWhereSomebodyLooks) {
  hooks.check.near_duplicate = [](const std::string&) { return "like that one"; };
  const auto report = run({"good"});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->count(Outcome::NearDuplicate), 1U);
  EXPECT_EQ(records()[0].reason, "like that one");
}

}  // namespace
}  // namespace kcast::author
