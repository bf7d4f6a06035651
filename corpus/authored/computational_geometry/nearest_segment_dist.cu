#include <stdio.h>
#include <stdlib.h>
#include <math.h>

// map matching, step 1: for each vehicle position find the closest road segment

struct Segment
{
    float x1, y1, x2, y2;
    int roadId;
};

__global__ void findNearestSegment(float *posX, float *posY, int numPos, Segment *segments, int numSegments,
                                   float *outDistance, int *outRoad)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < numPos)
    {
        float bestDistance = 1.0e20f;
        int bestRoad = -1;
        for (int s = 0; s < numSegments; s++)
        {
            float vx = segments[s].x2 - segments[s].x1;
            float vy = segments[s].y2 - segments[s].y1;
            float wx = posX[idx] - segments[s].x1;
            float wy = posY[idx] - segments[s].y1;
            float t = (vx * wx + vy * wy) / (vx * vx + vy * vy);
            if (t < 0.0f)
                t = 0.0f;
            if (t > 1.0f)
                t = 1.0f;
            float dx = wx - t * vx;
            float dy = wy - t * vy;
            float distance = sqrtf(dx * dx + dy * dy);
            if (distance < bestDistance)
            {
                bestDistance = distance;
                bestRoad = segments[s].roadId;
            }
        }
        outDistance[idx] = bestDistance;
        outRoad[idx] = bestRoad;
    }
}

int main()
{
    const int numPos = 100000;
    const int numSegments = 256;

    float *posX = (float *)malloc(numPos * sizeof(float));
    float *posY = (float *)malloc(numPos * sizeof(float));
    float *dist = (float *)malloc(numPos * sizeof(float));
    Segment *segments = (Segment *)malloc(numSegments * sizeof(Segment));
    srand(42);
    for (int i = 0; i < numPos; i++)
    {
        posX[i] = 1000.0f * rand() / RAND_MAX;
        posY[i] = 1000.0f * rand() / RAND_MAX;
    }
    for (int i = 0; i < numSegments; i++)
    {
        segments[i].x1 = 1000.0f * rand() / RAND_MAX;
        segments[i].y1 = 1000.0f * rand() / RAND_MAX;
        segments[i].x2 = segments[i].x1 + 20.0f + (i % 30);
        segments[i].y2 = segments[i].y1 + 15.0f - (i % 25);
        segments[i].roadId = i / 8;
    }

    float *dPosX, *dPosY, *dDist;
    int *dRoad;
    Segment *dSegments;
    cudaMalloc((void **)&dPosX, numPos * sizeof(float));
    cudaMalloc((void **)&dPosY, numPos * sizeof(float));
    cudaMalloc((void **)&dDist, numPos * sizeof(float));
    cudaMalloc((void **)&dRoad, numPos * sizeof(int));
    cudaMalloc((void **)&dSegments, numSegments * sizeof(Segment));
    cudaMemcpy(dPosX, posX, numPos * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dPosY, posY, numPos * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dSegments, segments, numSegments * sizeof(Segment), cudaMemcpyHostToDevice);

    findNearestSegment<<<(numPos + 127) / 128, 128>>>(dPosX, dPosY, numPos, dSegments, numSegments, dDist, dRoad);
    cudaDeviceSynchronize();

    cudaMemcpy(dist, dDist, numPos * sizeof(float), cudaMemcpyDeviceToHost);
    float mean = 0.0f;
    for (int i = 0; i < numPos; i++)
        mean += dist[i] / numPos;
    printf("mean distance to a road: %f m\n", mean);
    cudaFree(dPosX); cudaFree(dPosY); cudaFree(dDist); cudaFree(dRoad); cudaFree(dSegments);
    free(posX); free(posY); free(dist); free(segments);
    return 0;
}
