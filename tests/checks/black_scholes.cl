float cumulative_normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * exp(-0.5f * d * d) * poly;
  return d > 0.0f ? 1.0f - tail : tail;
}
__kernel void black_scholes(__global const float* restrict price, __global const float* restrict strike,
                            __global const float* restrict years, __global float* restrict call,
                            __global float* restrict put, float rate, float sigma, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    const float s = price[i], x = strike[i], t = years[i];
    const float root = sqrt(t);
    const float d1 = (log(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root);
    const float d2 = d1 - sigma * root;
    const float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2);
    const float disc = x * exp(-rate * t);
    call[i] = s * n1 - disc * n2;
    put[i] = disc * (1.0f - n2) - s * (1.0f - n1);
  }
}
