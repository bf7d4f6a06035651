#include <cuda_runtime.h>
#include <stdio.h>

/* Three-octave value noise as a displacement texture, four neighbouring texels per thread,
   stored with one float4. Lattice values come from a 256x256 table in global memory. */

#define TEX 2048
#define LAT 256

__device__ float lattice(const float *tab, int x, int y)
{
    return __ldg(&tab[(y & (LAT - 1)) * LAT + (x & (LAT - 1))]);
}

__device__ float valueNoise(const float *tab, float x, float y)
{
    int ix = (int)x, iy = (int)y;
    float u = x - ix, v = y - iy;
    u = u * u * (3.f - 2.f * u);
    v = v * v * (3.f - 2.f * v);
    float a = lattice(tab, ix, iy), b = lattice(tab, ix + 1, iy);
    float c = lattice(tab, ix, iy + 1), d = lattice(tab, ix + 1, iy + 1);
    float top = a + u * (b - a), bottom = c + u * (d - c);
    return top + v * (bottom - top);
}

__global__ void fillTexture(const float *tab, float4 *tex, float freq)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    float out[4];
    #pragma unroll
    for (int k = 0; k < 4; k++) {
        float x = 4 * q + k;
        out[k] = 0.57f * valueNoise(tab, x * freq, y * freq)
               + 0.29f * valueNoise(tab, x * freq * 2.f, y * freq * 2.f)
               + 0.14f * valueNoise(tab, x * freq * 4.f, y * freq * 4.f);
    }
    tex[y * (TEX / 4) + q] = make_float4(out[0], out[1], out[2], out[3]);
}

int main()
{
    static float table[LAT * LAT];
    unsigned r = 20240u;
    for (int i = 0; i < LAT * LAT; i++) {
        r = r * 1103515245u + 12345u;
        table[i] = (r >> 16 & 0x7fff) / 32767.0f;
    }
    float *dTable;
    float4 *dTex;
    cudaMalloc(&dTable, sizeof(table));
    cudaMalloc(&dTex, TEX * TEX * sizeof(float));
    cudaMemcpy(dTable, table, sizeof(table), cudaMemcpyHostToDevice);

    dim3 grid(TEX / 4 / 128, TEX);
    fillTexture<<<grid, 128>>>(dTable, dTex, 0.05f);

    float4 first;
    cudaMemcpy(&first, dTex, sizeof(first), cudaMemcpyDeviceToHost);
    printf("%f %f %f %f\n", first.x, first.y, first.z, first.w);
    cudaFree(dTable);
    cudaFree(dTex);
    return 0;
}
