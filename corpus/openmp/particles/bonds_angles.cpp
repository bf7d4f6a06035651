// Forces of chemical bonds and angles in polymer chains; an atom is shared, so adds are atomic.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Angle {
  int a, b, c;
};

class Chains {
 public:
  Chains(int atoms, int length) : atoms_(atoms), xyz_(3 * atoms), force_(3 * atoms) {
    for (int i = 0; i < atoms; i++) {
      xyz_[3 * i] = 0.9 * (i % length);
      xyz_[3 * i + 1] = 0.3 * (i % 3);
      xyz_[3 * i + 2] = 0.2 * (i % 4) + i / length;
      if (i % length > 1) angles_.push_back({i - 2, i - 1, i});
    }
  }

  // Harmonic in the distance of the outer atoms, as in a Urey-Bradley term.
  double compute(double strength, double rest) {
    const int count = int(angles_.size()), size = 3 * atoms_;
    const Angle *angle = angles_.data();
    const double *x = xyz_.data();
    double *f = force_.data();
    double energy = 0;
#pragma omp target teams distribute parallel for map(to : angle[0 : count], x[0 : size]) \
    map(tofrom : f[0 : size], energy) reduction(+ : energy) thread_limit(128)
    for (int k = 0; k < count; k++) {
      int a = 3 * angle[k].a, c = 3 * angle[k].c;
      double d[3] = {x[a] - x[c], x[a + 1] - x[c + 1], x[a + 2] - x[c + 2]};
      double r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      energy += 0.5 * strength * (r - rest) * (r - rest);
      for (int i = 0; i < 3; i++) {
        double push = -strength * (r - rest) / r * d[i];
#pragma omp atomic update
        f[a + i] += push;
#pragma omp atomic update
        f[c + i] -= push;
      }
    }
    return energy;
  }

  double check(double strength, double rest, double *imbalance) const {
    double energy = 0;
    for (const Angle &t : angles_) {
      double r = std::hypot(xyz_[3 * t.a] - xyz_[3 * t.c], xyz_[3 * t.a + 1] - xyz_[3 * t.c + 1],
                            xyz_[3 * t.a + 2] - xyz_[3 * t.c + 2]);
      energy += 0.5 * strength * (r - rest) * (r - rest);
    }
    *imbalance = 0;
    for (double f : force_)
      *imbalance += f;
    return energy;
  }

 private:
  int atoms_;
  std::vector<double> xyz_, force_;
  std::vector<Angle> angles_;
};

int main(int argc, char **argv) {
  int atoms = argc > 1 ? std::atoi(argv[1]) : 600000;
  Chains chains(atoms, 60);
  double imbalance, energy = chains.compute(40.0, 1.5);
  double expected = chains.check(40.0, 1.5, &imbalance);
  bool right = std::fabs(energy - expected) < 1e-9 * expected && std::fabs(imbalance) < 1e-6;
  std::printf("%s %.10g\n", right ? "ok" : "wrong", energy);
  return !right;
}
