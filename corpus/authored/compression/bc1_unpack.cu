/* BC1 (DXT1) texture decoder, 4x4 texels per 8-byte block, one texel per thread */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define W 2048
#define H 2048

typedef struct { unsigned short c0, c1; unsigned int idx; } bc1_block;

__device__ uchar3 expand565(unsigned short c)
{
    int r = c >> 11, g = (c >> 5) & 63, b = c & 31;
    return make_uchar3((r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2));
}

__global__ void decode(const bc1_block *blocks, uchar4 *image)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    bc1_block blk = blocks[(y / 4) * (W / 4) + x / 4];

    uchar3 a = expand565(blk.c0);
    uchar3 b = expand565(blk.c1);
    int code = (blk.idx >> (2 * ((y & 3) * 4 + (x & 3)))) & 3;
    uchar4 out = make_uchar4(0, 0, 0, 255);
    if (blk.c0 > blk.c1) {
        /* weights of a in thirds: 3, 0, 2, 1 */
        int wa = code == 0 ? 3 : code == 1 ? 0 : code == 2 ? 2 : 1;
        out.x = (a.x * wa + b.x * (3 - wa)) / 3;
        out.y = (a.y * wa + b.y * (3 - wa)) / 3;
        out.z = (a.z * wa + b.z * (3 - wa)) / 3;
    } else if (code == 3) {
        out.w = 0;
    } else {
        int wa = code == 0 ? 2 : code == 1 ? 0 : 1;
        out.x = (a.x * wa + b.x * (2 - wa)) / 2;
        out.y = (a.y * wa + b.y * (2 - wa)) / 2;
        out.z = (a.z * wa + b.z * (2 - wa)) / 2;
    }
    image[y * W + x] = out;
}

int main()
{
    int nblocks = (W / 4) * (H / 4);
    bc1_block *h = (bc1_block *)malloc(nblocks * sizeof(bc1_block));
    for (int i = 0; i < nblocks; i++) {
        h[i].c0 = (unsigned short)(i * 40503u);
        h[i].c1 = (unsigned short)(i * 9973u + 77u);
        h[i].idx = i * 2654435761u;
    }
    bc1_block *d_blocks;
    uchar4 *d_image;
    cudaMalloc(&d_blocks, nblocks * sizeof(bc1_block));
    cudaMalloc(&d_image, W * H * sizeof(uchar4));
    cudaMemcpy(d_blocks, h, nblocks * sizeof(bc1_block), cudaMemcpyHostToDevice);

    dim3 threads(32, 8);
    dim3 grid(W / threads.x, H / threads.y);
    decode<<<grid, threads>>>(d_blocks, d_image);

    uchar4 *image = (uchar4 *)malloc(W * H * sizeof(uchar4));
    cudaMemcpy(image, d_image, W * H * sizeof(uchar4), cudaMemcpyDeviceToHost);
    double luma = 0;
    for (int i = 0; i < W * H; i++) luma += 0.299 * image[i].x + 0.587 * image[i].y + 0.114 * image[i].z;
    printf("mean luma %.2f\n", luma / W / H);
    free(h);
    free(image);
    return 0;
}
