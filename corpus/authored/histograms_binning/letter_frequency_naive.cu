#include <stdio.h>
#include <stdlib.h>

/* Letter frequencies of a text, upper and lower case together.
   Slot 26 takes everything that is no letter. One thread, one character. */

#define TEXT_LEN 1000000

__global__ void countLetters(const char *text, int len, int *freq)
{
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos < len) {
        char c = text[pos];
        if (c >= 'a' && c <= 'z')
            atomicAdd(&freq[c - 'a'], 1);
        else if (c >= 'A' && c <= 'Z')
            atomicAdd(&freq[c - 'A'], 1);
        else
            atomicAdd(&freq[26], 1);
    }
}

int main(void)
{
    char *text = (char *)malloc(TEXT_LEN);
    for (int i = 0; i < TEXT_LEN; i++) {
        int r = rand() % 64;
        if (r < 26)
            text[i] = (char)('a' + r);
        else if (r < 52)
            text[i] = (char)('A' + r - 26);
        else
            text[i] = ' ';
    }

    char *gText;
    int *gFreq;
    int freq[27];
    cudaMalloc((void **)&gText, TEXT_LEN);
    cudaMalloc((void **)&gFreq, sizeof(freq));
    cudaMemcpy(gText, text, TEXT_LEN, cudaMemcpyHostToDevice);
    cudaMemset(gFreq, 0, sizeof(freq));

    countLetters<<<(TEXT_LEN + 255) / 256, 256>>>(gText, TEXT_LEN, gFreq);

    cudaMemcpy(freq, gFreq, sizeof(freq), cudaMemcpyDeviceToHost);
    for (int c = 0; c < 26; c++)
        printf("%c %6.3f %%\n", 'a' + c, 100.0 * freq[c] / TEXT_LEN);
    cudaFree(gText);
    cudaFree(gFreq);
    free(text);
    return 0;
}
