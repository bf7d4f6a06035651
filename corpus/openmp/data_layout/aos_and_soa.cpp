// The same update of particles as an array of structs and as a struct of arrays.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 2000000;
  std::vector<Particle> structs(n);
  std::vector<float> arrays(std::size_t(6) * n);
  float *x = arrays.data(), *y = x + n, *z = y + n, *vx = z + n, *vy = vx + n, *vz = vy + n;
  for (int i = 0; i < n; i++) {
    structs[i] = {float(i % 11), float(i % 13), 1.0f, 0.5f * float(i % 3),
                  0.25f,         -1.0f,         1.0f, 0.0f};
    x[i] = structs[i].x, y[i] = structs[i].y, z[i] = structs[i].z;
    vx[i] = structs[i].vx, vy[i] = structs[i].vy, vz[i] = structs[i].vz;
  }
  Particle *p = structs.data();
  const float dt = 0.5f;
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n])
  for (int i = 0; i < n; i++) {
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
  }
#pragma omp target teams distribute parallel for map(to : vx[0 : n], vy[0 : n], vz[0 : n]) \
    map(tofrom : x[0 : n], y[0 : n], z[0 : n])
  for (int i = 0; i < n; i++) {
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
  }
  int wrong = 0;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    wrong += p[i].x != x[i] || p[i].y != y[i] || p[i].z != z[i];
    wrong += x[i] != float(i % 11) + 0.25f * float(i % 3);
    sum += x[i] + y[i] + z[i];
  }
  std::printf("%s %.9g\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
