// How a unit of the GPU behaves: what the simulation of src/analyze/sim assumes about one, measured.
//
//   nvcc -O3 -arch=native tests/gpu/unit_laws.cu -o unit_laws && ./unit_laws > tests/data/h200_unit.tsv
//
// One line a reading: what, its parameters, the reading, its unit. Times are medians of five
// launches behind two others.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call)                                                                    \
  do {                                                                              \
    const cudaError_t status = (call);                                              \
    if (status != cudaSuccess) {                                                    \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));               \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)

static int units = 0;
static double mhz = 0;

template <typename Launch>
static double median_us(Launch launch) {
  cudaEvent_t begin, end;
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i < 7; ++i) {
    OK(cudaEventRecord(begin));
    launch();
    OK(cudaEventRecord(end));
    OK(cudaEventSynchronize(end));
    float ms = 0;
    OK(cudaEventElapsedTime(&ms, begin, end));
    if (i >= 2) times.push_back(ms * 1000);
  }
  OK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static void say(const char* what, const char* parameters, double value, const char* unit) {
  printf("%s\t%s\t%.5g\t%s\n", what, parameters, value, unit);
  fflush(stdout);
}

// Blocks that do nothing but, if asked, run for some cycles, and one of whose threads may store.
__global__ void short_block(int* out, int cycles, int stores) {
  extern __shared__ int room[];
  const long long begin = clock64();
  while (cycles > 0 && clock64() - begin < cycles) {
  }
  if (stores) out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(begin);
  if (out == nullptr) room[threadIdx.x] = 0;
}

static void turnaround() {
  int* out = nullptr;
  OK(cudaMalloc(&out, size_t{1} << 30));
  OK(cudaFuncSetAttribute(short_block, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
  for (const int threads : {32, 128, 256, 512, 1024}) {
    for (const int resident : {1, 2, 4, 8, 16}) {
      if (threads * resident > 2048) continue;
      const int shared = 226 * 1024 / resident - 1024;
      for (const int stores : {0, 1}) {
        for (const int cycles : {0, 1000}) {
          const int of_unit = 400;
          const int blocks = units * of_unit;
          const auto run = [&](int n) {
            return median_us([&] { short_block<<<n, threads, shared>>>(out, cycles, stores); });
          };
          const double us = run(blocks) - run(blocks / 2);
          char text[100];
          snprintf(text, sizeof text, "threads=%d resident=%d stores=%d cycles=%d", threads, resident,
                   stores, cycles);
          say("slot", text, us * mhz / (of_unit / 2) * resident, "cycles of a slot for a block");
        }
      }
    }
  }
  OK(cudaFree(out));
}

__global__ void where(int* unit_of, int rounds) {
  if (threadIdx.x == 0) {
    int id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    unit_of[blockIdx.x] = id;
  }
  const long long begin = clock64();
  while (clock64() - begin < rounds) {
  }
}

static void distribution() {
  int* unit_of = nullptr;
  std::vector<int> host(1 << 16);
  OK(cudaMalloc(&unit_of, host.size() * sizeof(int)));
  for (const int threads : {64, 128, 256, 512, 1024}) {
    for (const int each : {1, 2, 4, 8}) {
      for (const int more : {0, 66}) {
        const int blocks = units * each + more - (each > 1 && more ? units : 0);
        if (threads * each > 2048) continue;
        for (int i = 0; i < 3; ++i) where<<<blocks, threads>>>(unit_of, 200000);
        OK(cudaMemcpy(host.data(), unit_of, blocks * sizeof(int), cudaMemcpyDeviceToHost));
        std::vector<int> count(256, 0);
        for (int b = 0; b < blocks; ++b) ++count[host[b]];
        int most = 0, none = 0;
        double squares = 0;
        for (int u = 0; u < units; ++u) {
          most = std::max(most, count[u]);
          none += count[u] == 0;
          squares += double(count[u]) * count[u];
        }
        char text[100];
        snprintf(text, sizeof text, "blocks=%d threads=%d", blocks, threads);
        say("most blocks of a unit", text, most, "blocks");
        say("units without a block", text, none, "units");
        say("mean square of blocks", text, squares / units, "blocks^2");
      }
    }
  }
  OK(cudaFree(unit_of));
}

enum Mix { kFma, kFmaAlu, kAlu, kFmaMufu, kFmaShared };

template <int MIX, int CHAINS>
__global__ void issue(float* out, int rounds, float a, int k) {
  __shared__ float shared[1024];
  shared[threadIdx.x % 1024] = a;
  float x[CHAINS];
  int y[CHAINS];
  for (int c = 0; c < CHAINS; ++c) {
    x[c] = threadIdx.x + c;
    y[c] = threadIdx.x * c + k;
  }
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int u = 0; u < 32 / CHAINS; ++u) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) {
        if (MIX != kAlu) x[c] = fmaf(x[c], a, 1.5f);
        if (MIX == kFmaAlu || MIX == kAlu) asm volatile("xor.b32 %0, %0, %1;" : "+r"(y[c]) : "r"(k));
        if (MIX == kFmaMufu && u % 4 == 0) asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x[c]));
        if (MIX == kFmaShared && u % 4 == 0) x[c] += shared[(threadIdx.x + c) % 1024];
      }
    }
  }
  float sum = 0;
  for (int c = 0; c < CHAINS; ++c) sum += x[c] + y[c];
  if (sum == 12345.678f) out[0] = sum;
}

