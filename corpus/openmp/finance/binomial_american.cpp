// American puts on binomial trees: a team keeps the values of a tree's level and rolls them back.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kSteps = 255;

struct Option {
  float spot, strike, years, sigma;
};

static float serial_price(const Option &o, float rate) {
  float dt = o.years / kSteps, up = std::exp(o.sigma * std::sqrt(dt));
  float grow = std::exp(rate * dt), p = (grow - 1 / up) / (up - 1 / up), value[kSteps + 1];
  for (int i = 0; i <= kSteps; i++)
    value[i] = std::fmax(o.strike - o.spot * std::pow(up, float(2 * i - kSteps)), 0.0f);
  for (int level = kSteps - 1; level >= 0; level--)
    for (int i = 0; i <= level; i++) {
      float hold = (p * value[i + 1] + (1 - p) * value[i]) / grow;
      value[i] = std::fmax(hold, o.strike - o.spot * std::pow(up, float(2 * i - level)));
    }
  return value[0];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 2000;
  const float rate = 0.05f;
  std::vector<Option> options(n);
  std::vector<float> prices(n);
  for (int k = 0; k < n; k++)
    options[k] = {90.0f + k % 20, 100.0f, 0.5f + 0.1f * (k % 7), 0.2f + 0.02f * (k % 5)};
  const Option *o = options.data();
  float *price = prices.data();
#pragma omp target teams distribute thread_limit(128) map(to : o[0 : n]) map(from : price[0 : n])
  for (int k = 0; k < n; k++) {
    float value[2][kSteps + 1];
    float dt = o[k].years / kSteps, up = expf(o[k].sigma * sqrtf(dt));
    float grow = expf(rate * dt), p = (grow - 1 / up) / (up - 1 / up);
    float strike = o[k].strike, spot = o[k].spot;
#pragma omp parallel num_threads(128)
    {
#pragma omp for
      for (int i = 0; i <= kSteps; i++)
        value[kSteps & 1][i] = fmaxf(strike - spot * powf(up, float(2 * i - kSteps)), 0.0f);
      for (int level = kSteps - 1; level >= 0; level--) {
        const float *from = value[(level + 1) & 1];
        // The loop ends with a barrier of the team.
#pragma omp for
        for (int i = 0; i <= level; i++) {
          float hold = (p * from[i + 1] + (1 - p) * from[i]) / grow;
          value[level & 1][i] = fmaxf(hold, strike - spot * powf(up, float(2 * i - level)));
        }
      }
    }
    price[k] = value[0][0];
  }
  double error = 0, total = 0;
  for (int k = 0; k < n; k++) {
    if (k % 50 == 0) error = std::fmax(error, std::fabs(serial_price(options[k], rate) - price[k]));
    total += price[k];
  }
  std::printf("%s %.6g\n", error < 1e-2 ? "ok" : "wrong", total);
  return error >= 1e-2;
}
