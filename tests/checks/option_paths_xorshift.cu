struct Rng {
  unsigned a, b, c, d;
};
__device__ unsigned draw(Rng& r) {
  unsigned t = r.a ^ (r.a << 11);
  r.a = r.b;
  r.b = r.c;
  r.c = r.d;
  r.d = r.d ^ (r.d >> 19) ^ t ^ (t >> 8);
  return r.d;
}
// Asian call: geometric Brownian paths with Box-Muller normals.
extern "C" __global__ void option_paths_xorshift(float* payoff, float spot, float strike, float drift, float vol, int steps,
                                                 int paths) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= paths) return;
  Rng rng = {p * 747796405u + 1u, 362436069u, 521288629u, 88675123u ^ (unsigned)p};
  float price = spot, mean = 0.0f;
  for (int s = 0; s < steps; s += 2) {
    const float u1 = (draw(rng) >> 8) * 5.9604645e-8f + 3.0e-8f;
    const float u2 = (draw(rng) >> 8) * 5.9604645e-8f;
    const float radius = sqrtf(-2.0f * logf(u1));
    const float z0 = radius * cosf(6.2831853f * u2);
    const float z1 = radius * sinf(6.2831853f * u2);
    price *= expf(drift + vol * z0);
    mean += price;
    price *= expf(drift + vol * z1);
    mean += price;
  }
  mean /= steps;
  payoff[p] = fmaxf(mean - strike, 0.0f);
}
