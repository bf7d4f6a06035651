__global__ void a(double* p) { p[threadIdx.x] = 1; }
__global__ void b(const short* p, char* q, bool flag) {
  if (flag) q[threadIdx.x] = (char)p[threadIdx.x];
}
__global__ void c() {}
__global__ void declared_only(int* p);
