/* Delay-and-sum beamformer for a linear 64-element probe, plane-wave transmit.
   A block makes 128 depth samples of one scan line. Apodisation (Hann over the aperture) and
   element positions are staged in shared memory. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ELEMENTS 64
#define SAMPLES 2048
#define LINES 256
#define DEPTHS 512

static const float kPitch = 0.3e-3f;          /* m */
static const float kSound = 1540.0f;          /* m/s */
static const float kRate = 40.0e6f;           /* Hz */

__global__ void beamform(const float *__restrict__ rf, float *__restrict__ image, float pitch, float rateOverC)
{
    __shared__ float elemX[ELEMENTS];
    __shared__ float apod[ELEMENTS];
    if (threadIdx.x < ELEMENTS) {
        elemX[threadIdx.x] = (threadIdx.x - 0.5f * (ELEMENTS - 1)) * pitch;
        apod[threadIdx.x] = 0.5f - 0.5f * __cosf(6.2831853f * (threadIdx.x + 0.5f) / ELEMENTS);
    }
    __syncthreads();

    const int depth = blockIdx.x * blockDim.x + threadIdx.x;
    const int line = blockIdx.y;
    const float x = (line - 0.5f * (LINES - 1)) * pitch * 0.25f;
    const float z = 2.0e-3f + depth * 6.0e-5f;

    float acc = 0.0f;
    for (int e = 0; e < ELEMENTS; ++e) {
        const float dx = x - elemX[e];
        const float s = (z + sqrtf(z * z + dx * dx)) * rateOverC;    /* two-way time in samples */
        const int i = (int)s;
        if (i < SAMPLES - 1) {
            const float *trace = rf + e * SAMPLES + i;
            acc += apod[e] * (trace[0] + (s - i) * (trace[1] - trace[0]));
        }
    }
    image[line * DEPTHS + depth] = acc;
}

int main()
{
    float *rf = (float *)malloc(ELEMENTS * SAMPLES * sizeof(float));
    for (int e = 0; e < ELEMENTS; ++e) {
        float dx = (e - 0.5f * (ELEMENTS - 1)) * kPitch;             /* point target at 15 mm */
        float arrive = (0.015f + sqrtf(0.015f * 0.015f + dx * dx)) * kRate / kSound;
        for (int t = 0; t < SAMPLES; ++t) {
            float d = t - arrive;
            rf[e * SAMPLES + t] = expf(-d * d / 50.0f) * cosf(0.78f * d);
        }
    }
    float *dRf, *dImg;
    cudaMalloc((void **)&dRf, ELEMENTS * SAMPLES * sizeof(float));
    cudaMalloc((void **)&dImg, LINES * DEPTHS * sizeof(float));
    cudaMemcpy(dRf, rf, ELEMENTS * SAMPLES * sizeof(float), cudaMemcpyHostToDevice);

    beamform<<<dim3(DEPTHS / 128, LINES), 128>>>(dRf, dImg, kPitch, kRate / kSound);

    float *img = (float *)malloc(LINES * DEPTHS * sizeof(float));
    cudaMemcpy(img, dImg, LINES * DEPTHS * sizeof(float), cudaMemcpyDeviceToHost);
    int top = 0;
    for (int i = 0; i < LINES * DEPTHS; ++i)
        if (img[i] > img[top]) top = i;
    printf("brightest at line %d, depth %.2f mm\n", top / DEPTHS, 2.0 + 0.06 * (top % DEPTHS));
    cudaFree(dRf);
    cudaFree(dImg);
    free(rf);
    free(img);
    return 0;
}
