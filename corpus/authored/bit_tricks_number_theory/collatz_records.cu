#include <stdio.h>
#include <stdlib.h>

#define LIMIT 1000000
#define CAP 600

typedef unsigned long long u64;

__global__ void collatz(unsigned short *steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= LIMIT) return;
    u64 n = (u64)i + 1;
    int s = 0;
    while (n != 1 && s < CAP) {
        if (n % 2 == 0)
            n = n / 2;
        else
            n = 3 * n + 1;
        s++;
    }
    steps[i] = s;
}

int main()
{
    unsigned short *h = (unsigned short *)malloc(LIMIT * sizeof(unsigned short));
    unsigned short *d;
    cudaMalloc(&d, LIMIT * sizeof(unsigned short));
    collatz<<<(LIMIT + 255) / 256, 256>>>(d);
    cudaMemcpy(h, d, LIMIT * sizeof(unsigned short), cudaMemcpyDeviceToHost);

    int record = -1;
    for (int i = 0; i < LIMIT; i++)
        if (h[i] > record) {
            record = h[i];
            printf("%d takes %d steps\n", i + 1, record);
        }
    cudaFree(d);
    free(h);
    return 0;
}
