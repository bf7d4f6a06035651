// A reaction network that oscillates, by fourth-order Runge and Kutta in each of many cells.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#pragma omp declare target
struct Species {
  double u, v;
};

inline Species operator+(Species a, Species b) {
  return {a.u + b.u, a.v + b.v};
}
inline Species operator*(double s, Species a) {
  return {s * a.u, s * a.v};
}

struct Brusselator {
  double a, b;
  Species operator()(Species s) const {
    double square = s.u * s.u * s.v;
    return {a + square - (b + 1) * s.u, b * s.u - square};
  }
};

template <typename Network>
Species integrate(Network rate, Species s, double dt, int steps) {
  for (int i = 0; i < steps; i++) {
    Species k1 = rate(s), k2 = rate(s + 0.5 * dt * k1), k3 = rate(s + 0.5 * dt * k2);
    Species k4 = rate(s + dt * k3);
    s = s + dt / 6 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return s;
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int cells = argc > 1 ? std::atoi(argv[1]) : 200000;
  int steps = argc > 2 ? std::atoi(argv[2]) : 200;
  std::vector<Species> state(cells), before(cells);
  for (int c = 0; c < cells; c++)
    state[c] = before[c] = {1.0 + 0.01 * (c % 50), 2.5 + 0.002 * (c % 100)};
  Species *s = state.data();
#pragma omp target teams distribute parallel for map(tofrom : s[0 : cells])
  for (int c = 0; c < cells; c++) {
    Brusselator network{1.0, 2.0 + 0.01 * (c % 100)};
    s[c] = integrate(network, s[c], 0.01, steps);
  }
  double error = 0, sum = 0;
  for (int c = 0; c < cells; c++) {
    sum += state[c].u;
    if (c % 199) continue;
    Species want = integrate(Brusselator{1.0, 2.0 + 0.01 * (c % 100)}, before[c], 0.01, steps);
    error = std::fmax(error, std::fabs(want.u - state[c].u) + std::fabs(want.v - state[c].v));
  }
  std::printf("%s %.10g\n", error < 1e-9 ? "ok" : "wrong", sum);
  return error >= 1e-9;
}
