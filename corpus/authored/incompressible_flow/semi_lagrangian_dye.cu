#include <iostream>
#include <cmath>
#include <cuda_runtime.h>

// Moves a dye field with the flow: go back along the velocity, sample bilinearly.

const int SIZE = 1024;

__global__ void advectDye(float* newDye, const float* dye, const float* velX, const float* velY, float dt, float fade)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int index = y * SIZE + x;

    float px = x - dt * velX[index];
    float py = y - dt * velY[index];

    // stay inside of the box
    if (px < 0.5f) px = 0.5f;
    if (py < 0.5f) py = 0.5f;
    if (px > SIZE - 1.5f) px = SIZE - 1.5f;
    if (py > SIZE - 1.5f) py = SIZE - 1.5f;

    int x0 = (int)px;
    int y0 = (int)py;
    float fx = px - x0;
    float fy = py - y0;

    float bottom = (1 - fx) * dye[y0 * SIZE + x0] + fx * dye[y0 * SIZE + x0 + 1];
    float top = (1 - fx) * dye[(y0 + 1) * SIZE + x0] + fx * dye[(y0 + 1) * SIZE + x0 + 1];
    newDye[index] = fade * ((1 - fy) * bottom + fy * top);
}

int main()
{
    int count = SIZE * SIZE;
    float* dye = new float[count];
    float* velX = new float[count];
    float* velY = new float[count];
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            int i = y * SIZE + x;
            dye[i] = ((x / 64 + y / 64) % 2 == 0) ? 1.0f : 0.0f;   // checkerboard
            velX[i] = -(y - SIZE / 2) * 0.05f;                     // rigid rotation
            velY[i] = (x - SIZE / 2) * 0.05f;
        }
    }

    float *dDye, *dNew, *dVx, *dVy;
    cudaMalloc(&dDye, count * sizeof(float));
    cudaMalloc(&dNew, count * sizeof(float));
    cudaMalloc(&dVx, count * sizeof(float));
    cudaMalloc(&dVy, count * sizeof(float));
    cudaMemcpy(dDye, dye, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dVx, velX, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dVy, velY, count * sizeof(float), cudaMemcpyHostToDevice);

    dim3 threadsPerBlock(16, 16);
    dim3 numBlocks(SIZE / 16, SIZE / 16);
    advectDye<<<numBlocks, threadsPerBlock>>>(dNew, dDye, dVx, dVy, 0.25f, 0.999f);
    cudaDeviceSynchronize();

    cudaMemcpy(dye, dNew, count * sizeof(float), cudaMemcpyDeviceToHost);
    double total = 0;
    for (int i = 0; i < count; i++) total += dye[i];
    std::cout << "dye left: " << total / count << std::endl;

    cudaFree(dDye); cudaFree(dNew); cudaFree(dVx); cudaFree(dVy);
    delete[] dye; delete[] velX; delete[] velY;
    return 0;
}
