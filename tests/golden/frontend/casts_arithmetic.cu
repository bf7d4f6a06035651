// Sizes that only careful arithmetic gets right.
#include <algorithm>
#include <cmath>
#include <cstdint>

enum Mode { kSlow = 3, kFast = 1 << 4 };
constexpr int next_power(int n) { return n <= 1 ? 1 : 2 * next_power((n + 1) / 2); }
static const unsigned kMask = ~0u >> 20;
template <int A, int B> struct Larger { static constexpr int value = A > B ? A : B; };

__global__ void numbers(int a, unsigned b, long long c, float d, double e, unsigned char f, bool g, int8_t h) {}

inline int divide_up(int a, int b) { return a / b + (a % b != 0); }

int main() {
  int64_t big = 3'000'000'000LL;
  int wrapped = (int)big;
  unsigned char byte = 300;
  float third = 1.0f / 3;
  double root = std::sqrt(2.0) * std::pow(2.0, 10);
  int rounded = (int)std::ceil(100 / 7.0);
  numbers<<<divide_up(1001, 100), kFast>>>(wrapped, kMask, big * 2, third, root, byte, big > 5, -1);
  numbers<<<next_power(100), Larger<32, 64>::value>>>(-7 / 2, -7 % 3u, -7 >> 1, 7 / 2, 7 / 2., 'A', !byte, (int8_t)200);
  numbers<<<std::min(65535, 1 << 17), std::max({8, 16, 4})>>>(rounded, 5u - 6u, 1ull << 40, (float)(1 << 24), 1e-3, 255 + 1, nullptr == nullptr, 0x7f);
  numbers<<<sizeof(double) * 4, sizeof(int[6])>>>(std::abs(-5), kSlow | kFast, (long long)3.99, floorf(-2.5f), fmod(7.5, 2.0), 3.7, 0.1, -128);
}
