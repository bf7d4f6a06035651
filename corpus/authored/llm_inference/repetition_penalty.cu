#include <cuda_runtime.h>
#include <cstdlib>
#include <iostream>
#include <vector>
using std::vector;

const int SEQUENCES = 64;
const int VOCAB = 32000;
const int HISTORY = 256;

// Each generated token of the recent history lowers its own logit. A token that
// occurs more than once is handled by its last occurrence only.
__global__ void penalize(float* logits, const int* history, float penalty)
{
    int seq = blockIdx.x;
    int pos = threadIdx.x;
    const int* h = history + seq * HISTORY;
    int token = h[pos];

    for (int later = pos + 1; later < HISTORY; later++)
        if (h[later] == token)
            return;

    float* p = logits + seq * VOCAB + token;
    float v = *p;
    *p = v > 0 ? v / penalty : v * penalty;
}

int main()
{
    vector<float> logits(SEQUENCES * VOCAB);
    vector<int> history(SEQUENCES * HISTORY);
    for (size_t i = 0; i < logits.size(); i++)
        logits[i] = (i % 2) ? 1.0f : -1.0f;
    srand(11);
    for (size_t i = 0; i < history.size(); i++)
        history[i] = rand() % 2000;

    float* dLogits;
    int* dHistory;
    cudaMalloc(&dLogits, logits.size() * sizeof(float));
    cudaMalloc(&dHistory, history.size() * sizeof(int));
    cudaMemcpy(dLogits, logits.data(), logits.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dHistory, history.data(), history.size() * sizeof(int), cudaMemcpyHostToDevice);

    penalize<<<SEQUENCES, HISTORY>>>(dLogits, dHistory, 1.3f);
    cudaDeviceSynchronize();

    cudaMemcpy(logits.data(), dLogits, logits.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int changed = 0;
    for (size_t i = 0; i < logits.size(); i++)
        if (logits[i] != 1.0f && logits[i] != -1.0f) changed++;
    std::cout << changed << " logits penalised" << std::endl;

    cudaFree(dLogits);
    cudaFree(dHistory);
    return 0;
}
