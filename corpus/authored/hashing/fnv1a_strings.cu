#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define SLOT 32      /* VARCHAR(32): every string has its own slot */

/* 64-bit FNV-1a over a string column, one thread per string */
__global__ void fnv1a_kernel(const unsigned char *chars, const int *lengths,
                             unsigned long long *hashes, int num_strings)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < num_strings)
    {
        unsigned long long h = 14695981039346656037ULL;
        int len = lengths[idx];
        const unsigned char *s = chars + idx * SLOT;
        for (int k = 0; k < len; k++)
        {
            h = h ^ s[k];
            h = h * 1099511628211ULL;
        }
        hashes[idx] = h;
    }
}

int main(int argc, char **argv)
{
    int num_strings = 300000;
    int total = num_strings * SLOT;

    unsigned char *h_chars = (unsigned char *)malloc(total);
    int *h_lengths = (int *)malloc(num_strings * sizeof(int));
    unsigned long long *h_hashes = (unsigned long long *)malloc(num_strings * sizeof(unsigned long long));

    for (int i = 0; i < total; i++)
        h_chars[i] = 'a' + (i * 7 + i / 13) % 26;
    for (int i = 0; i < num_strings; i++)
        h_lengths[i] = 6 + rand() % 26;

    unsigned char *d_chars;
    int *d_lengths;
    unsigned long long *d_hashes;
    cudaMalloc((void **)&d_chars, total);
    cudaMalloc((void **)&d_lengths, num_strings * sizeof(int));
    cudaMalloc((void **)&d_hashes, num_strings * sizeof(unsigned long long));
    cudaMemcpy(d_chars, h_chars, total, cudaMemcpyHostToDevice);
    cudaMemcpy(d_lengths, h_lengths, num_strings * sizeof(int), cudaMemcpyHostToDevice);

    int threads = 192;
    fnv1a_kernel<<<(num_strings + threads - 1) / threads, threads>>>(d_chars, d_lengths, d_hashes, num_strings);

    cudaMemcpy(h_hashes, d_hashes, num_strings * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        printf("%.*s -> %016llx\n", h_lengths[i], (const char *)h_chars + i * SLOT, h_hashes[i]);

    cudaFree(d_chars);
    cudaFree(d_lengths);
    cudaFree(d_hashes);
    free(h_chars);
    free(h_lengths);
    free(h_hashes);
    return 0;
}
