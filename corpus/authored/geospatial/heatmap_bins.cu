#include <iostream>
#include <cuda_runtime.h>

// GPS fixes -> web Mercator pixel counts at zoom 4 (16 tiles of 64 bins on a side)
#define BINS 1024
#define POINTS 3000000

__global__ void heatmap(float *lat, float *lon, int *count)
{
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < POINTS) {
                float phi = lat[i] * 3.14159265f / 180.0f;
                float u = (lon[i] + 180.0f) / 360.0f;
                float v = 0.5f - logf(tanf(0.785398163f + 0.5f * phi)) / 6.2831853f;
                int x = (int)(u * BINS);
                int y = (int)(v * BINS);
                if (x >= 0 && x < BINS && y >= 0 && y < BINS)
                        atomicAdd(&count[y * BINS + x], 1);
        }
}

int main()
{
        float *lat = new float[POINTS];
        float *lon = new float[POINTS];
        for (int i = 0; i < POINTS; i++) {
                // clusters around a few hundred towns
                int town = (i * 37) % 400;
                lat[i] = -60.0f + (town * 7 % 120) + (i % 97) * 0.01f;
                lon[i] = -170.0f + (town * 13 % 340) + (i % 89) * 0.01f;
        }

        float *dLat, *dLon;
        int *dCount;
        cudaMalloc(&dLat, POINTS * sizeof(float));
        cudaMalloc(&dLon, POINTS * sizeof(float));
        cudaMalloc(&dCount, BINS * BINS * sizeof(int));
        cudaMemcpy(dLat, lat, POINTS * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(dLon, lon, POINTS * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemset(dCount, 0, BINS * BINS * sizeof(int));

        heatmap<<<(POINTS + 1023) / 1024, 1024>>>(dLat, dLon, dCount);

        int *count = new int[BINS * BINS];
        cudaMemcpy(count, dCount, BINS * BINS * sizeof(int), cudaMemcpyDeviceToHost);
        int hottest = 0;
        for (int i = 0; i < BINS * BINS; i++)
                if (count[i] > count[hottest])
                        hottest = i;
        std::cout << "hottest bin (" << hottest % BINS << ", " << hottest / BINS << ") with "
                  << count[hottest] << " points" << std::endl;
        delete[] lat;
        delete[] lon;
        delete[] count;
        return 0;
}
