#include <cuda_runtime.h>
#include <cstdio>

/* IoU of every predicted box with every ground-truth box (x1,y1,x2,y2).
 * A thread keeps two predictions in registers and walks along a strip of 50
 * ground-truth boxes that the block shares. */
#define PRED 3000
#define TRUTH 500
#define STRIP 50

struct Box { float x1, y1, x2, y2; };

__device__ float overlap(const float4 &p, float areaP, const float4 &t, float areaT)
{
    float w = fminf(p.z, t.z) - fmaxf(p.x, t.x);
    float h = fminf(p.w, t.w) - fmaxf(p.y, t.y);
    float inter = fmaxf(w, 0.f) * fmaxf(h, 0.f);
    return inter / (areaP + areaT - inter);
}

__global__ void iouMatrix(const float4 *pred, const float4 *truth, float *iou)
{
    __shared__ float4 gt[STRIP];
    __shared__ float gtArea[STRIP];
    int t0 = blockIdx.y * STRIP;
    if (threadIdx.x < STRIP) {
        float4 b = truth[t0 + threadIdx.x];
        gt[threadIdx.x] = b;
        gtArea[threadIdx.x] = (b.z - b.x) * (b.w - b.y);
    }
    __syncthreads();

    int p0 = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    int p1 = p0 + blockDim.x;
    float4 a = p0 < PRED ? pred[p0] : make_float4(0, 0, 0, 0);
    float4 b = p1 < PRED ? pred[p1] : make_float4(0, 0, 0, 0);
    float areaA = (a.z - a.x) * (a.w - a.y);
    float areaB = (b.z - b.x) * (b.w - b.y);

    for (int k = 0; k < STRIP; k++) {
        float u = overlap(a, areaA, gt[k], gtArea[k]);
        float v = overlap(b, areaB, gt[k], gtArea[k]);
        if (p0 < PRED) iou[(t0 + k) * PRED + p0] = u;
        if (p1 < PRED) iou[(t0 + k) * PRED + p1] = v;
    }
}

int main()
{
    static Box pred[PRED], truth[TRUTH];
    for (int i = 0; i < PRED; i++) {
        pred[i].x1 = (i * 13) % 600;
        pred[i].y1 = (i * 7) % 400;
        pred[i].x2 = (i * 13) % 600 + 20 + i % 40;
        pred[i].y2 = (i * 7) % 400 + 30 + i % 25;
    }
    for (int i = 0; i < TRUTH; i++) {
        truth[i].x1 = (i * 29) % 600;
        truth[i].y1 = (i * 17) % 400;
        truth[i].x2 = (i * 29) % 600 + 45;
        truth[i].y2 = (i * 17) % 400 + 45;
    }

    float4 *dp, *dt;
    float *diou;
    cudaMalloc(&dp, sizeof(pred));
    cudaMalloc(&dt, sizeof(truth));
    cudaMalloc(&diou, PRED * TRUTH * sizeof(float));
    cudaMemcpy(dp, pred, sizeof(pred), cudaMemcpyHostToDevice);
    cudaMemcpy(dt, truth, sizeof(truth), cudaMemcpyHostToDevice);

    dim3 grid((PRED + 255) / 256, TRUTH / STRIP);
    iouMatrix<<<grid, 128>>>(dp, dt, diou);

    float *iou = new float[PRED * TRUTH];
    cudaMemcpy(iou, diou, PRED * TRUTH * sizeof(float), cudaMemcpyDeviceToHost);
    int matches = 0;
    for (int i = 0; i < PRED * TRUTH; i++) matches += iou[i] > 0.5f;
    printf("%d pairs above IoU 0.5\n", matches);
    delete[] iou;
    cudaFree(dp); cudaFree(dt); cudaFree(diou);
    return 0;
}
