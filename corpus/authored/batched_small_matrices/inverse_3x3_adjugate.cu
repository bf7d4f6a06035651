#include <stdio.h>
#include <stdlib.h>

struct Mat3 { float m[9]; };

// one thread inverts one 3x3 matrix (array of structures)
__global__ void invert3x3(Mat3 *in, Mat3 *out, int count)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= count) return;

    float a = in[id].m[0], b = in[id].m[1], c = in[id].m[2];
    float d = in[id].m[3], e = in[id].m[4], f = in[id].m[5];
    float g = in[id].m[6], h = in[id].m[7], i = in[id].m[8];

    float A = e * i - f * h;
    float B = f * g - d * i;
    float C = d * h - e * g;
    float det = a * A + b * B + c * C;
    float inv = 1.0f / det;

    out[id].m[0] = A * inv;
    out[id].m[1] = (c * h - b * i) * inv;
    out[id].m[2] = (b * f - c * e) * inv;
    out[id].m[3] = B * inv;
    out[id].m[4] = (a * i - c * g) * inv;
    out[id].m[5] = (c * d - a * f) * inv;
    out[id].m[6] = C * inv;
    out[id].m[7] = (b * g - a * h) * inv;
    out[id].m[8] = (a * e - b * d) * inv;
}

int main()
{
    int count = 500000;
    Mat3 *h_in = (Mat3 *)malloc(count * sizeof(Mat3));
    Mat3 *h_out = (Mat3 *)malloc(count * sizeof(Mat3));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 9; k++)
            h_in[i].m[k] = (k % 4 == 0) ? 5.0f + i % 3 : 1.0f / (k + 1);

    Mat3 *d_in, *d_out;
    cudaMalloc((void **)&d_in, count * sizeof(Mat3));
    cudaMalloc((void **)&d_out, count * sizeof(Mat3));
    cudaMemcpy(d_in, h_in, count * sizeof(Mat3), cudaMemcpyHostToDevice);

    invert3x3<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
    cudaDeviceSynchronize();

    cudaMemcpy(h_out, d_out, count * sizeof(Mat3), cudaMemcpyDeviceToHost);
    // row 0 of A times column 0 of the inverse must be 1
    float one = 0;
    for (int k = 0; k < 3; k++)
        one += h_in[7].m[k] * h_out[7].m[3 * k];
    printf("check: %f\n", one);

    cudaFree(d_in);
    cudaFree(d_out);
    free(h_in);
    free(h_out);
    return 0;
}
