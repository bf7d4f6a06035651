#include <algorithm>
#include <cstdint>
#include <iostream>
#include <random>
#include <string>
#include <vector>
#include <cuda_runtime.h>

// Spell-checker: edit distance between one query (<= 32 letters) and every dictionary
// word with Myers' bit-vector recurrence. Words are stored transposed, letter-major.
constexpr int MAX_LEN = 16;

__constant__ uint32_t peq[26];   // bit i set in peq[c] when query[i] == c

__global__ void edit_distances(const uint8_t* __restrict__ letters, const uint8_t* __restrict__ lengths,
                               uint8_t* __restrict__ dist, int words, int query_len)
{
    const int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= words) return;

    uint32_t pv = ~0u, mv = 0;
    int score = query_len;
    const uint32_t top = 1u << (query_len - 1);
    const int len = lengths[w];

    for (int j = 0; j < len; ++j) {
        const uint32_t eq = peq[letters[j * words + w]];
        const uint32_t xv = eq | mv;
        const uint32_t xh = (((eq & pv) + pv) ^ pv) | eq;
        uint32_t ph = mv | ~(xh | pv);
        uint32_t mh = pv & xh;
        score += (ph & top) ? 1 : 0;
        score -= (mh & top) ? 1 : 0;
        ph = (ph << 1) | 1u;
        mh <<= 1;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    dist[w] = (uint8_t)score;
}

int main()
{
    const int words = 200000;
    const std::string query = "accelerate";

    std::vector<uint8_t> letters(words * MAX_LEN), lengths(words);
    std::mt19937 gen(5);
    for (auto& c : letters) c = gen() % 26;
    for (int w = 0; w < words; ++w) lengths[w] = 4 + w % 13;

    uint32_t table[26] = {0};
    for (size_t i = 0; i < query.size(); ++i) table[query[i] - 'a'] |= 1u << i;
    cudaMemcpyToSymbol(peq, table, sizeof(table));

    uint8_t *d_letters, *d_lengths, *d_dist;
    cudaMalloc(&d_letters, words * MAX_LEN);
    cudaMalloc(&d_lengths, words);
    cudaMalloc(&d_dist, words);
    cudaMemcpy(d_letters, letters.data(), words * MAX_LEN, cudaMemcpyHostToDevice);
    cudaMemcpy(d_lengths, lengths.data(), words, cudaMemcpyHostToDevice);

    edit_distances<<<(words + 255) / 256, 256>>>(d_letters, d_lengths, d_dist, words, 10);

    std::vector<uint8_t> dist(words);
    cudaMemcpy(dist.data(), d_dist, words, cudaMemcpyDeviceToHost);
    const auto best = std::min_element(dist.begin(), dist.end());
    std::cout << "closest word " << best - dist.begin() << " at distance " << int(*best) << '\n';
    cudaFree(d_letters);
    cudaFree(d_lengths);
    cudaFree(d_dist);
}
