#include <complex>

std::complex<double> functions(std::complex<double> z) {
  std::complex<double> out;
#pragma omp target map(from : out)
  {
    out = std::sin(z) + std::cos(z) + std::tan(z) + std::sinh(z) + std::cosh(z) + std::tanh(z);
    out += std::asin(z) + std::acos(z) + std::atan(z) + std::asinh(z) + std::acosh(z);
    out += std::atanh(z) + std::log10(z);
  }
  return out;
}
