#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// For every position: the longest earlier match (length <= 18, distance <= WINDOW),
// brute force inside a shared copy of the window.
constexpr int BLOCK = 256;
constexpr int WINDOW = 512;
constexpr int MAX_MATCH = 18;

struct Match { uint16_t distance; uint16_t length; };

__global__ void longestMatch(const uint8_t* __restrict__ text, int n, Match* __restrict__ matches)
{
    __shared__ uint8_t s[WINDOW + BLOCK + MAX_MATCH];
    const int origin = blockIdx.x * BLOCK - WINDOW;
    for (int i = threadIdx.x; i < WINDOW + BLOCK + MAX_MATCH; i += BLOCK) {
        const int g = origin + i;
        s[i] = (g >= 0 && g < n) ? text[g] : 0;
    }
    __syncthreads();

    const int pos = blockIdx.x * BLOCK + threadIdx.x;
    if (pos >= n) return;
    const int here = WINDOW + threadIdx.x;
    const int limit = min(MAX_MATCH, n - pos);
    const int reach = min(WINDOW, pos);

    int bestLen = 0, bestDist = 0;
    for (int dist = 1; dist <= reach; ++dist) {
        int len = 0;
        while (len < limit && s[here + len] == s[here + len - dist]) ++len;
        if (len > bestLen) {
            bestLen = len;
            bestDist = dist;
        }
    }
    matches[pos] = Match{(uint16_t)bestDist, (uint16_t)bestLen};
}

int main()
{
    const int n = 1 << 20;
    std::vector<uint8_t> text(n);
    unsigned s = 5;
    for (int i = 0; i < n; ++i) {
        s = s * 1103515245u + 12345u;
        text[i] = 'a' + ((s >> 16) % 6);
    }

    uint8_t* dText;
    Match* dMatch;
    cudaMalloc(&dText, n);
    cudaMalloc(&dMatch, n * sizeof(Match));
    cudaMemcpy(dText, text.data(), n, cudaMemcpyHostToDevice);
    longestMatch<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(dText, n, dMatch);

    std::vector<Match> m(n);
    cudaMemcpy(m.data(), dMatch, n * sizeof(Match), cudaMemcpyDeviceToHost);
    int tokens = 0;
    for (int i = 0; i < n; ++tokens) i += m[i].length >= 3 ? m[i].length : 1;
    std::printf("%d bytes, %d tokens\n", n, tokens);
    cudaFree(dText);
    cudaFree(dMatch);
}
