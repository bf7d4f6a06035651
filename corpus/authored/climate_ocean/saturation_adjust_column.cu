#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

// Warm-rain column physics: saturation adjustment, autoconversion to rain, rain falls to the
// ground through the levels below, evaporating where the air is dry. One thread per column;
// the arrays are stored column after column (level fastest).

#define LEVELS 32

struct Column {
    float temperature[LEVELS];
    float vapour[LEVELS];
    float cloud[LEVELS];
};

__global__ void warmRain(Column* cols, const float* pressure, float* surfaceRain, int nColumns, float dt)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= nColumns) return;

    float rainFromAbove = 0.0f;
    for (int k = LEVELS - 1; k >= 0; k--) {
        float T = cols[c].temperature[k];
        float qv = cols[c].vapour[k];
        float qc = cols[c].cloud[k];

        // two Newton steps towards saturation
        for (int it = 0; it < 2; it++) {
            float es = 611.2f * expf(17.67f * (T - 273.15f) / (T - 29.65f));
            float qs = 0.622f * es / (pressure[k] - 0.378f * es);
            float dqs = qs * 17.67f * 243.5f / ((T - 29.65f) * (T - 29.65f));
            float cond = (qv - qs) / (1.0f + 2490.0f * dqs);
            cond = fmaxf(cond, -qc);
            qv -= cond;
            qc += cond;
            T += 2490.0f * cond;
        }

        float rain = fmaxf(qc - 0.001f, 0.0f) * 0.001f * dt;
        qc -= rain;
        rainFromAbove += rain;

        float es = 611.2f * expf(17.67f * (T - 273.15f) / (T - 29.65f));
        float deficit = fmaxf(0.622f * es / pressure[k] - qv, 0.0f);
        float evap = fminf(rainFromAbove, 0.05f * deficit * sqrtf(rainFromAbove));
        rainFromAbove -= evap;
        qv += evap;
        T -= 2490.0f * evap;

        cols[c].temperature[k] = T;
        cols[c].vapour[k] = qv;
        cols[c].cloud[k] = qc;
    }
    surfaceRain[c] = rainFromAbove;
}

int main()
{
    const int nColumns = 20000;
    Column* h = (Column*)malloc(nColumns * sizeof(Column));
    float pressure[LEVELS];
    for (int k = 0; k < LEVELS; k++) pressure[k] = 101325.0f * expf(-0.05f * k);
    for (int c = 0; c < nColumns; c++)
        for (int k = 0; k < LEVELS; k++) {
            h[c].temperature[k] = 300.0f - 2.5f * k + 0.01f * (c % 100);
            h[c].vapour[k] = 0.018f * expf(-0.12f * k);
            h[c].cloud[k] = 0.0015f;
        }

    Column* d;
    float *dP, *dRain;
    cudaMalloc(&d, nColumns * sizeof(Column));
    cudaMalloc(&dP, sizeof(pressure));
    cudaMalloc(&dRain, nColumns * sizeof(float));
    cudaMemcpy(d, h, nColumns * sizeof(Column), cudaMemcpyHostToDevice);
    cudaMemcpy(dP, pressure, sizeof(pressure), cudaMemcpyHostToDevice);

    warmRain<<<(nColumns + 127) / 128, 128>>>(d, dP, dRain, nColumns, 60.0f);
    cudaDeviceSynchronize();

    float rain;
    cudaMemcpy(&rain, dRain, sizeof(float), cudaMemcpyDeviceToHost);
    printf("rain at the ground: %g kg/kg\n", rain);
    cudaFree(d); cudaFree(dP); cudaFree(dRain);
    free(h);
    return 0;
}
