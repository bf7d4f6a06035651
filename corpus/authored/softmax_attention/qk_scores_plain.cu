#include <stdio.h>
#include <math.h>

#define HEADS 12
#define SEQ 256
#define DH 64

__global__ void scores(float *q, float *k, float *s, float scale)
{
        int key = blockIdx.x * 16 + threadIdx.x;
        int query = blockIdx.y * 16 + threadIdx.y;
        int head = blockIdx.z;

        float dot = 0.0f;
        int i;
        for (i = 0; i < DH; i++) {
                float a = q[head * SEQ * DH + query * DH + i];
                float b = k[head * SEQ * DH + key * DH + i];
                dot += a * b;
        }
        s[head * SEQ * SEQ + query * SEQ + key] = dot * scale;
}

float q[HEADS * SEQ * DH];
float k[HEADS * SEQ * DH];
float s[HEADS * SEQ * SEQ];

int main(void)
{
        float *dq, *dk, *ds;
        int i;

        for (i = 0; i < HEADS * SEQ * DH; i++) {
                q[i] = 0.01f * (i % 50);
                k[i] = 0.02f * (i % 30) - 0.3f;
        }
        cudaMalloc((void **) &dq, sizeof(q));
        cudaMalloc((void **) &dk, sizeof(k));
        cudaMalloc((void **) &ds, sizeof(s));
        cudaMemcpy(dq, q, sizeof(q), cudaMemcpyHostToDevice);
        cudaMemcpy(dk, k, sizeof(k), cudaMemcpyHostToDevice);

        dim3 threads(16, 16);
        dim3 blocks(SEQ / 16, SEQ / 16, HEADS);
        scores<<<blocks, threads>>>(dq, dk, ds, 1.0f / sqrtf(DH));

        cudaMemcpy(s, ds, sizeof(s), cudaMemcpyDeviceToHost);

        float want = 0;
        for (i = 0; i < DH; i++)
                want += q[5 * DH + i] * k[9 * DH + i];
        printf("%f should be %f\n", s[5 * SEQ + 9], want / 8.0f);
        cudaFree(dq);
        cudaFree(dk);
        cudaFree(ds);
        return 0;
}
