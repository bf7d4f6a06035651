// The Mandelbrot set with std::complex's arithmetic written out; rows are dealt out one by one.
#include <cstdio>
#include <cstdlib>
#include <vector>

#pragma omp declare target
struct Complex {
  float re, im;
  Complex operator*(Complex o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  Complex operator+(Complex o) const { return {re + o.re, im + o.im}; }
  float norm() const { return re * re + im * im; }
};

inline int escape(Complex c, int most) {
  Complex z{0, 0};
  int rounds = 0;
  while (rounds < most && z.norm() <= 4.0f) {
    z = z * z + c;
    rounds++;
  }
  return rounds;
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int w = argc > 1 ? std::atoi(argv[1]) : 1600;
  int h = argc > 2 ? std::atoi(argv[2]) : 1200;
  const int most = 256;
  std::vector<int> rounds(w * h);
  int *out = rounds.data();
#pragma omp target teams distribute dist_schedule(static, 1) map(from : out[0 : w * h]) \
    num_teams(600)
  for (int y = 0; y < h; y++) {
#pragma omp parallel for
    for (int x = 0; x < w; x++)
      out[y * w + x] = escape({-2.0f + 3.0f * x / w, -1.25f + 2.5f * y / h}, most);
  }
  // Squares of floats may be contracted or not: a few pixels at the edge may differ.
  long different = 0, sum = 0;
  for (int p = 0; p < w * h; p++) {
    int x = p % w, y = p / w;
    different += escape({-2.0f + 3.0f * x / w, -1.25f + 2.5f * y / h}, most) != rounds[p];
    sum += rounds[p];
  }
  bool right = different * 20 < w * h;
  std::printf("%s %ld\n", right ? "ok" : "wrong", sum);
  return !right;
}
