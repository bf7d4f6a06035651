// A chat endpoint for tests of the command line: prints its URL and answers until its
// standard input ends. The first word of a problem says what kind of answer it gets. Questions
// about rooflines are answered rightly in the end, after every way to misbehave.
#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "endpoint/scripted_server.h"

namespace {

using kcast::endpoint::chat_reply;
using kcast::endpoint::ScriptedReply;
using kcast::endpoint::ScriptedRequest;

const char* const kGood = R"(#include <cuda_runtime.h>
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2.0f;
}
int main() {
  const int n = 1 << 20;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  scale<<<(n + 255) / 256, 256>>>(x, n);
  cudaFree(x);
  return 0;
}
)";

// Nothing like the other.
const char* const kSums = R"(__global__ void block_sums(const double* values, double* sums) {
  __shared__ double tile[128];
  tile[threadIdx.x] = values[blockIdx.x * 128 + threadIdx.x];
  for (int half = 64; half > 0; half >>= 1) {
    __syncthreads();
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = tile[0];
}
int main() {
  double *values, *sums;
  cudaMalloc(&values, 4096 * 128 * sizeof(double));
  cudaMalloc(&sums, 4096 * sizeof(double));
  block_sums<<<4096, 128>>>(values, sums);
  cudaDeviceSynchronize();
}
)";

// The number behind the last place of some words.
double number_behind(const std::string& text, const std::string& words) {
  const size_t place = text.rfind(words);
  return std::stod(text.substr(place + words.size()));
}

// The first time that a question is asked: later than anybody waits, slow, busy (saying for how
// long and not), failing, malformed, truncated, with a connection that is closed; one in nine is
// not answered in the form that was asked for, however often.
ScriptedReply answer_quiz(const std::string& user) {
  static std::mutex mutex;
  static std::map<std::string, std::pair<size_t, int>> seen;
  size_t kind = 0;
  int attempt = 0;
  {
    const std::lock_guard lock(mutex);
    auto& entry = seen.try_emplace(user, seen.size(), 0).first->second;
    kind = entry.first % 9;
    attempt = entry.second++;
  }
  const bool compute =
      number_behind(user, "Arithmetic Intensity of ") >
      number_behind(user, "peak performance of ") / number_behind(user, "max bandwidth of ");
  ScriptedReply right = chat_reply(compute ? "Compute" : "Bandwidth");
  if (kind == 8) return chat_reply("That depends on the program.");
  if (attempt > 0) return right;
  ScriptedReply bad = right;
  switch (kind) {
    case 0:
      bad.delay_seconds = 30;
      return bad;
    case 1:
      bad.delay_seconds = 0.2;
      return bad;
    case 2:
      return {429, R"({"error": {"message": "too fast"}})", 0, "1"};
    case 3:
      return {429, "", 0, ""};
    case 4:
      return {500, "oops", 0, ""};
    case 5:
      return {200, "<html>", 0, ""};
    case 6:
      bad.body.resize(bad.body.size() / 2);
      return bad;
    default:
      bad.closes_early = true;
      return bad;
  }
}

ScriptedReply answer(const ScriptedRequest& request) {
  const auto json = nlohmann::json::parse(request.body);
  const std::string user = json["messages"].back()["content"];
  if (user.find("does the roofline model consider") != std::string::npos) return answer_quiz(user);
  const auto asks = [&](const char* word) {
    return user.find(std::string(": ") + word) != std::string::npos;
  };
  const std::string good = kGood;
  if (asks("fenced"))
    return chat_reply("Here it is:\n```cuda\n" + std::string(kSums) + "```\nEnjoy.");
  if (asks("prose")) return chat_reply("I would use shared memory for that.");
  if (asks("wrong")) return chat_reply(good + "int broken() { return undeclared; }\n");
  if (asks("hostonly")) return chat_reply("#include <cstdio>\nint main() {\n  return 0;\n}\n");
  if (asks("cutoff")) return chat_reply(good.substr(0, 150), "length");
  if (asks("unauthorised")) return {401, R"({"error": {"message": "no key"}})", 0, ""};
  return chat_reply(good);
}

}  // namespace

int main() {
  const kcast::endpoint::ScriptedServer server(answer);
  std::cout << server.url() << "\n" << std::flush;
  while (std::cin.get() != EOF) {
  }
  return 0;
}
