#include <stdio.h>
#include <stdlib.h>
#include <math.h>

// my edge detector, image is 1280 x 720 grayscale

__global__ void edge(unsigned char* img, unsigned char* result, int width, int height)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;

    if (row > 0 && row < height - 1 && col > 0 && col < width - 1)
    {
        int maskX[3][3] = { { -3, 0, 3 }, { -10, 0, 10 }, { -3, 0, 3 } };
        int maskY[3][3] = { { -3, -10, -3 }, { 0, 0, 0 }, { 3, 10, 3 } };
        int gx = 0;
        int gy = 0;
        for (int i = -1; i <= 1; i++)
        {
            for (int j = -1; j <= 1; j++)
            {
                int pixel = img[(row + i) * width + (col + j)];
                gx = gx + pixel * maskX[i + 1][j + 1];
                gy = gy + pixel * maskY[i + 1][j + 1];
            }
        }
        float mag = sqrtf((float)(gx * gx + gy * gy)) / 16.0f;
        if (mag > 255.0f)
        {
            mag = 255.0f;
        }
        result[row * width + col] = (unsigned char)mag;
    }
    else if (row < height && col < width)
    {
        result[row * width + col] = 0;
    }
    __syncthreads();
}

int main()
{
    int width = 1280;
    int height = 720;
    int size = width * height;

    unsigned char* h_img = (unsigned char*)malloc(size);
    unsigned char* h_result = (unsigned char*)malloc(size);
    for (int r = 0; r < height; r++)
    {
        for (int c = 0; c < width; c++)
        {
            // a checkerboard of 32 pixel squares
            h_img[r * width + c] = ((r / 32 + c / 32) % 2) * 200 + 20;
        }
    }

    unsigned char* d_img;
    unsigned char* d_result;
    cudaMalloc((void**)&d_img, size);
    cudaMalloc((void**)&d_result, size);
    cudaMemcpy(d_img, h_img, size, cudaMemcpyHostToDevice);

    dim3 threadsPerBlock(16, 16);
    dim3 numBlocks((height + 15) / 16, (width + 15) / 16);
    edge<<<numBlocks, threadsPerBlock>>>(d_img, d_result, width, height);
    cudaDeviceSynchronize();
    cudaMemcpy(h_result, d_result, size, cudaMemcpyDeviceToHost);

    int edges = 0;
    for (int i = 0; i < size; i++)
    {
        if (h_result[i] > 100) edges++;
    }
    printf("%d edge pixels\n", edges);

    cudaFree(d_img);
    cudaFree(d_result);
    free(h_img);
    free(h_result);
    return 0;
}
