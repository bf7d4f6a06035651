#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

// Conway's Life, 32 cells per word. Neighbour counts are added bit-parallel with full adders;
// a thread slides down ROWS rows and keeps the three live rows in registers.
constexpr int WORDS = 256;          // 8192 cells per row
constexpr int HEIGHT = 8192;
constexpr int ROWS = 16;

struct Sum { uint32_t lo, hi; };    // two-bit column sums

__device__ __forceinline__ uint32_t maj(uint32_t a, uint32_t b, uint32_t c) { return (a & b) | (c & (a | b)); }

struct Row { uint32_t left, mid, right; };

__device__ __forceinline__ Row fetch(const uint32_t* grid, int y, int x)
{
    const uint32_t* line = grid + ((y + HEIGHT) % HEIGHT) * WORDS;
    const uint32_t c = line[x];
    const uint32_t w = line[(x + WORDS - 1) % WORDS];
    const uint32_t e = line[(x + 1) % WORDS];
    return Row{(c << 1) | (w >> 31), c, (c >> 1) | (e << 31)};
}

__global__ void generation(const uint32_t* __restrict__ in, uint32_t* __restrict__ out)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y0 = blockIdx.y * ROWS;
    Row a = fetch(in, y0 - 1, x);
    Row b = fetch(in, y0, x);
    for (int y = y0; y < y0 + ROWS; ++y) {
        const Row c = fetch(in, y + 1, x);
        const Sum top{a.left ^ a.mid ^ a.right, maj(a.left, a.mid, a.right)};
        const Sum bot{c.left ^ c.mid ^ c.right, maj(c.left, c.mid, c.right)};
        const Sum side{b.left ^ b.right, b.left & b.right};
        // total = lo + 2 * (three carries + carry of lo)
        const uint32_t lo = top.lo ^ bot.lo ^ side.lo;
        const uint32_t carry = maj(top.lo, bot.lo, side.lo);
        const uint32_t p = top.hi ^ bot.hi ^ side.hi ^ carry;       // twos bit
        const uint32_t four = (top.hi & bot.hi) | (side.hi & carry) | ((top.hi ^ bot.hi) & (side.hi ^ carry));
        out[y * WORDS + x] = p & ~four & (lo | b.mid);
        a = b;
        b = c;
    }
}

int main()
{
    std::vector<uint32_t> cells(WORDS * HEIGHT);
    uint32_t s = 2463534242u;
    for (auto& w : cells) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        w = s;
    }
    uint32_t *a, *b;
    const size_t bytes = cells.size() * sizeof(uint32_t);
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemcpy(a, cells.data(), bytes, cudaMemcpyHostToDevice);
    for (int g = 0; g < 20; ++g) {
        generation<<<dim3(WORDS / 128, HEIGHT / ROWS), 128>>>(a, b);
        std::swap(a, b);
    }
    cudaMemcpy(cells.data(), a, bytes, cudaMemcpyDeviceToHost);
    size_t alive = 0;
    for (uint32_t w : cells) alive += __builtin_popcount(w);
    std::printf("density after 20 generations: %.4f\n", alive / (32.0 * cells.size()));
    cudaFree(a);
    cudaFree(b);
}
