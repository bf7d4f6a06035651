// Chunks on several streams, each with its offset.
#include <cuda_runtime.h>
#include <vector>

__global__ void process(float* data, int offset, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[offset + i] = data[offset + i] + 1.0f;
}

int main() {
  const int kStreams = 3;
  const int n = 3 * 512;
  const int chunk = n / kStreams;
  float* host;
  float* data;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&data, n * sizeof(float));
  std::vector<cudaStream_t> streams(kStreams);
  for (auto& s : streams) cudaStreamCreate(&s);
  for (int s = 0; s < kStreams; ++s) {
    int offset = s * chunk;
    cudaMemcpyAsync(data + offset, host + offset, chunk * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
    process<<<chunk / 128, 128, 0, streams[s]>>>(data + offset, offset, chunk);
    cudaMemcpyAsync(host + offset, data + offset, chunk * sizeof(float), cudaMemcpyDeviceToHost, streams[s]);
  }
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (auto s : streams) process<<<1, 32, 0, s>>>(data, 0, 32);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  if (ms > 1000.0f) process<<<1, 1>>>(data, 0, 1);
}
