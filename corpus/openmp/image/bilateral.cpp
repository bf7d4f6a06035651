// A bilateral filter: weights fall with the distance of pixels and of their brightness.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <int Radius>
float filtered(const float *in, int w, int h, int x, int y, float space, float tone) {
  float centre = in[y * w + x], sum = 0, weights = 0;
  for (int dy = -Radius; dy <= Radius; dy++)
    for (int dx = -Radius; dx <= Radius; dx++) {
      int u = x + dx, v = y + dy;
      if (u < 0 || v < 0 || u >= w || v >= h) continue;
      float difference = in[v * w + u] - centre;
      float weight = expf(-space * float(dx * dx + dy * dy) - tone * difference * difference);
      sum += weight * in[v * w + u];
      weights += weight;
    }
  return sum / weights;
}

template <int Radius>
void filter(const std::vector<float> &image, std::vector<float> &result, int w, int h) {
  const float *in = image.data();
  float *out = result.data();
  const float space = 0.5f / (Radius * Radius), tone = 20.0f;
#pragma omp target teams distribute parallel for collapse(2) firstprivate(space, tone) \
    map(to : in[0 : w * h]) map(from : out[0 : w * h]) thread_limit(256)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = filtered<Radius>(in, w, h, x, y, space, tone);
}

int main(int argc, char **argv) {
  int w = argc > 1 ? std::atoi(argv[1]) : 1280;
  int h = argc > 2 ? std::atoi(argv[2]) : 720;
  std::vector<float> image(w * h), result(w * h);
  for (int p = 0; p < w * h; p++)
    image[p] = (p % w < w / 2 ? 0.2f : 0.8f) + 0.01f * float(p % 7);
  filter<3>(image, result, w, h);
  double error = 0, total = 0;
  for (int p = 0; p < w * h; p++) {
    if (p % 37 == 0) {
      float expected = filtered<3>(image.data(), w, h, p % w, p / w, 0.5f / 9, 20.0f);
      error = std::fmax(error, std::fabs(result[p] - expected));
    }
    total += result[p];
  }
  std::printf("%s %.7g\n", error < 1e-4 ? "ok" : "wrong", total);
  return error >= 1e-4;
}
