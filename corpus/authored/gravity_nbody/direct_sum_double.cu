#include <iostream>
#include <cstdlib>
#include <cuda_runtime.h>
using namespace std;

// simplest gravity simulation: every body looks at every other body
struct Body {
    double x, y, z;
    double vx, vy, vz;
    double mass;
};

__global__ void computeForces(Body* bodies, double* ax, double* ay, double* az, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        ax[i] = 0;
        ay[i] = 0;
        az[i] = 0;
        for (int j = 0; j < n; j++) {
            if (j != i) {
                double dx = bodies[j].x - bodies[i].x;
                double dy = bodies[j].y - bodies[i].y;
                double dz = bodies[j].z - bodies[i].z;
                double dist = sqrt(dx * dx + dy * dy + dz * dz + 1e-9);
                double f = bodies[j].mass / (dist * dist * dist);
                ax[i] += f * dx;
                ay[i] += f * dy;
                az[i] += f * dz;
            }
        }
    }
}

__global__ void moveBodies(Body* bodies, double* ax, double* ay, double* az, int n, double dt)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        bodies[i].vx += ax[i] * dt;
        bodies[i].vy += ay[i] * dt;
        bodies[i].vz += az[i] * dt;
        bodies[i].x += bodies[i].vx * dt;
        bodies[i].y += bodies[i].vy * dt;
        bodies[i].z += bodies[i].vz * dt;
    }
}

int main()
{
    int n = 2048;
    Body* bodies = new Body[n];
    srand(1);
    for (int i = 0; i < n; i++) {
        bodies[i].x = rand() / (double)RAND_MAX;
        bodies[i].y = rand() / (double)RAND_MAX;
        bodies[i].z = rand() / (double)RAND_MAX;
        bodies[i].vx = bodies[i].vy = bodies[i].vz = 0;
        bodies[i].mass = 1.0 / n;
    }
    Body* d_bodies;
    double *ax, *ay, *az;
    cudaMalloc(&d_bodies, n * sizeof(Body));
    cudaMalloc(&ax, n * sizeof(double));
    cudaMalloc(&ay, n * sizeof(double));
    cudaMalloc(&az, n * sizeof(double));
    cudaMemcpy(d_bodies, bodies, n * sizeof(Body), cudaMemcpyHostToDevice);

    for (int step = 0; step < 5; step++) {
        computeForces<<<n / 64, 64>>>(d_bodies, ax, ay, az, n);
        moveBodies<<<n / 64, 64>>>(d_bodies, ax, ay, az, n, 0.001);
    }
    cudaMemcpy(bodies, d_bodies, n * sizeof(Body), cudaMemcpyDeviceToHost);
    double px = 0;
    for (int i = 0; i < n; i++) px += bodies[i].mass * bodies[i].vx;
    cout << "total momentum x: " << px << endl;
    cudaFree(d_bodies); cudaFree(ax); cudaFree(ay); cudaFree(az);
    delete[] bodies;
    return 0;
}
