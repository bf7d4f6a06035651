// Neighbouring lanes take different paths of about equal length.
extern "C" __global__ void even_odd_lanes(float* data, int n, int inner) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = data[i];
  if (i % 2 == 0) {
    for (int k = 0; k < inner; ++k) v = v * 1.0001f + 0.5f;
  } else {
    for (int k = 0; k < inner; ++k) v = sqrtf(v + 1.0f);
  }
  data[i] = v;
}
