#define ORDER(a, b) { const float lo = fminf(a, b); b = fmaxf(a, b); a = lo; }
extern "C" __global__ void median3x3(const float* __restrict__ in, float* __restrict__ out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= w - 1 || y >= h - 1) return;
  float v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
  ORDER(v[1], v[2]) ORDER(v[4], v[5]) ORDER(v[7], v[8])
  ORDER(v[0], v[1]) ORDER(v[3], v[4]) ORDER(v[6], v[7])
  ORDER(v[1], v[2]) ORDER(v[4], v[5]) ORDER(v[7], v[8])
  ORDER(v[0], v[3]) ORDER(v[5], v[8]) ORDER(v[4], v[7])
  ORDER(v[3], v[6]) ORDER(v[1], v[4]) ORDER(v[2], v[5])
  ORDER(v[4], v[7]) ORDER(v[4], v[2]) ORDER(v[6], v[4])
  ORDER(v[4], v[2])
  out[y * w + x] = v[4];
}
