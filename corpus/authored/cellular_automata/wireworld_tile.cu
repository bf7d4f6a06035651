#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define SIZE 2048
#define TX 32
#define TY 8

enum { EMPTY = 0, HEAD = 1, TAIL = 2, WIRE = 3 };

__global__ void wireworld(const unsigned char *src, unsigned char *dst)
{
    __shared__ unsigned char t[TY + 2][TX + 2];

    int gx = blockIdx.x * TX, gy = blockIdx.y * TY;
    int tid = threadIdx.y * TX + threadIdx.x;

    /* tile with a one-cell frame; outside of the board is empty */
    for (int k = tid; k < (TX + 2) * (TY + 2); k += TX * TY) {
        int ly = k / (TX + 2), lx = k % (TX + 2);
        int y = gy + ly - 1, x = gx + lx - 1;
        t[ly][lx] = (x >= 0 && x < SIZE && y >= 0 && y < SIZE) ? src[y * SIZE + x] : EMPTY;
    }
    __syncthreads();

    int ly = threadIdx.y + 1, lx = threadIdx.x + 1;
    unsigned char c = t[ly][lx], next = c;
    if (c == HEAD)
        next = TAIL;
    else if (c == TAIL)
        next = WIRE;
    else if (c == WIRE) {
        int heads = (t[ly - 1][lx - 1] == HEAD) + (t[ly - 1][lx] == HEAD) + (t[ly - 1][lx + 1] == HEAD)
                  + (t[ly][lx - 1] == HEAD) + (t[ly][lx + 1] == HEAD)
                  + (t[ly + 1][lx - 1] == HEAD) + (t[ly + 1][lx] == HEAD) + (t[ly + 1][lx + 1] == HEAD);
        if (heads == 1 || heads == 2)
            next = HEAD;
    }
    dst[(gy + threadIdx.y) * SIZE + gx + threadIdx.x] = next;
}

int main(void)
{
    unsigned char *board = (unsigned char *)malloc(SIZE * SIZE);
    /* horizontal wires every fourth row, an electron every 16 cells */
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            board[y * SIZE + x] = (y % 4 != 0) ? EMPTY : (x % 16 == 1) ? HEAD : (x % 16 == 0) ? TAIL : WIRE;

    unsigned char *d0, *d1;
    cudaMalloc(&d0, SIZE * SIZE);
    cudaMalloc(&d1, SIZE * SIZE);
    cudaMemcpy(d0, board, SIZE * SIZE, cudaMemcpyHostToDevice);

    dim3 block(TX, TY), grid(SIZE / TX, SIZE / TY);
    for (int step = 0; step < 8; step++) {
        wireworld<<<grid, block>>>(d0, d1);
        wireworld<<<grid, block>>>(d1, d0);
    }
    cudaMemcpy(board, d0, SIZE * SIZE, cudaMemcpyDeviceToHost);
    int electrons = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        electrons += board[i] == HEAD;
    printf("%d electrons\n", electrons);
    free(board);
    return 0;
}
