#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Polar decomposition F = R S of 2x2 deformation gradients, as in a material
 * point code: rotation angle and the two stretches of each particle. */

__global__ void polarDecompose(const float4 *pfF, float *pfAngle, float2 *pf2Stretch, int nParticles)
{
    int nId = blockIdx.x * blockDim.x + threadIdx.x;
    int nStep = gridDim.x * blockDim.x;

    for (; nId < nParticles; nId += nStep)
    {
        float4 f = pfF[nId];                   /* f00 f01 f10 f11 */

        float fSum  = f.x + f.w;
        float fDiff = f.z - f.y;
        float fNorm = sqrtf(fSum * fSum + fDiff * fDiff);
        float fCos  = fNorm > 0.0f ? fSum / fNorm : 1.0f;
        float fSin  = fNorm > 0.0f ? fDiff / fNorm : 0.0f;

        /* S = R^T F, symmetric */
        float s00 = fCos * f.x + fSin * f.z;
        float s01 = fCos * f.y + fSin * f.w;
        float s11 = fCos * f.w - fSin * f.y;

        float fMean = 0.5f * (s00 + s11);
        float fDev  = 0.5f * (s00 - s11);
        float fRoot = sqrtf(fDev * fDev + s01 * s01);

        pfAngle[nId] = atan2f(fSin, fCos);
        pf2Stretch[nId] = make_float2(fMean + fRoot, fMean - fRoot);
    }
}

int main(void)
{
    const int nParticles = 750000;
    float4 *pfHost = (float4 *)malloc(nParticles * sizeof(float4));
    for (int n = 0; n < nParticles; n++)
    {
        pfHost[n].x = 1.0f + 0.001f * (n % 50);
        pfHost[n].y = 0.01f * (n % 7);
        pfHost[n].z = -0.02f * (n % 5);
        pfHost[n].w = 0.9f;
    }

    float4 *pfDevF;
    float *pfDevAngle;
    float2 *pfDevStretch;
    cudaMalloc((void **)&pfDevF, nParticles * sizeof(float4));
    cudaMalloc((void **)&pfDevAngle, nParticles * sizeof(float));
    cudaMalloc((void **)&pfDevStretch, nParticles * sizeof(float2));
    cudaMemcpy(pfDevF, pfHost, nParticles * sizeof(float4), cudaMemcpyHostToDevice);

    polarDecompose<<<640, 192>>>(pfDevF, pfDevAngle, pfDevStretch, nParticles);

    float2 f2First;
    cudaMemcpy(&f2First, pfDevStretch, sizeof(float2), cudaMemcpyDeviceToHost);
    printf("stretches of particle 0: %f %f\n", f2First.x, f2First.y);
    cudaFree(pfDevF); cudaFree(pfDevAngle); cudaFree(pfDevStretch);
    free(pfHost);
    return 0;
}
