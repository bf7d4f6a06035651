#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Volume term of a nodal DG method for advection on triangles, order 4 (15 nodes):
//   rhs = -(a_r Dr + a_s Ds) u  with element-wise constant a_r, a_s.
// A block takes ELEMS elements; Dr and Ds live in shared memory, every thread makes one node
// of two elements so that each operator entry read is used twice.

#define NP 15
#define ELEMS 16

__global__ void __launch_bounds__(NP * ELEMS / 2)
dg_volume(const float *__restrict__ u, const float2 *__restrict__ adv, const float *__restrict__ ops,
          float *__restrict__ rhs, int nElem)
{
    __shared__ float Dr[NP * NP], Ds[NP * NP];
    __shared__ float ue[ELEMS][NP + 1];

    const int node = threadIdx.x, pair = threadIdx.y;
    const int tid = pair * NP + node;
    const int nthr = NP * ELEMS / 2;
    const int e0 = blockIdx.x * ELEMS;

    for (int k = tid; k < NP * NP; k += nthr) {
        Dr[k] = ops[k];
        Ds[k] = ops[NP * NP + k];
    }
    for (int k = tid; k < NP * ELEMS; k += nthr)
        ue[k / NP][k % NP] = e0 + k / NP < nElem ? u[(size_t)e0 * NP + k] : 0.0f;
    __syncthreads();

    const int ea = pair, eb = pair + ELEMS / 2;
    float ra = 0, sa = 0, rb = 0, sb = 0;
#pragma unroll
    for (int m = 0; m < NP; m++) {
        const float dr = Dr[node * NP + m], ds = Ds[node * NP + m];
        const float va = ue[ea][m], vb = ue[eb][m];
        ra += dr * va;  sa += ds * va;
        rb += dr * vb;  sb += ds * vb;
    }
    if (e0 + ea < nElem) {
        const float2 a = adv[e0 + ea];
        rhs[(size_t)(e0 + ea) * NP + node] = -(a.x * ra + a.y * sa);
    }
    if (e0 + eb < nElem) {
        const float2 a = adv[e0 + eb];
        rhs[(size_t)(e0 + eb) * NP + node] = -(a.x * rb + a.y * sb);
    }
}

int main(int argc, char **argv)
{
    const int nElem = argc > 1 ? atoi(argv[1]) : 100000;
    float *hu = (float *)malloc((size_t)nElem * NP * sizeof(float));
    float2 *ha = (float2 *)malloc(nElem * sizeof(float2));
    float hops[2 * NP * NP];
    for (int i = 0; i < nElem * NP; i++) hu[i] = (i % 37) * 0.1f;
    for (int e = 0; e < nElem; e++) ha[e] = make_float2(1.0f + 0.001f * (e % 100), 0.5f);
    for (int i = 0; i < 2 * NP * NP; i++) hops[i] = 0.05f * ((i * 5) % 13 - 6);

    float *u, *ops, *rhs;
    float2 *adv;
    cudaMalloc(&u, (size_t)nElem * NP * sizeof(float));
    cudaMalloc(&rhs, (size_t)nElem * NP * sizeof(float));
    cudaMalloc(&adv, nElem * sizeof(float2));
    cudaMalloc(&ops, sizeof(hops));
    cudaMemcpy(u, hu, (size_t)nElem * NP * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(adv, ha, nElem * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(ops, hops, sizeof(hops), cudaMemcpyHostToDevice);

    dg_volume<<<(nElem + ELEMS - 1) / ELEMS, dim3(NP, ELEMS / 2)>>>(u, adv, ops, rhs, nElem);

    float r;
    cudaMemcpy(&r, rhs + 12345, sizeof(float), cudaMemcpyDeviceToHost);
    float want = 0;
    int e = 12345 / NP, n = 12345 % NP;
    for (int m = 0; m < NP; m++)
        want -= (ha[e].x * hops[n * NP + m] + ha[e].y * hops[NP * NP + n * NP + m]) * hu[e * NP + m];
    printf("%f (cpu %f)\n", r, want);
    cudaFree(u); cudaFree(rhs); cudaFree(adv); cudaFree(ops);
    free(hu); free(ha);
    return 0;
}
