#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Four-valued logic in two bit planes: (can0, can1): 0 = (1,0), 1 = (0,1), X = (1,1), Z = (0,0).
// Eight tri-state drivers per bus; resolution of drivers is then a plain OR of both planes.

struct Planes { unsigned z, o; };

__device__ __forceinline__ Planes triState(Planes data, Planes enable)
{
  // enable 0: Z, enable 1: data (Z data becomes X), enable X or Z: X
  unsigned on = enable.o & ~enable.z, off = enable.z & ~enable.o;
  unsigned unknown = ~(on | off);
  unsigned floating = ~(data.z | data.o);
  Planes r;
  r.z = ((data.z | floating) & on) | unknown;
  r.o = ((data.o | floating) & on) | unknown;
  return r;
}

template <int DRIVERS>
__global__ void resolveBuses(const uint2* __restrict__ data, const uint2* __restrict__ enable,
                             uint2* __restrict__ bus, unsigned* __restrict__ conflicts, int buses)
{
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= buses) return;
  Planes sum{0u, 0u};
  unsigned fights = 0;
#pragma unroll
  for (int d = 0; d < DRIVERS; ++d) {
    uint2 dv = data[d * buses + b], ev = enable[d * buses + b];
    Planes drive = triState(Planes{dv.x, dv.y}, Planes{ev.x, ev.y});
    fights |= (sum.z & drive.o) | (sum.o & drive.z);
    sum.z |= drive.z;
    sum.o |= drive.o;
  }
  bus[b] = make_uint2(sum.z, sum.o);
  conflicts[b] = __popc(fights);
}

int main()
{
  constexpr int drivers = 8;
  const int buses = 400000;
  std::vector<uint2> data(drivers * buses), enable(drivers * buses);
  for (int i = 0; i < drivers * buses; ++i) {
    unsigned r = i * 2654435761u;
    data[i].x = r;
    data[i].y = ~r;
    unsigned en = (i / buses) == (i % drivers) ? ~0u : 0u;   // mostly one driver at a time
    enable[i].x = ~en;
    enable[i].y = en | (i % 50 == 0 ? 0xffu : 0u);
  }
  uint2 *dData, *dEnable, *dBus;
  unsigned* dConf;
  cudaMalloc(&dData, data.size() * sizeof(uint2));
  cudaMalloc(&dEnable, enable.size() * sizeof(uint2));
  cudaMalloc(&dBus, buses * sizeof(uint2));
  cudaMalloc(&dConf, buses * sizeof(unsigned));
  cudaMemcpy(dData, data.data(), data.size() * sizeof(uint2), cudaMemcpyHostToDevice);
  cudaMemcpy(dEnable, enable.data(), enable.size() * sizeof(uint2), cudaMemcpyHostToDevice);
  resolveBuses<drivers><<<(buses + 255) / 256, 256>>>(dData, dEnable, dBus, dConf, buses);
  std::vector<unsigned> conf(buses);
  cudaMemcpy(conf.data(), dConf, buses * sizeof(unsigned), cudaMemcpyDeviceToHost);
  unsigned long long total = 0;
  for (unsigned c : conf) total += c;
  printf("%llu conflicting bus bits\n", total);
}
