#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// Build side: orders (chained hash table, head[] and next[] arrays).
// Probe side: order lines. Emits the matching order row and the joined amount.

struct HashTable
{
    const int *head;      // per bucket: first row or -1
    const int *next;      // per row: following row or -1
    const int *key;
    int bucketMask;
    int longestChain;
};

__global__ void probeJoin(HashTable ht, const int *lineKey, const float *lineAmount, const float *orderRate,
                          int lines, int *matchRow, float *joined)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lines) return;

    int k = lineKey[i];
    int row = ht.head[k & ht.bucketMask];
    for (int hop = 0; hop < ht.longestChain && row >= 0; hop++)
    {
        if (ht.key[row] == k) break;
        row = ht.next[row];
    }

    matchRow[i] = row;
    joined[i] = row >= 0 ? lineAmount[i] * orderRate[row] : 0.0f;
}

template <typename T>
T *upload(const std::vector<T> &v)
{
    T *p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

int main()
{
    const int orders = 1 << 18, buckets = 1 << 17, lines = 1000000;

    // keys 0..orders-1, so bucket b holds rows b and b + buckets
    std::vector<int> head(buckets), next(orders), key(orders), lineKey(lines);
    std::vector<float> rate(orders), amount(lines);
    for (int b = 0; b < buckets; b++) head[b] = b + buckets;
    for (int r = 0; r < orders; r++)
    {
        next[r] = r >= buckets ? r - buckets : -1;
        key[r] = r;
        rate[r] = 1.0f + (r % 20) * 0.01f;
    }
    for (int i = 0; i < lines; i++)
    {
        lineKey[i] = (int)((i * 48271u) % 300000u);      // some have no order
        amount[i] = (i % 1000) * 0.25f;
    }

    HashTable ht{upload(head), upload(next), upload(key), buckets - 1, 2};
    int *dKeys = upload(lineKey), *dMatch;
    float *dAmount = upload(amount), *dRate = upload(rate), *dJoined;
    cudaMalloc(&dMatch, lines * sizeof(int));
    cudaMalloc(&dJoined, lines * sizeof(float));

    probeJoin<<<(lines + 255) / 256, 256>>>(ht, dKeys, dAmount, dRate, lines, dMatch, dJoined);

    std::vector<int> match(lines);
    cudaMemcpy(match.data(), dMatch, lines * sizeof(int), cudaMemcpyDeviceToHost);
    int hits = 0;
    for (int m : match) hits += m >= 0;
    std::cout << hits << " of " << lines << " lines joined\n";
    return 0;
}
