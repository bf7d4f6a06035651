#include <cuda_runtime.h>
#include <algorithm>
#include <iostream>
#include <vector>
#include <cmath>

// Tool pose of a 6-axis arm for many joint configurations (workspace sampling).
// Chain of Denavit-Hartenberg transforms, products of 4x4 matrices kept simple.

const int JOINTS = 6;

struct DH { double a, alpha, d; };

__constant__ DH arm[JOINTS];

struct Mat4
{
    double m[4][4];
};

__device__ Mat4 multiply(const Mat4& A, const Mat4& B)
{
    Mat4 C;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
        {
            C.m[i][j] = 0.0;
            for (int k = 0; k < 4; k++)
                C.m[i][j] += A.m[i][k] * B.m[k][j];
        }
    return C;
}

__global__ void forwardKinematics(const double* q, double* pose, int count)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= count)
        return;

    Mat4 T = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    for (int j = 0; j < JOINTS; j++)
    {
        double ct = cos(q[c * JOINTS + j]), st = sin(q[c * JOINTS + j]);
        double ca = cos(arm[j].alpha), sa = sin(arm[j].alpha);
        Mat4 L = {{{ct, -st * ca, st * sa, arm[j].a * ct},
                   {st, ct * ca, -ct * sa, arm[j].a * st},
                   {0, sa, ca, arm[j].d},
                   {0, 0, 0, 1}}};
        T = multiply(T, L);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            pose[c * 12 + i * 4 + j] = T.m[i][j];
}

int main()
{
    const int count = 200000;
    const DH ur[JOINTS] = {{0, M_PI / 2, 0.1625}, {-0.425, 0, 0}, {-0.3922, 0, 0},
                           {0, M_PI / 2, 0.1333}, {0, -M_PI / 2, 0.0997}, {0, 0, 0.0996}};
    cudaMemcpyToSymbol(arm, ur, sizeof(ur));

    std::vector<double> q(count * JOINTS);
    for (int i = 0; i < count * JOINTS; i++)
        q[i] = -3.0 + 6.0 * ((i * 48271LL) % 65537) / 65537.0;

    double *dq, *dpose;
    cudaMalloc(&dq, q.size() * sizeof(double));
    cudaMalloc(&dpose, count * 12 * sizeof(double));
    cudaMemcpy(dq, q.data(), q.size() * sizeof(double), cudaMemcpyHostToDevice);

    forwardKinematics<<<(count + 255) / 256, 256>>>(dq, dpose, count);

    std::vector<double> pose(count * 12);
    cudaMemcpy(pose.data(), dpose, pose.size() * sizeof(double), cudaMemcpyDeviceToHost);
    double reach = 0;
    for (int c = 0; c < count; c++)
        reach = std::max(reach, std::sqrt(pose[c * 12 + 3] * pose[c * 12 + 3] + pose[c * 12 + 7] * pose[c * 12 + 7]));
    std::cout << "largest horizontal reach " << reach << " m" << std::endl;
    cudaFree(dq);
    cudaFree(dpose);
    return 0;
}
