#include <iostream>
#include <cuda_runtime.h>
using namespace std;

#define ALPHABET 32
#define BLOCKSIZE 256

// each thread transforms its own block of 256 symbols
__global__ void moveToFront(unsigned char *input, unsigned char *output, int numBlocks)
{
    int b = threadIdx.x + blockIdx.x * blockDim.x;
    if (b < numBlocks)
    {
        unsigned char list[ALPHABET];
        for (int i = 0; i < ALPHABET; i++)
            list[i] = i;

        for (int i = 0; i < BLOCKSIZE; i++)
        {
            unsigned char symbol = input[b * BLOCKSIZE + i];
            unsigned char previous = list[0];
            int position = 0;
            // shift everything in front of the symbol by one
            while (previous != symbol && position < ALPHABET - 1)
            {
                position++;
                unsigned char current = list[position];
                list[position] = previous;
                previous = current;
            }
            list[0] = symbol;
            output[b * BLOCKSIZE + i] = position;
        }
    }
}

int main()
{
    const int numBlocks = 10000;
    const int size = numBlocks * BLOCKSIZE;

    unsigned char *h_in = new unsigned char[size];
    unsigned char *h_out = new unsigned char[size];
    for (int i = 0; i < size; i++)
        h_in[i] = (i / 3 + i / 50) % ALPHABET;

    unsigned char *d_in, *d_out;
    cudaMalloc((void **)&d_in, size);
    cudaMalloc((void **)&d_out, size);
    cudaMemcpy(d_in, h_in, size, cudaMemcpyHostToDevice);

    int threadsPerBlock = 64;
    int blocksPerGrid = (numBlocks + threadsPerBlock - 1) / threadsPerBlock;
    moveToFront<<<blocksPerGrid, threadsPerBlock>>>(d_in, d_out, numBlocks);
    cudaDeviceSynchronize();
    cudaMemcpy(h_out, d_out, size, cudaMemcpyDeviceToHost);

    int zeros = 0;
    for (int i = 0; i < size; i++)
        if (h_out[i] == 0)
            zeros++;
    cout << "zeros: " << zeros << " of " << size << endl;

    cudaFree(d_in);
    cudaFree(d_out);
    delete[] h_in;
    delete[] h_out;
    return 0;
}
