#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define GPU_CHECK(e) do { cudaError_t _e = (e); if (_e) { printf("%s\n", cudaGetErrorString(_e)); return 1; } } while (0)

__device__ __forceinline__ unsigned digit(unsigned v)
{
  // 0-25 A-Z, 26-51 a-z, 52-61 0-9, 62 +, 63 /
  unsigned c = v + 'A';
  if (v >= 26) c = v - 26 + 'a';
  if (v >= 52) c = v - 52 + '0';
  if (v == 62) c = '+';
  if (v == 63) c = '/';
  return c;
}

__device__ __forceinline__ unsigned encode24(unsigned b)
{
  return digit(b >> 18) | digit((b >> 12) & 63) << 8 | digit((b >> 6) & 63) << 16 | digit(b & 63) << 24;
}

// 12 bytes in (three words), 16 characters out (one uint4)
__global__ void base64(const unsigned *in, uint4 *out, int groups)
{
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= groups) return;
  unsigned a = __byte_perm(in[3 * g], 0, 0x0123);
  unsigned b = __byte_perm(in[3 * g + 1], 0, 0x0123);
  unsigned c = __byte_perm(in[3 * g + 2], 0, 0x0123);
  uint4 r;
  r.x = encode24(a >> 8);
  r.y = encode24((a & 0xff) << 16 | b >> 16);
  r.z = encode24((b & 0xffff) << 8 | c >> 24);
  r.w = encode24(c & 0xffffff);
  out[g] = r;
}

int main(int argc, char **argv)
{
  const int groups = 4000000;
  const size_t inBytes = (size_t)groups * 12, outBytes = (size_t)groups * 16;
  unsigned char *src = (unsigned char *)malloc(inBytes);
  char *dst = (char *)malloc(outBytes + 1);
  for (size_t i = 0; i < inBytes; i++) src[i] = "Many hands make light work. "[i % 28];

  unsigned *dIn;
  uint4 *dOut;
  GPU_CHECK(cudaMalloc(&dIn, inBytes));
  GPU_CHECK(cudaMalloc(&dOut, outBytes));
  GPU_CHECK(cudaMemcpy(dIn, src, inBytes, cudaMemcpyHostToDevice));
  base64<<<(groups + 511) / 512, 512>>>(dIn, dOut, groups);
  GPU_CHECK(cudaGetLastError());
  GPU_CHECK(cudaMemcpy(dst, dOut, outBytes, cudaMemcpyDeviceToHost));

  printf("%.32s\n", dst);
  return strncmp(dst, "TWFueSBoYW5kcyBtYWtl", 20) != 0;
}
