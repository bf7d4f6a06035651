#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

// Scores plane hypotheses of a RANSAC: how many points lie within eps of the plane?
// blockIdx.y picks a group of 32 hypotheses, which the block keeps in shared memory.

const int HYPOTHESES = 256;
const int GROUP = 32;
const int POINTS = 50000;
const int THREADS = 256;

__global__ void scorePlanes(const float *x, const float *y, const float *z, int n,
                            const float4 *planes, float eps, int *inliers)
{
    __shared__ float4 plane[GROUP];
    __shared__ int votes[GROUP];
    if (threadIdx.x < GROUP) {
        plane[threadIdx.x] = planes[blockIdx.y * GROUP + threadIdx.x];
        votes[threadIdx.x] = 0;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool valid = i < n;
    float px = valid ? x[i] : 0.0f;
    float py = valid ? y[i] : 0.0f;
    float pz = valid ? z[i] : 0.0f;
    for (int h = 0; h < GROUP; h++) {
        float4 p = plane[h];
        float d = fabsf(p.x * px + p.y * py + p.z * pz + p.w);
        unsigned ballot = __ballot_sync(0xffffffff, valid && d < eps);
        if (threadIdx.x % 32 == 0 && ballot)
            atomicAdd(&votes[h], __popc(ballot));
    }
    __syncthreads();
    if (threadIdx.x < GROUP)
        atomicAdd(&inliers[blockIdx.y * GROUP + threadIdx.x], votes[threadIdx.x]);
}

int main()
{
    float *pts = (float *)malloc(3 * POINTS * sizeof(float));
    float *px = pts, *py = pts + POINTS, *pz = pts + 2 * POINTS;
    srand(99);
    for (int i = 0; i < POINTS; i++) {
        px[i] = rand() / (float)RAND_MAX * 4.0f - 2.0f;
        py[i] = rand() / (float)RAND_MAX * 4.0f - 2.0f;
        pz[i] = i % 3 ? 0.5f * px[i] - 0.2f * py[i] + 1.0f : rand() / (float)RAND_MAX * 4.0f;
    }
    float4 planes[HYPOTHESES];
    for (int h = 0; h < HYPOTHESES; h++) {                // plane through three random points
        int a = rand() % POINTS, b = rand() % POINTS, c = rand() % POINTS;
        float ux = px[b] - px[a], uy = py[b] - py[a], uz = pz[b] - pz[a];
        float vx = px[c] - px[a], vy = py[c] - py[a], vz = pz[c] - pz[a];
        float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
        float l = sqrtf(nx * nx + ny * ny + nz * nz) + 1e-12f;
        planes[h] = make_float4(nx / l, ny / l, nz / l, -(nx * px[a] + ny * py[a] + nz * pz[a]) / l);
    }

    float *dPts;
    float4 *dPlanes;
    int *dIn, in[HYPOTHESES];
    cudaMalloc((void **)&dPts, 3 * POINTS * sizeof(float));
    cudaMalloc((void **)&dPlanes, sizeof(planes));
    cudaMalloc((void **)&dIn, sizeof(in));
    cudaMemcpy(dPts, pts, 3 * POINTS * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dPlanes, planes, sizeof(planes), cudaMemcpyHostToDevice);
    cudaMemset(dIn, 0, sizeof(in));

    dim3 grid((POINTS + THREADS - 1) / THREADS, HYPOTHESES / GROUP);
    scorePlanes<<<grid, THREADS>>>(dPts, dPts + POINTS, dPts + 2 * POINTS, POINTS, dPlanes, 0.01f, dIn);

    cudaMemcpy(in, dIn, sizeof(in), cudaMemcpyDeviceToHost);
    int best = 0;
    for (int h = 1; h < HYPOTHESES; h++)
        if (in[h] > in[best]) best = h;
    printf("best hypothesis %d with %d inliers\n", best, in[best]);
    cudaFree(dPts);
    cudaFree(dPlanes);
    cudaFree(dIn);
    free(pts);
    return 0;
}
