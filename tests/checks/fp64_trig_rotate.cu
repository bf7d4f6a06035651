// Great-circle distances of pairs of points: sines, cosines and an arc tangent.
extern "C" __global__ void fp64_trig_rotate(const double2* from, const double2* to, double* km, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double2 p = from[i], q = to[i];
  const double sa = sin(0.5 * (q.x - p.x)), sb = sin(0.5 * (q.y - p.y));
  const double h = sa * sa + cos(p.x) * cos(q.x) * sb * sb;
  km[i] = 12742.0 * atan2(sqrt(h), sqrt(1.0 - h));
}
