#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <cstdio>
#include <vector>

using namespace nvcuda;

// A real orthogonal gate on the four lowest qubits is a 16x16 matrix times the state vector seen as a
// 16 x (2^n / 16) matrix. Simulated for an ensemble of real states: one warp multiplies the gate
// with several 16x16 pieces on the tensor cores.

constexpr int PIECES = 4;          // 16-column pieces per warp
constexpr int WARPS = 4;

__global__ void __launch_bounds__(WARPS * 32) fourQubitGate(const half* __restrict__ gate, const half* __restrict__ in,
                                                            float* __restrict__ out, int pieces)
{
    const int warp = blockIdx.x * WARPS + threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> g;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> x;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> y;

    wmma::load_matrix_sync(g, gate, 16);
#pragma unroll
    for (int p = 0; p < PIECES; ++p) {
        const int piece = warp * PIECES + p;
        if (piece >= pieces) break;
        wmma::fill_fragment(y, 0.0f);
        // the four low bits of the basis index run fastest: columns are contiguous
        wmma::load_matrix_sync(x, in + (size_t)piece * 256, 16);
        wmma::mma_sync(y, g, x, y);
        wmma::store_matrix_sync(out + (size_t)piece * 256, y, 16, wmma::mem_col_major);
    }
}

int main()
{
    const int qubits = 22, amplitudes = 1 << qubits, pieces = amplitudes / 256;
    std::vector<half> gate(256), psi(amplitudes);
    for (int r = 0; r < 16; ++r)                 // Hadamard on all four: +-1/4
        for (int c = 0; c < 16; ++c)
            gate[r * 16 + c] = __float2half(__builtin_popcount(r & c) & 1 ? -0.25f : 0.25f);
    for (int i = 0; i < amplitudes; ++i) psi[i] = __float2half(0.001f * (i % 100));

    half *dGate, *dIn;
    float* dOut;
    cudaMalloc(&dGate, 256 * sizeof(half));
    cudaMalloc(&dIn, amplitudes * sizeof(half));
    cudaMalloc(&dOut, amplitudes * sizeof(float));
    cudaMemcpy(dGate, gate.data(), 256 * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(dIn, psi.data(), amplitudes * sizeof(half), cudaMemcpyHostToDevice);

    fourQubitGate<<<pieces / (PIECES * WARPS), WARPS * 32>>>(dGate, dIn, dOut, pieces);

    float first[2];
    cudaMemcpy(first, dOut, sizeof(first), cudaMemcpyDeviceToHost);
    std::printf("out[0] = %f (expected %f)\n", first[0], 0.25f * 0.120f);
    cudaFree(dGate);
    cudaFree(dIn);
    cudaFree(dOut);
}
