// Bitonic sort of keys with values: a region for each stage compares and exchanges all pairs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Pair {
  std::uint32_t key, value;
};

int main(int argc, char **argv) {
  int bits = argc > 1 ? std::atoi(argv[1]) : 20;
  const std::size_t n = std::size_t(1) << bits;
  std::vector<Pair> pairs(n);
  std::uint64_t sum = 0, sorted_sum = 0;
  for (std::size_t i = 0; i < n; i++) {
    pairs[i] = {std::uint32_t(i * 2654435761u) >> 4, std::uint32_t(i)};
    sum += pairs[i].key ^ pairs[i].value;
  }
  Pair *p = pairs.data();
#pragma omp target data map(tofrom : p[0 : n])
  for (std::size_t size = 2; size <= n; size *= 2)
    for (std::size_t stride = size / 2; stride > 0; stride /= 2) {
#pragma omp target teams distribute parallel for thread_limit(256)
      for (std::size_t k = 0; k < n / 2; k++) {
        std::size_t low = k / stride * 2 * stride + k % stride, high = low + stride;
        bool rising = (low & size) == 0;
        if ((p[low].key > p[high].key) == rising) {
          Pair keep = p[low];
          p[low] = p[high];
          p[high] = keep;
        }
      }
    }
  bool right = true;
  for (std::size_t i = 0; i < n; i++) {
    right = right && (i == 0 || pairs[i - 1].key <= pairs[i].key);
    right = right && pairs[i].key == std::uint32_t(pairs[i].value * 2654435761u) >> 4;
    sorted_sum += pairs[i].key ^ pairs[i].value;
  }
  right = right && sum == sorted_sum;
  std::printf("%s %llu\n", right ? "ok" : "wrong", (unsigned long long)sorted_sum);
  return !right;
}
