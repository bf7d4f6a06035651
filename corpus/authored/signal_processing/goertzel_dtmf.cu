#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define FRAME 205
#define TONES 8
#define RATE  8000.0f

/* Power of the eight DTMF frequencies in each frame of a telephone recording.
   Thread (frame, tone); neighbouring threads share the frame, so its samples come from L1. */
__global__ void goertzel(const short *pcm, const float *coef, float *power, int frames)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int frame = id / TONES;
    int tone = id % TONES;
    if (frame >= frames) return;

    float c = coef[tone];
    float s1 = 0.f, s2 = 0.f;
    for (int n = 0; n < FRAME; n++) {
        float s0 = pcm[frame * FRAME + n] * (1.0f / 32768.0f) + c * s1 - s2;
        s2 = s1;
        s1 = s0;
    }
    power[id] = s1 * s1 + s2 * s2 - c * s1 * s2;
}

int main()
{
    const float freq[TONES] = { 697, 770, 852, 941, 1209, 1336, 1477, 1633 };
    float coef[TONES];
    for (int k = 0; k < TONES; k++)
        coef[k] = 2.0f * cosf(6.2831853f * freq[k] / RATE);

    int frames = 20000;
    short *pcm = (short *)malloc(frames * FRAME * sizeof(short));
    for (int f = 0; f < frames; f++)
        for (int n = 0; n < FRAME; n++) {
            float lo = sinf(6.2831853f * freq[f % 4] * n / RATE);
            float hi = sinf(6.2831853f * freq[4 + f / 4 % 4] * n / RATE);
            pcm[f * FRAME + n] = (short)(8000.0f * (lo + hi));
        }

    short *dPcm;
    float *dCoef, *dPower;
    cudaMalloc((void **)&dPcm, frames * FRAME * sizeof(short));
    cudaMalloc((void **)&dCoef, sizeof(coef));
    cudaMalloc((void **)&dPower, frames * TONES * sizeof(float));
    cudaMemcpy(dPcm, pcm, frames * FRAME * sizeof(short), cudaMemcpyHostToDevice);
    cudaMemcpy(dCoef, coef, sizeof(coef), cudaMemcpyHostToDevice);

    int total = frames * TONES;
    goertzel<<<(total + 255) / 256, 256>>>(dPcm, dCoef, dPower, frames);

    float *power = (float *)malloc(total * sizeof(float));
    cudaMemcpy(power, dPower, total * sizeof(float), cudaMemcpyDeviceToHost);
    const char *keys = "123A456B789C*0#D";
    for (int f = 0; f < 16; f++) {
        int lo = 0, hi = 4;
        for (int k = 1; k < 4; k++) if (power[f * TONES + k] > power[f * TONES + lo]) lo = k;
        for (int k = 5; k < 8; k++) if (power[f * TONES + k] > power[f * TONES + hi]) hi = k;
        putchar(keys[lo * 4 + hi - 4]);
    }
    putchar('\n');
    free(pcm); free(power);
    cudaFree(dPcm); cudaFree(dCoef); cudaFree(dPower);
    return 0;
}