template <int MIX, int CHAINS>
static void issue_of(const char* name, double instructions) {
  float* out = nullptr;
  OK(cudaMalloc(&out, 4));
  for (const int warps : {4, 8, 16, 32, 64}) {
    const int threads = std::min(1024, warps * 32);
    const int blocks = units * (warps * 32 / threads);
    const int rounds = 4000;
    const auto run = [&](int n) {
      return median_us([&] { issue<MIX, CHAINS><<<blocks, threads>>>(out, n, 0.999f, 3); });
    };
    const double us = run(rounds) - run(rounds / 2);
    char text[100];
    snprintf(text, sizeof text, "mix=%s chains=%d warps=%d", name, CHAINS, warps);
    say("issue", text, instructions * 32 * (rounds / 2) * warps / (us * mhz), "per cycle and unit");
  }
  OK(cudaFree(out));
}

// Warps that each keep `FLIGHT` loads of 128 bytes under way.
template <int FLIGHT, typename Word>
__global__ void stream(const Word* data, size_t words, int rounds, float* out) {
  size_t at = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  const size_t step = size_t{gridDim.x} * blockDim.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    Word w[FLIGHT];
#pragma unroll
    for (int f = 0; f < FLIGHT; ++f) {
      w[f] = __ldcs(&data[at]);
      at += step;
      if (at >= words) at -= words;
    }
#pragma unroll
    for (int f = 0; f < FLIGHT; ++f) sum += *reinterpret_cast<const float*>(&w[f]);
  }
  if (sum == 12345.678f) out[0] = sum;
}

template <int FLIGHT, typename Word>
static void stream_of(size_t bytes, const char* level) {
  Word* data = nullptr;
  float* out = nullptr;
  OK(cudaMalloc(&data, bytes));
  OK(cudaMemset(data, 0, bytes));
  OK(cudaMalloc(&out, 4));
  for (const int warps : {1, 4, 8, 16, 32, 64}) {
    const int threads = std::min(256, warps * 32);
    const int blocks = units * (warps * 32 / threads);
    const int rounds = std::max(64, 4096 / warps / FLIGHT);
    const auto run = [&](int n) {
      return median_us([&] { stream<FLIGHT, Word><<<blocks, threads>>>(data, bytes / sizeof(Word), n, out); });
    };
    const double us = run(rounds * 2) - run(rounds);
    const double moved = double(blocks) * threads * rounds * FLIGHT * sizeof(Word);
    char text[100];
    snprintf(text, sizeof text, "level=%s warps=%d flight=%d word=%zu", level, warps, FLIGHT, sizeof(Word));
    say("bandwidth", text, moved / us / 1000, "GB/s");
    say("cycles of a round", text, us * mhz / rounds, "cycles");
  }
  OK(cudaFree(data));
  OK(cudaFree(out));
}

