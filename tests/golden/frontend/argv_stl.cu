// kcast: --argv "2048 1.5 verbose"
// std::stoi and atof on the arguments, held as strings.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

__global__ void damp(double* v, unsigned n, double factor) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= factor;
}

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() < 2) {
    std::cerr << "usage: " << argv[0] << " n factor [verbose]" << std::endl;
    return EXIT_FAILURE;
  }
  const unsigned n = std::stoi(args[0]);
  const double factor = atof(argv[2]);
  const bool verbose = argc > 3 && std::string(argv[3]) == "verbose";
  double* v = nullptr;
  if (cudaMalloc(&v, n * sizeof(double)) != cudaSuccess) return 2;
  const int rounds = verbose ? 2 : 10;
  for (int i = 0; i < rounds; ++i) damp<<<(n + 255u) / 256u, 256>>>(v, n, factor * (i + 1));
  std::cout << "done after " << rounds << '\n';
  cudaFree(v);
}
