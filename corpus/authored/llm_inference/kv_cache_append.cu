// Stores the keys and values of newly computed tokens in a paged cache.
// slot[t] says where token t goes: page slot[t] / PAGE, position slot[t] % PAGE.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

constexpr int HEADS = 8, HEAD_DIM = 128, PAGE = 16;

__global__ void appendToCache(const float* key, const float* value, const int* slot,
                              float* keyCache, float* valueCache)
{
    int token = blockIdx.x;
    int s = slot[token];
    if (s < 0) return;                     // padded token

    int page = s / PAGE;
    int pos = s % PAGE;
    for (int i = threadIdx.x; i < HEADS * HEAD_DIM; i += blockDim.x) {
        int head = i / HEAD_DIM;
        int d = i % HEAD_DIM;
        // pages are [head][position][dim]
        size_t dst = (((size_t)page * HEADS + head) * PAGE + pos) * HEAD_DIM + d;
        size_t src = (size_t)token * HEADS * HEAD_DIM + i;
        keyCache[dst] = key[src];
        valueCache[dst] = value[src];
    }
}

int main()
{
    const int tokens = 1500, pages = 512;
    const size_t tokenFloats = (size_t)tokens * HEADS * HEAD_DIM;
    const size_t cacheFloats = (size_t)pages * PAGE * HEADS * HEAD_DIM;

    std::vector<float> kv(tokenFloats);
    for (size_t i = 0; i < tokenFloats; i++) kv[i] = (float)(i % 1000);
    std::vector<int> slot(tokens);
    for (int t = 0; t < tokens; t++) slot[t] = (t * 5) % (pages * PAGE);   // scattered over the pool

    float *key, *value, *keyCache, *valueCache;
    int* dSlot;
    cudaMalloc(&key, tokenFloats * sizeof(float));
    cudaMalloc(&value, tokenFloats * sizeof(float));
    cudaMalloc(&keyCache, cacheFloats * sizeof(float));
    cudaMalloc(&valueCache, cacheFloats * sizeof(float));
    cudaMalloc(&dSlot, tokens * sizeof(int));
    cudaMemcpy(key, kv.data(), tokenFloats * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(value, kv.data(), tokenFloats * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dSlot, slot.data(), tokens * sizeof(int), cudaMemcpyHostToDevice);

    appendToCache<<<tokens, 512>>>(key, value, dSlot, keyCache, valueCache);

    float one;
    int s = slot[77];
    size_t at = (((size_t)(s / PAGE) * HEADS + 2) * PAGE + s % PAGE) * HEAD_DIM + 9;
    cudaMemcpy(&one, keyCache + at, sizeof(float), cudaMemcpyDeviceToHost);
    bool good = one == kv[(size_t)77 * HEADS * HEAD_DIM + 2 * HEAD_DIM + 9];
    std::cout << (good ? "cache entry found" : "cache entry wrong") << std::endl;

    cudaFree(key);
    cudaFree(value);
    cudaFree(keyCache);
    cudaFree(valueCache);
    cudaFree(dSlot);
    return good ? 0 : 1;
}
