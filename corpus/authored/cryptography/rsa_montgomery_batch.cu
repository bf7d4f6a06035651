// Batch of 256-bit modular exponentiations x^65537 mod n, one message per thread,
// eight 32-bit limbs held in registers (CIOS Montgomery multiplication).
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define LIMBS 8
typedef unsigned int u32;
typedef unsigned long long u64;

struct BigInt { u32 w[LIMBS]; };

__device__ __forceinline__ void montmul(u32 *r, const u32 *a, const u32 *b, const u32 *n, u32 n0inv)
{
    u32 t[LIMBS + 2];
#pragma unroll
    for (int i = 0; i < LIMBS + 2; i++) t[i] = 0;
#pragma unroll
    for (int i = 0; i < LIMBS; i++) {
        u64 carry = 0;
#pragma unroll
        for (int j = 0; j < LIMBS; j++) {
            carry += (u64)a[j] * b[i] + t[j];
            t[j] = (u32)carry;
            carry >>= 32;
        }
        carry += t[LIMBS];
        t[LIMBS] = (u32)carry;
        t[LIMBS + 1] = (u32)(carry >> 32);

        u32 m = t[0] * n0inv;
        carry = (u64)m * n[0] + t[0];
        carry >>= 32;
#pragma unroll
        for (int j = 1; j < LIMBS; j++) {
            carry += (u64)m * n[j] + t[j];
            t[j - 1] = (u32)carry;
            carry >>= 32;
        }
        carry += t[LIMBS];
        t[LIMBS - 1] = (u32)carry;
        t[LIMBS] = t[LIMBS + 1] + (u32)(carry >> 32);
    }
    // the modulus has its top bit clear, so one conditional subtraction is enough
    u32 d[LIMBS];
    u32 borrow = 0;
#pragma unroll
    for (int j = 0; j < LIMBS; j++) {
        u64 x = (u64)t[j] - n[j] - borrow;
        d[j] = (u32)x;
        borrow = (u32)(x >> 63);
    }
#pragma unroll
    for (int j = 0; j < LIMBS; j++) r[j] = borrow ? t[j] : d[j];
}

__global__ void pow65537(const u32 *in, u32 *out, BigInt n, u32 n0inv, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    u32 x[LIMBS], y[LIMBS];
#pragma unroll
    for (int l = 0; l < LIMBS; l++) y[l] = x[l] = in[l * count + i];
    for (int s = 0; s < 16; s++) montmul(y, y, y, n.w, n0inv);
    montmul(y, y, x, n.w, n0inv);
#pragma unroll
    for (int l = 0; l < LIMBS; l++) out[l * count + i] = y[l];
}

int main()
{
    const int count = 16384;
    BigInt n = {{0xe51f5a4bu, 0x91c3a77du, 0x0b2d4f69u, 0x7733ae15u, 0x5e8c2b31u, 0xc40d19f7u, 0x2f6e8d03u, 0x6b94c5a1u}};
    u32 inv = 1;
    for (int k = 0; k < 5; k++) inv *= 2 - n.w[0] * inv;   // Newton, mod 2^32
    inv = 0u - inv;

    u32 *h = (u32 *)malloc(count * LIMBS * sizeof(u32));
    for (int i = 0; i < count * LIMBS; i++) h[i] = (u32)i * 2654435761u >> 2;

    u32 *d_in, *d_out;
    cudaMalloc(&d_in, count * LIMBS * sizeof(u32));
    cudaMalloc(&d_out, count * LIMBS * sizeof(u32));
    cudaMemcpy(d_in, h, count * LIMBS * sizeof(u32), cudaMemcpyHostToDevice);
    pow65537<<<count / 64, 64>>>(d_in, d_out, n, inv, count);
    cudaMemcpy(h, d_out, count * LIMBS * sizeof(u32), cudaMemcpyDeviceToHost);
    for (int l = LIMBS - 1; l >= 0; l--) printf("%08x", h[l * count]);
    printf("\n");
    return 0;
}
