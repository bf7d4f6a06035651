// A chat endpoint for tests of the command line: prints its URL and answers until its
// standard input ends. The first word of a problem says what kind of answer it gets.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "endpoint/scripted_server.h"

namespace {

using kcast::author::chat_reply;
using kcast::author::ScriptedReply;
using kcast::author::ScriptedRequest;

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

ScriptedReply answer(const ScriptedRequest& request) {
  const auto json = nlohmann::json::parse(request.body);
  const std::string user = json["messages"][1]["content"];
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
  const kcast::author::ScriptedServer server(answer);
  std::cout << server.url() << "\n" << std::flush;
  while (std::cin.get() != EOF) {
  }
  return 0;
}
