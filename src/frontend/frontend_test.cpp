// Workers: nothing that a source text does reaches the process that asked.
#include "frontend/frontend.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <thread>
#include <vector>

#include "base/sanitizers.h"
#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

constexpr const char* kGood = "__global__ void good(float* a) { a[threadIdx.x] = 2; }\n";

// Each level doubles the number of tokens: 2^40 of them at the end.
std::string macro_bomb() {
  std::string text = "#define A0 1+1\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string before = "A" + std::to_string(i - 1);
    text += "#define A" + std::to_string(i) + " " + before + "+" + before + "\n";
  }
  return text + "__global__ void bomb(int* a) { *a = A40; }\n";
}

// Nested deeper than any stack.
std::string deep_source() {
  return "__global__ void deep(int* a) { *a = " + std::string(400'000, '~') + "1; }\n";
}

std::unique_ptr<Frontend> start(std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
  FrontendLimits limits;
  limits.timeout = timeout;
  auto frontend = Frontend::start(limits);
  EXPECT_TRUE(frontend);
  return *std::move(frontend);
}

void expect_alive(Frontend& frontend) {
  const auto answer = frontend.inspect(request_for(kGood));
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->kernels.size(), 1U);
  EXPECT_TRUE(answer->kernels[0].lowered);
}

TEST(Frontend, answers_like_the_library) {
  const auto frontend = start();
  const auto answer = frontend->inspect(request_for(kGood));
  ASSERT_TRUE(answer);
  EXPECT_EQ(*answer, inspect_text(kGood));
}

TEST(Frontend, keeps_bytes_that_are_no_text) {
  const auto frontend = start();
  const auto answer =
      frontend->inspect(request_for("// \xff\xfe caf\xe9\n" + std::string(kGood) + "// tail \x80"));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kernels.at(0).line, 2);
}

TEST(Frontend, ends_a_request_that_takes_too_long) {
  const auto frontend = start(std::chrono::seconds(1));
  const auto answer = frontend->inspect(request_for(macro_bomb(), "bomb.cu"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::External);
  EXPECT_NE(answer.error().message.find("bomb.cu"), std::string::npos);
  expect_alive(*frontend);
}

TEST(Frontend, survives_a_compiler_that_crashes) {
  const auto frontend = start();
  const auto answer = frontend->inspect(request_for(deep_source(), "deep.cu"));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->kernels.empty());
  ASSERT_EQ(answer->diagnostics.size(), 1U);
  EXPECT_EQ(answer->diagnostics[0].file, "deep.cu");
  EXPECT_EQ(answer->diagnostics[0].message, "the compiler stopped while reading it: it crashed");
  expect_alive(*frontend);
}

#if !defined(KCAST_SANITIZED)  // memory is not limited there
TEST(Frontend, says_that_parsing_needs_too_much_memory) {
  const auto frontend = start();
  // Arguments of macros are expanded before they are counted.
  const auto answer =
      frontend->inspect(request_for("#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(x)))\n"
                                    "__global__ void k(float* x) { B(B(B(x[0] += 1;))) }\n",
                                    "bomb.cu"));
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->diagnostics.size(), 1U);
  EXPECT_EQ(answer->diagnostics[0].message,
            "the compiler stopped while reading it: it needs more memory than a request may have");
  expect_alive(*frontend);
}
#endif

TEST(Frontend, cancels_at_once) {
  const auto frontend = start();
  std::atomic<bool> cancelled = false;
  std::thread canceller([&cancelled] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    cancelled = true;
  });
  const auto start_time = std::chrono::steady_clock::now();
  const auto answer = frontend->inspect(request_for(macro_bomb()), &cancelled);
  canceller.join();
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("cancelled"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - start_time, std::chrono::seconds(30));
  expect_alive(*frontend);
}

TEST(Frontend, serves_several_threads) {
  const auto frontend = start();
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&frontend, &right, t] {
      for (int i = 0; i < 5; ++i) {
        const std::string name = "k" + std::to_string(t * 100 + i);
        const auto answer =
            frontend->inspect(request_for("__global__ void " + name + "(int* a) { *a = 1; }\n"));
        if (answer && answer->kernels.size() == 1 && answer->kernels[0].name == name) ++right;
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(right, 20);
}

TEST(Frontend, refuses_sources_over_the_limit) {
  const auto frontend = start();
  const auto answer = frontend->inspect(request_for(std::string(9 << 20, ' ')));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::InvalidInput);
}

TEST(Frontend, passes_errors_of_the_request_on) {
  const auto frontend = start();
  InspectRequest request = request_for(kGood);
  request.arch = "h100";
  const auto answer = frontend->inspect(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::InvalidInput);
  EXPECT_EQ(frontend->inspect({}).error().message, "no source file was given");
}

TEST(Frontend, says_which_flags_it_left_out) {
  const auto frontend = start();
  InspectRequest request = request_for(kGood);
  request.flags = {"-fplugin=evil.so", "-gencode", "arch=compute_80,code=sm_80"};
  const auto answer = frontend->inspect(request);
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->diagnostics.size(), 1U);
  EXPECT_EQ(answer->diagnostics[0].severity, Severity::Note);
  EXPECT_NE(answer->diagnostics[0].message.find("'-fplugin=evil.so'"), std::string::npos);
}

TEST(Frontend, leaves_no_process_behind) {
  {
    expect_alive(*start());
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

}  // namespace
}  // namespace kcast::frontend
