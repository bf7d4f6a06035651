// A few bins of the Fourier transform of many signals by Goertzel's recurrence.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Complex {
  double re, im;
};

#pragma omp declare target
static Complex goertzel(const float *signal, int length, double frequency) {
  double turn = 2.0 * M_PI * frequency / length, twice = 2.0 * std::cos(turn), a = 0, b = 0;
  for (int i = 0; i < length; i++) {
    double next = signal[i] + twice * a - b;
    b = a;
    a = next;
  }
  return {a * std::cos(turn) - b, a * std::sin(turn)};
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int signals = argc > 1 ? std::atoi(argv[1]) : 2000;
  int length = argc > 2 ? std::atoi(argv[2]) : 1024;
  const int bins = 16;
  std::vector<float> samples(std::size_t(signals) * length);
  for (int s = 0; s < signals; s++)
    for (int i = 0; i < length; i++)
      samples[std::size_t(s) * length + i] = float(std::cos(2 * M_PI * (1 + s % 12) * i / length));
  std::vector<Complex> result(signals * bins);
  const float *in = samples.data();
  Complex *out = result.data();
  std::size_t size = samples.size();
#pragma omp target teams loop collapse(2) map(to : in[0 : size]) map(from : out[0 : signals * bins])
  for (int s = 0; s < signals; s++)
    for (int f = 0; f < bins; f++)
      out[s * bins + f] = goertzel(in + std::size_t(s) * length, length, f);
  double error = 0, power = 0;
  for (int s = 0; s < signals; s++)
    for (int f = 0; f < bins; f++) {
      Complex c = result[s * bins + f];
      double expected = f == 1 + s % 12 ? 0.5 * length : 0;
      error = std::fmax(error, std::fabs(std::hypot(c.re, c.im) - expected));
      power += c.re * c.re + c.im * c.im;
    }
  std::printf("%s %.8g\n", error < 1e-2 ? "ok" : "wrong", power);
  return error >= 1e-2;
}
