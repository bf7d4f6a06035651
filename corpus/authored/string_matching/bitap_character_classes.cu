// Shift-and search for [0-9][0-9]:[0-9][0-9] (a clock time) in fixed 256-byte records.
#include <stdio.h>
#include <cuda_runtime.h>

#define RECORD 256
#define RECORDS 65536

typedef unsigned char byte;

__device__ __forceinline__ unsigned step(unsigned state, unsigned ch)
{
  unsigned digit = (ch - '0') < 10u ? 0x1Bu : 0u;      // positions 0,1,3,4
  unsigned colon = ch == ':' ? 0x04u : 0u;             // position 2
  return ((state << 1) | 1u) & (digit | colon);
}

__global__ void scan_records(const uint4 *rec, byte *has_time)
{
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  const uint4 *p = rec + r * (RECORD / 16);
  unsigned s = 0, hit = 0;
  for (int i = 0; i < RECORD / 16; i++) {
    uint4 q = p[i];
    unsigned w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int k = 0; k < 4; k++) {
      s = step(s, w[k] & 0xff);          hit |= s;
      s = step(s, (w[k] >> 8) & 0xff);   hit |= s;
      s = step(s, (w[k] >> 16) & 0xff);  hit |= s;
      s = step(s, w[k] >> 24);           hit |= s;
    }
  }
  has_time[r] = (hit >> 4) & 1u;
}

static byte records[RECORDS][RECORD];
static byte result[RECORDS];

int main(void)
{
  for (int r = 0; r < RECORDS; r++)
    for (int c = 0; c < RECORD; c++)
      records[r][c] = (byte)(' ' + (r * 17 + c * c * 3 + c) % 64);

  byte *d_rec, *d_res;
  cudaMalloc(&d_rec, sizeof(records));
  cudaMalloc(&d_res, sizeof(result));
  cudaMemcpy(d_rec, records, sizeof(records), cudaMemcpyHostToDevice);
  scan_records<<<RECORDS / 64, 64>>>((const uint4 *)d_rec, d_res);
  cudaMemcpy(result, d_res, sizeof(result), cudaMemcpyDeviceToHost);

  int matched = 0;
  for (int r = 0; r < RECORDS; r++) matched += result[r];
  printf("%d of %d records contain a time\n", matched, RECORDS);
  cudaFree(d_rec);
  cudaFree(d_res);
  return 0;
}
