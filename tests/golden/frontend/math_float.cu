// ptx: sqrt.rn.f32 rsqrt.approx.f32 fma.rn.f32 div.rn.f32 abs.f32
// Every float function of the library that is more than some instructions.
__global__ void one(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
  float* out = y + 64 * i;
  out[0] = sinf(v);
  out[1] = cosf(v);
  out[2] = tanf(v);
  out[3] = asinf(v);
  out[4] = acosf(v);
  out[5] = atanf(v);
  out[6] = sinhf(v);
  out[7] = coshf(v);
  out[8] = tanhf(v);
  out[9] = asinhf(v);
  out[10] = acoshf(v);
  out[11] = atanhf(v);
  out[12] = expf(v);
  out[13] = exp2f(v);
  out[14] = exp10f(v);
  out[15] = expm1f(v);
  out[16] = logf(v);
  out[17] = log2f(v);
  out[18] = log10f(v);
  out[19] = log1pf(v);
  out[20] = logbf(v);
  out[21] = cbrtf(v);
  out[22] = rcbrtf(v);
  out[23] = erff(v);
  out[24] = erfcf(v);
  out[25] = erfinvf(v);
  out[26] = erfcinvf(v);
  out[27] = erfcxf(v);
  out[28] = normcdff(v);
  out[29] = normcdfinvf(v);
  out[30] = tgammaf(v);
  out[31] = lgammaf(v);
  out[32] = j0f(v) + j1f(v);
  out[33] = y0f(v) + y1f(v);
  out[34] = sinpif(v);
  out[35] = cospif(v);
  out[36] = cyl_bessel_i0f(v);
  out[37] = cyl_bessel_i1f(v);
}

__global__ void two(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = x[i], b = x[i + n];
  int e;
  float s, c, whole;
  float* out = y + 64 * i;
  out[0] = powf(a, b);
  out[1] = atan2f(a, b);
  out[2] = fmodf(a, b);
  out[3] = remainderf(a, b);
  out[4] = hypotf(a, b);
  out[5] = rhypotf(a, b);
  out[6] = nextafterf(a, b);
  out[7] = norm3df(a, b, a);
  out[8] = norm4df(a, b, a, b);
  out[9] = ldexpf(a, i);
  out[10] = scalbnf(b, i);
  out[11] = jnf(i, a) + ynf(i, a);
  out[12] = ilogbf(a);
  out[13] = frexpf(a, &e) + e;
  sincosf(a, &s, &c);
  out[14] = s - c;
  out[15] = modff(a, &whole) + whole;
  out[16] = sqrtf(a) + rsqrtf(b) + fmaf(a, b, s) + a / b;
  out[17] = fabsf(a) + fminf(a, b) + fmaxf(a, b) + fdimf(a, b) + copysignf(a, b);
  out[18] = floorf(a) + ceilf(a) + truncf(a) + rintf(a) + roundf(a) + nearbyintf(a);
  out[19] = lroundf(a) + lrintf(b) + isnan(a) + isinf(b) + signbit(a);
}
