// Three small mistakes in three places; what stands between them is read.
struct Vec { float x, y };

__device__ float dot2(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }

__global__ void fine(float* p) { p[threadIdx.x] = sqrtf(p[threadIdx.x]); }

__global__ void uses_vec(const Vec* v, float* out) {
  int i = threadIdx.x;
  out[i] = dot2(v[i], v[0]);
}

__global__ void no_semicolon(float* p) {
  float a = p[0]
  p[1] = a;
}

int main() {
  float* p;
  cudaMalloc(&p, 400)
  fine<<<1, 100>>>(p);
}
