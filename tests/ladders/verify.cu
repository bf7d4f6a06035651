// Whether every step of both ladders computes what it should, on small inputs. For a machine with
// a GPU: nvcc -O3 -arch=sm_90 -o verify verify.cu && ./verify
#define main main_of_matmul
#include "matmul.cu"
#undef main
#define main main_of_reduce
#include "reduce.cu"
#undef main

#include <cmath>
#include <vector>

namespace {

int failures = 0;

void expect_near(const char* what, double is, double should) {
  if (std::fabs(is - should) <= 1e-3 * std::fabs(should)) return;
  std::printf("%s: %g instead of %g\n", what, is, should);
  ++failures;
}

std::vector<float> numbers(size_t count) {
  std::vector<float> out(count);
  for (size_t i = 0; i < count; ++i)
    out[i] = 0.25f + static_cast<float>(i * 7919 % 1000) / 1000;
  return out;
}

float* on_device(const std::vector<float>& values) {
  float* out = nullptr;
  cudaMalloc(&out, values.size() * sizeof(float));
  cudaMemcpy(out, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  return out;
}

template <typename Launch>
void check_product(const char* what, int n, float* c, const std::vector<double>& should,
                   const Launch& launch) {
  cudaMemset(c, 0, size_t{1} * n * n * sizeof(float));
  launch();
  std::vector<float> is(size_t{1} * n * n);
  cudaMemcpy(is.data(), c, is.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (size_t i = 0; i < is.size() && failures < 20; ++i)
    expect_near(what, is[i], should[i]);
}

void check_products() {
  const int n = 256;
  const std::vector<float> a = numbers(n * n), b = numbers(n * n + 13);
  std::vector<double> should(n * n, 0);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        should[i * n + j] += double{a[i * n + k]} * b[k * n + j];
  float *da = on_device(a), *db = on_device(b), *c = on_device(a);
  const dim3 square(n / 32, n / 32), threads(32, 32), of64(n / 64, n / 64), of128(n / 128, n / 128);
  const auto check = [&](const char* what, const auto& launch) {
    check_product(what, n, c, should, launch);
  };
  check("naive", [&] { product_naive<<<square, threads>>>(n, da, db, c); });
  check("coalesced", [&] { product_coalesced<<<square, threads>>>(n, da, db, c); });
  check("shared", [&] { product_shared<<<square, threads>>>(n, da, db, c); });
  check("column", [&] { product_square<64, 64, 8, 8, 1><<<of64, 512>>>(n, da, db, c); });
  check("square 64", [&] { product_square<64, 64, 8, 4, 4><<<of64, 256>>>(n, da, db, c); });
  check("square", [&] { product_square<128, 128, 8, 8, 8><<<of128, 256>>>(n, da, db, c); });
  check("vector", [&] { product_vector<128, 128, 8, 8, 8, 0><<<of128, 256>>>(n, da, db, c); });
  check("padded", [&] { product_vector<128, 128, 16, 8, 8, 4><<<of128, 256>>>(n, da, db, c); });
  check("warp 64", [&] { product_warp<64, 64, 16, 32, 32, 2, 4, 4><<<of64, 128>>>(n, da, db, c); });
  check("warp", [&] { product_warp<128, 128, 16, 64, 64, 4, 8, 4><<<of128, 128>>>(n, da, db, c); });
  check("double",
        [&] { product_double<128, 128, 16, 64, 32, 2, 8, 4><<<of128, 256>>>(n, da, db, c); });
}

template <typename Launch>
void check_sum(const char* what, float* out, int blocks, double should, const Launch& launch) {
  launch();
  std::vector<float> parts(blocks);
  cudaMemcpy(parts.data(), out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (const float part : parts)
    sum += part;
  expect_near(what, sum, should);
}

void check_sums() {
  const int n = 1 << 16, blocks = n / kThreads;
  const std::vector<float> values = numbers(n);
  double should = 0;
  for (const float value : values)
    should += value;
  float *in = on_device(values), *out = on_device(std::vector<float>(blocks, 0));
  const auto check = [&](const char* what, int parts, const auto& launch) {
    check_sum(what, out, parts, should, launch);
  };
  check("spread", blocks, [&] { sum_spread<<<blocks, kThreads>>>(in, out); });
  check("strided", blocks, [&] { sum_strided<<<blocks, kThreads>>>(in, out); });
  check("halving", blocks, [&] { sum_halving<<<blocks, kThreads>>>(in, out); });
  check("two loads", blocks / 2, [&] { sum_two_loads<<<blocks / 2, kThreads>>>(in, out); });
  check("last warp", blocks / 2, [&] { sum_last_warp<<<blocks / 2, kThreads>>>(in, out); });
  check("unrolled", blocks / 2, [&] { sum_unrolled<kThreads><<<blocks / 2, kThreads>>>(in, out); });
  check("many", 8, [&] { sum_many<<<8, kThreads>>>((const float4*)in, out, n / 4); });
}

}  // namespace

int main() {
  check_products();
  check_sums();
  std::printf("%d failures, %s\n", failures, cudaGetErrorString(cudaDeviceSynchronize()));
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
