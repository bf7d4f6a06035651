// kcast: -D dst.ne[0]=1024
// What -D names is a place of host code and no macro.
struct T {
  int ne[4];
  float* data;
};
__global__ void k(float* x, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) x[i] = i;
}
void op(T* dst) { k<<<(dst->ne[0] + 255) / 256, 256>>>(dst->data, dst->ne[0]); }
