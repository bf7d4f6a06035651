#include <iostream>
#include <cstdlib>
#include <cuda_runtime.h>
using namespace std;

const int W = 1600, H = 1200;
const unsigned char BARE = 0, TREE = 1, FIRE = 2;

__device__ float randomNumber(unsigned int x, unsigned int y, unsigned int t)
{
    unsigned int h = x * 374761393u + y * 668265263u + t * 2246822519u;
    h = (h ^ (h >> 13)) * 1274126177u;
    h = h ^ (h >> 16);
    return h / 4294967296.0f;
}

__global__ void burn(unsigned char *now, unsigned char *later, float growth, float lightning, int t)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H)
        return;

    unsigned char state = now[y * W + x];
    float u = randomNumber(x, y, t);
    if (state == FIRE)
    {
        later[y * W + x] = BARE;
    }
    else if (state == BARE)
    {
        later[y * W + x] = u < growth ? TREE : BARE;
    }
    else
    {
        bool burning = false;
        if (x > 0 && now[y * W + x - 1] == FIRE) burning = true;
        if (x < W - 1 && now[y * W + x + 1] == FIRE) burning = true;
        if (y > 0 && now[(y - 1) * W + x] == FIRE) burning = true;
        if (y < H - 1 && now[(y + 1) * W + x] == FIRE) burning = true;
        if (u < lightning) burning = true;
        later[y * W + x] = burning ? FIRE : TREE;
    }
}

int main()
{
    unsigned char *forest = new unsigned char[W * H];
    for (int i = 0; i < W * H; i++)
        forest[i] = rand() % 3 == 0 ? BARE : TREE;

    unsigned char *a, *b;
    cudaMalloc(&a, W * H);
    cudaMalloc(&b, W * H);
    cudaMemcpy(a, forest, W * H, cudaMemcpyHostToDevice);

    dim3 block(16, 16);
    dim3 grid((W + 15) / 16, (H + 15) / 16);
    for (int t = 0; t < 4; t += 2)
    {
        burn<<<grid, block>>>(a, b, 0.02f, 0.0002f, t);
        cudaDeviceSynchronize();
        burn<<<grid, block>>>(b, a, 0.02f, 0.0002f, t + 1);
        cudaDeviceSynchronize();
    }

    cudaMemcpy(forest, a, W * H, cudaMemcpyDeviceToHost);
    int trees = 0, fires = 0;
    for (int i = 0; i < W * H; i++)
    {
        if (forest[i] == TREE) trees++;
        if (forest[i] == FIRE) fires++;
    }
    cout << trees << " trees, " << fires << " fires" << endl;
    delete[] forest;
    return 0;
}
