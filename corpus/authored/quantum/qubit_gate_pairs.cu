#include <iostream>
#include <vector>
#include <cuda_runtime.h>
#include <cuComplex.h>

// Applies a 2x2 gate to one qubit of a state vector; a thread updates one pair of amplitudes.

__global__ void applyGate(cuFloatComplex* state, int qubit, long long pairs,
                          cuFloatComplex g00, cuFloatComplex g01, cuFloatComplex g10, cuFloatComplex g11)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs) return;

    long long low = t % (1LL << qubit);
    long long high = t / (1LL << qubit);
    long long i0 = high * (2LL << qubit) + low;
    long long i1 = i0 + (1LL << qubit);

    cuFloatComplex a = state[i0];
    cuFloatComplex b = state[i1];
    state[i0] = cuCaddf(cuCmulf(g00, a), cuCmulf(g01, b));
    state[i1] = cuCaddf(cuCmulf(g10, a), cuCmulf(g11, b));
}

int main()
{
    const int qubits = 22;
    const long long dim = 1LL << qubits;

    std::vector<cuFloatComplex> psi(dim);
    for (long long i = 0; i < dim; i++)
        psi[i] = make_cuFloatComplex(0.0f, 0.0f);
    psi[0] = make_cuFloatComplex(1.0f, 0.0f);

    cuFloatComplex* d;
    cudaMalloc(&d, dim * sizeof(cuFloatComplex));
    cudaMemcpy(d, psi.data(), dim * sizeof(cuFloatComplex), cudaMemcpyHostToDevice);

    // Hadamard on the lowest, a middle and the highest qubit
    const float s = 0.70710678f;
    cuFloatComplex h = make_cuFloatComplex(s, 0), mh = make_cuFloatComplex(-s, 0);
    applyGate<<<(dim / 2 + 255) / 256, 256>>>(d, 0, dim / 2, h, h, h, mh);
    applyGate<<<(dim / 2 + 255) / 256, 256>>>(d, qubits / 2, dim / 2, h, h, h, mh);
    applyGate<<<(dim / 2 + 255) / 256, 256>>>(d, qubits - 1, dim / 2, h, h, h, mh);

    cudaMemcpy(psi.data(), d, dim * sizeof(cuFloatComplex), cudaMemcpyDeviceToHost);
    std::cout << "amplitude 0 after three Hadamards: " << psi[0].x << ", expected " << s / 2 << std::endl;
    cudaFree(d);
    return 0;
}
