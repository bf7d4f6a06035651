#include <stdio.h>
#include <stdlib.h>

#define NPARAM (3 * 1024 * 1024)

__global__ void nesterov(float *theta, float *velocity, float *grad, float lr, float mu, float wd, int n)
{
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx < n)
    {
        float g = grad[idx] + wd * theta[idx];
        velocity[idx] = mu * velocity[idx] + g;
        theta[idx] = theta[idx] - lr * (g + mu * velocity[idx]);
    }
}

int main()
{
    float *theta, *grad;
    float *dTheta, *dVel, *dGrad;
    size_t size = NPARAM * sizeof(float);

    theta = (float *)malloc(size);
    grad = (float *)malloc(size);
    for (int i = 0; i < NPARAM; i++)
    {
        theta[i] = 1.0f;
        grad[i] = (i % 2) ? 0.5f : -0.5f;
    }

    cudaMalloc((void **)&dTheta, size);
    cudaMalloc((void **)&dVel, size);
    cudaMalloc((void **)&dGrad, size);
    cudaMemcpy(dTheta, theta, size, cudaMemcpyHostToDevice);
    cudaMemcpy(dGrad, grad, size, cudaMemcpyHostToDevice);
    cudaMemset(dVel, 0, size);

    int threadsPerBlock = 1024;
    int blocksPerGrid = NPARAM / threadsPerBlock;
    nesterov<<<blocksPerGrid, threadsPerBlock>>>(dTheta, dVel, dGrad, 0.1f, 0.9f, 1e-4f, NPARAM);
    cudaDeviceSynchronize();

    cudaMemcpy(theta, dTheta, size, cudaMemcpyDeviceToHost);
    printf("theta[0] = %f, theta[1] = %f\n", theta[0], theta[1]);

    cudaFree(dTheta);
    cudaFree(dVel);
    cudaFree(dGrad);
    free(theta);
    free(grad);
    return 0;
}