// A chase of pointers with several warps that all read the same address.
template <typename Word>
__global__ void uniform(const Word* data, int rounds, long long* out) {
  int at = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    const Word w = data[at];
    at = *reinterpret_cast<const int*>(&w);
  }
  const long long end = clock64();
  if (threadIdx.x == 0) out[0] = (end - begin) / rounds + (at == 77);
}

template <typename Word>
static void uniform_of(const char* name) {
  Word* data = nullptr;
  long long* out = nullptr;
  OK(cudaMalloc(&data, 4096));
  OK(cudaMemset(data, 0, 4096));
  OK(cudaMalloc(&out, 8));
  for (const int warps : {1, 8, 32}) {
    uniform<Word><<<1, warps * 32>>>(data, 2000, out);
    uniform<Word><<<1, warps * 32>>>(data, 2000, out);
    long long cycles = 0;
    OK(cudaMemcpy(&cycles, out, 8, cudaMemcpyDeviceToHost));
    char text[100];
    snprintf(text, sizeof text, "word=%s warps=%d", name, warps);
    say("uniform load", text, double(cycles), "cycles");
  }
  OK(cudaFree(data));
  OK(cudaFree(out));
}

__global__ void barriers(int rounds, long long* out) {
  const long long begin = clock64();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) __syncthreads();
  const long long end = clock64();
  if (threadIdx.x == 0) out[0] = (end - begin) / rounds;
}

__global__ void branches(int rounds, int k, long long* out) {
  int y = threadIdx.x;
  const long long begin = clock64();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) asm volatile("xor.b32 %0, %0, %1;" : "+r"(y) : "r"(k));
  const long long end = clock64();
  if (threadIdx.x == 0) out[0] = (end - begin) / rounds + (y == 123456789);
}

static void small() {
  long long* out = nullptr;
  OK(cudaMalloc(&out, 8));
  long long cycles = 0;
  char text[100];
  for (const int warps : {1, 2, 4, 8, 16, 32}) {
    for (int i = 0; i < 2; ++i) barriers<<<1, warps * 32>>>(2000, out);
    OK(cudaMemcpy(&cycles, out, 8, cudaMemcpyDeviceToHost));
    snprintf(text, sizeof text, "warps=%d", warps);
    say("barrier in a loop", text, double(cycles), "cycles");
    for (int i = 0; i < 2; ++i) branches<<<1, warps * 32>>>(2000, 3, out);
    OK(cudaMemcpy(&cycles, out, 8, cudaMemcpyDeviceToHost));
    say("loop of one instruction", text, double(cycles), "cycles");
  }
  OK(cudaFree(out));
}

int main() {
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 0));
  units = properties.multiProcessorCount;
  int khz = 0;
  OK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  mhz = khz / 1000.0;
  printf("# %s, %d units, cycles of %.0f MHz\n", properties.name, units, mhz);
  small();
  uniform_of<int>("4");
  uniform_of<int2>("8");
  uniform_of<int4>("16");
  distribution();
  turnaround();
  issue_of<kFma, 1>("fma", 1);
  issue_of<kFma, 4>("fma", 1);
  issue_of<kAlu, 4>("alu", 1);
  issue_of<kFmaAlu, 1>("fma+alu", 2);
  issue_of<kFmaAlu, 4>("fma+alu", 2);
  issue_of<kFmaMufu, 4>("fma+mufu/4", 1.25);
  issue_of<kFmaShared, 4>("fma+lds+fadd/4", 1.5);
  stream_of<1, int>(size_t{1} << 31, "dram");
  stream_of<4, int>(size_t{1} << 31, "dram");
  stream_of<1, int4>(size_t{1} << 31, "dram");
  stream_of<4, int4>(size_t{1} << 31, "dram");
  stream_of<1, int>(size_t{1} << 24, "l2");
  stream_of<4, int>(size_t{1} << 24, "l2");
  stream_of<4, int4>(size_t{1} << 24, "l2");
  return 0;
}
