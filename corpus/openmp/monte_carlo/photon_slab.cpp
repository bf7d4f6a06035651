// Photons walk through a slab that scatters and absorbs; tallies are reduced, depths are atomic.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#pragma omp declare target
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed * 747796405u + 2891336453u) {}
  float next() {
    state_ = state_ * 1664525u + 1013904223u;
    std::uint32_t mixed = (state_ ^ (state_ >> 15)) * 0x2c1b3c6du;
    return float((mixed ^ (mixed >> 13)) >> 8) * 0x1p-24f;
  }

 private:
  std::uint32_t state_;
};
#pragma omp end declare target

int main(int argc, char **argv) {
  int photons = argc > 1 ? std::atoi(argv[1]) : 300000;
  const int bins = 64;
  const float thickness = 4.0f, albedo = 0.8f;
  std::vector<unsigned> depth(bins, 0);
  unsigned *absorbed_at = depth.data();
  long through = 0, back = 0, absorbed = 0;
#pragma omp target teams distribute parallel for reduction(+ : through, back, absorbed) \
    map(tofrom : absorbed_at[0 : bins], through, back, absorbed)
  for (int p = 0; p < photons; p++) {
    Random random(p);
    float z = 0.0f, direction = 1.0f;
    for (;;) {
      z -= direction * std::log(1.0f - random.next());
      if (z < 0.0f) {
        back++;
        break;
      }
      if (z >= thickness) {
        through++;
        break;
      }
      if (random.next() > albedo) {
        int bin = int(z / thickness * bins);
        absorbed++;
#pragma omp atomic update
        absorbed_at[bin < bins ? bin : bins - 1]++;
        break;
      }
      direction = 2.0f * random.next() - 1.0f;
    }
  }
  long counted = 0;
  for (unsigned d : depth)
    counted += d;
  bool right = through + back + absorbed == photons && counted == absorbed && through > 0 &&
               back > 0 && depth[0] > depth[bins - 1];
  std::printf("%s %.3f %.3f %.3f\n", right ? "ok" : "wrong", double(through) / photons,
              double(back) / photons, double(absorbed) / photons);
  return !right;
}
