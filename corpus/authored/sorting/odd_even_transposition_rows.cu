#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

using std::vector;

// Median-filter helper: sort each row of 128 shorts. Odd-even transposition
// needs as many phases as elements but no index arithmetic to speak of.

const int rowLen = 128;
const int nRows  = 4000;

__global__ void sortRow(short *m)
{
        __shared__ short s[rowLen];
        short *row = m + blockIdx.x * rowLen;

        s[2 * threadIdx.x]     = row[2 * threadIdx.x];
        s[2 * threadIdx.x + 1] = row[2 * threadIdx.x + 1];
        __syncthreads();

        for (int phase = 0; phase < rowLen; phase++) {
                int i = 2 * threadIdx.x + (phase & 1);
                if (i + 1 < rowLen && s[i] > s[i + 1]) {
                        short t = s[i];
                        s[i] = s[i + 1];
                        s[i + 1] = t;
                }
                __syncthreads();
        }

        row[2 * threadIdx.x]     = s[2 * threadIdx.x];
        row[2 * threadIdx.x + 1] = s[2 * threadIdx.x + 1];
}

int main()
{
        vector<short> m(rowLen * nRows);
        for (int i = 0; i < rowLen * nRows; i++)
                m[i] = (short)((i * 2053) % 4096 - 2048);

        short *dm;
        cudaMalloc(&dm, m.size() * sizeof(short));
        cudaMemcpy(dm, m.data(), m.size() * sizeof(short), cudaMemcpyHostToDevice);
        sortRow<<<nRows, rowLen / 2>>>(dm);
        cudaMemcpy(m.data(), dm, m.size() * sizeof(short), cudaMemcpyDeviceToHost);

        long medians = 0;
        for (int r = 0; r < nRows; r++)
                medians += m[r * rowLen + rowLen / 2];
        printf("sum of medians %ld\n", medians);
        cudaFree(dm);
}
