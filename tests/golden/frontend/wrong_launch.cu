// Launches with mistakes: too few arguments, an undeclared kernel, a half-typed one.
__global__ void two_args(float* p, int n) { p[0] = n; }

int main() {
  float* p;
  cudaMalloc(&p, 64);
  two_args<<<1, 2>>>(p);
  no_such_kernel<<<3, 4>>>(p);
  two_args<<<5, 6>>>(p, 7);
  two_args<<<8, 9
}
