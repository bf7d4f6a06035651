// Short-range repulsion by cells: particles sorted by cell, each looks at the 27 around its own.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Vec3 {
  double x, y, z;
};

#pragma omp declare target
inline int wrap(int i, int n) {
  return i < 0 ? i + n : i >= n ? i - n : i;
}

inline double nearest(double d, double box) {
  return d > 0.5 * box ? d - box : d < -0.5 * box ? d + box : d;
}

inline bool push(const Vec3 &a, const Vec3 &b, double box, Vec3 &force) {
  double dx = nearest(a.x - b.x, box), dy = nearest(a.y - b.y, box), dz = nearest(a.z - b.z, box);
  double square = dx * dx + dy * dy + dz * dz;
  if (square >= 1.0 || square == 0.0) return false;
  double strength = 1.0 / std::sqrt(square) - 1.0;
  force.x += strength * dx;
  force.y += strength * dy;
  force.z += strength * dz;
  return true;
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int side = argc > 1 ? std::atoi(argv[1]) : 24;
  int each = argc > 2 ? std::atoi(argv[2]) : 8;
  int cells = side * side * side, n = cells * each;
  std::vector<Vec3> position(n), force(n);
  std::vector<int> first(cells + 1);
  for (int c = 0; c <= cells; c++)
    first[c] = c * each;
  for (int i = 0; i < n; i++) {
    int c = i / each;
    position[i] = {c % side + (i * 37 % 101) / 101.0, c / side % side + (i * 53 % 103) / 103.0,
                   c / (side * side) + (i * 71 % 107) / 107.0};
  }
  const Vec3 *p = position.data();
  const int *start = first.data();
  Vec3 *f = force.data();
  long pairs = 0, expected = 0;
#pragma omp target teams distribute parallel for reduction(+ : pairs) map(to : p[0 : n]) \
    map(to : start[0 : cells + 1]) map(from : f[0 : n]) map(tofrom : pairs)
  for (int i = 0; i < n; i++) {
    int cx = int(p[i].x), cy = int(p[i].y), cz = int(p[i].z);
    Vec3 sum = {0, 0, 0};
    for (int k = 0; k < 27; k++) {
      int x = wrap(cx + k % 3 - 1, side), y = wrap(cy + k / 3 % 3 - 1, side);
      int cell = (wrap(cz + k / 9 - 1, side) * side + y) * side + x;
      for (int j = start[cell]; j < start[cell + 1]; j++)
        if (j != i && push(p[i], p[j], side, sum)) pairs++;
    }
    f[i] = sum;
  }
  double error = 0, total = 0, balance = 0;
  int step = 1 + n / 50;
  for (int i = 0; i < n; i++) {
    balance += f[i].x + f[i].y + f[i].z;
    total += std::fabs(f[i].x) + std::fabs(f[i].y) + std::fabs(f[i].z);
    if (i % step) continue;
    Vec3 sum = {0, 0, 0};
    for (int j = 0; j < n; j++)
      if (j != i) expected += push(p[i], p[j], side, sum);
    error = std::fmax(error, std::fabs(sum.x - f[i].x) + std::fabs(sum.y - f[i].y));
  }
  bool right = error < 1e-10 && std::fabs(balance) < 1e-9 * total && pairs >= expected;
  std::printf("%s %ld %.10g\n", right ? "ok" : "wrong", pairs, total);
  return !right;
}
