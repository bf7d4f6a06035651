#include <cuda_runtime.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Dynamic window approach. Candidate (v, w) pairs form a grid; one warp simulates a candidate:
// the lanes share the obstacle list, every step of the arc is checked against all of them.

#define NV 32
#define NW 41
#define OBSTACLES 360
#define STEPS 20

struct Limits { float vMax, wMax, radius, dt; };

__global__ void scoreWindow(const float2 *obst, float goalX, float goalY, Limits lim, float *score)
{
    __shared__ float2 ob[OBSTACLES];
    for (int i = threadIdx.x; i < OBSTACLES; i += blockDim.x)
        ob[i] = obst[i];
    __syncthreads();

    int lane = threadIdx.x & 31;
    int cand = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (cand >= NV * NW) return;
    float v = lim.vMax * (cand / NW + 1) / NV;
    float w = lim.wMax * (2.0f * (cand % NW) / (NW - 1) - 1.0f);

    float x = 0.f, y = 0.f, th = 0.f, clear2 = FLT_MAX;
    for (int s = 0; s < STEPS; s++) {
        x += v * cosf(th) * lim.dt;
        y += v * sinf(th) * lim.dt;
        th += w * lim.dt;
        for (int k = lane; k < OBSTACLES; k += 32) {
            float dx = ob[k].x - x, dy = ob[k].y - y;
            clear2 = fminf(clear2, dx * dx + dy * dy);
        }
    }
    for (int o = 16; o > 0; o >>= 1)
        clear2 = fminf(clear2, __shfl_xor_sync(0xffffffffu, clear2, o));

    if (lane == 0) {
        float clearance = sqrtf(clear2) - lim.radius;
        float heading = atan2f(goalY - y, goalX - x) - th;
        heading = fabsf(atan2f(sinf(heading), cosf(heading)));
        score[cand] = clearance <= 0.f ? -1.0f
                    : 0.8f * (3.14159265f - heading) + 0.4f * fminf(clearance, 2.0f) + 0.3f * v;
    }
}

int main()
{
    float2 scan[OBSTACLES];
    for (int i = 0; i < OBSTACLES; i++) {
        float a = 3.14159265f * i / 180.0f, r = 2.0f + 1.2f * sinf(5.0f * a);
        scan[i].x = r * cosf(a);
        scan[i].y = r * sinf(a);
    }
    float2 *dScan;
    float *dScore, score[NV * NW];
    cudaMalloc((void **)&dScan, sizeof(scan));
    cudaMalloc((void **)&dScore, sizeof(score));
    cudaMemcpy(dScan, scan, sizeof(scan), cudaMemcpyHostToDevice);

    Limits lim = { 1.0f, 1.5f, 0.25f, 0.1f };
    scoreWindow<<<(NV * NW + 3) / 4, 128>>>(dScan, 4.0f, 1.5f, lim, dScore);
    cudaMemcpy(score, dScore, sizeof(score), cudaMemcpyDeviceToHost);

    int best = 0;
    for (int c = 1; c < NV * NW; c++)
        if (score[c] > score[best]) best = c;
    printf("drive v = %.2f m/s, w = %.2f rad/s\n", (best / NW + 1) / (float)NV,
           1.5f * (2.0f * (best % NW) / (NW - 1) - 1.0f));
    cudaFree(dScan);
    cudaFree(dScore);
    return 0;
}
