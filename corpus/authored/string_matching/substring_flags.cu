#include <cstdio>
#include <cstring>
#include <cstdlib>

__constant__ char needle[16];

// first version: every thread tests the needle at its own position
__global__ void find(const char *text, char *flag, int n, int m)
{
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos >= n) return;
    char ok = 0;
    if (pos + m <= n) {
        int j = 0;
        while (j < m && text[pos + j] == needle[j]) j++;
        if (j == m) ok = 1;
    }
    flag[pos] = ok;
}

int main()
{
    const char *word = "error in row";
    const int m = 12;
    const int n = 16 * 1024 * 1024;
    char *text = (char *)malloc(n);
    for (int i = 0; i < n; i++) text[i] = "abcdefgh error\n"[(i * 5 + i / 64) % 15];

    char *d_text, *d_flag;
    cudaMalloc((void **)&d_text, n);
    cudaMalloc((void **)&d_flag, n);
    cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(needle, word, m);

    find<<<(n + 255) / 256, 256>>>(d_text, d_flag, n, m);
    cudaDeviceSynchronize();

    char *flag = (char *)malloc(n);
    cudaMemcpy(flag, d_flag, n, cudaMemcpyDeviceToHost);
    int count = 0;
    for (int i = 0; i < n; i++) count += flag[i];
    printf("\"%s\" occurs %d times\n", word, count);

    cudaFree(d_text);
    cudaFree(d_flag);
    free(text);
    free(flag);
    return 0;
}
