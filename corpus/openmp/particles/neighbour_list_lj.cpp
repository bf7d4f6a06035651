// Lennard-Jones forces and energy from a neighbour list stored by rank, for coalesced reads.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct alignas(16) Atom {
  float x, y, z, charge;
};

template <typename Real>
Real interaction(Real square, Real &pull) {
  Real inverse = Real(1) / square, six = inverse * inverse * inverse;
  pull = Real(24) * six * (Real(2) * six - Real(1)) * inverse;
  return Real(4) * six * (six - Real(1));
}

int main(int argc, char **argv) {
  int side = argc > 1 ? std::atoi(argv[1]) : 40;
  const int most = 18;
  int n = side * side * side;
  std::vector<Atom> atoms(n), forces(n);
  std::vector<int> count(n, 0), list(n * most);
  const float spacing = 1.2f;
  for (int i = 0; i < n; i++)
    atoms[i] = {spacing * (i % side) + 0.01f * (i % 5), spacing * (i / side % side),
                spacing * (i / (side * side)) + 0.01f * (i % 3), 0.0f};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 27; k++) {
      int x = i % side + k % 3 - 1, y = i / side % side + k / 3 % 3 - 1;
      int z = i / (side * side) + k / 9 - 1, away = std::abs(k % 3 - 1) + std::abs(k / 3 % 3 - 1);
      away += std::abs(k / 9 - 1);
      if (x < 0 || y < 0 || z < 0 || x >= side || y >= side || z >= side) continue;
      if (away == 1 || away == 2) list[count[i]++ * n + i] = (z * side + y) * side + x;
    }
  const Atom *a = atoms.data();
  const int *neighbours = count.data(), *of = list.data();
  Atom *f = forces.data();
  double energy = 0, expected = 0, error = 0;
#pragma omp target teams distribute parallel for map(to : a[0 : n], neighbours[0 : n]) \
    map(to : of[0 : n * most]) map(from : f[0 : n]) reduction(+ : energy) map(tofrom : energy)
  for (int i = 0; i < n; i++) {
    Atom me = a[i], sum = {0, 0, 0, 0};
    for (int k = 0; k < neighbours[i]; k++) {
      Atom other = a[of[k * n + i]];
      float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z, pull;
      energy += 0.5 * interaction(dx * dx + dy * dy + dz * dz, pull);
      sum.x += pull * dx;
      sum.y += pull * dy;
      sum.z += pull * dz;
    }
    f[i] = sum;
  }
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < count[i]; k++) {
      const Atom &other = atoms[list[k * n + i]];
      double dx = atoms[i].x - other.x, dy = atoms[i].y - other.y, dz = atoms[i].z - other.z, pull;
      expected += 0.5 * interaction(dx * dx + dy * dy + dz * dz, pull);
      sum += pull * dx;
    }
    error = std::fmax(error, std::fabs(sum - forces[i].x));
  }
  bool right = error < 1e-2 && std::fabs(energy - expected) < 1e-5 * std::fabs(expected);
  std::printf("%s %.8g\n", right ? "ok" : "wrong", energy);
  return !right;
}
