#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// y = A x element by element: stored symmetric 4x4 tetrahedron matrices (10 numbers, component-major),
// gather through the connectivity, scatter with atomics. Five tetrahedra fill a cube of the mesh.

__global__ void ebe_matvec(const int4* __restrict__ tet, const float* __restrict__ ke, const float* __restrict__ x,
                           float* __restrict__ y, int ne)
{
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= ne) return;

    const int4 v = tet[e];
    const float a = x[v.x], b = x[v.y], c = x[v.z], d = x[v.w];
    float k[10];
#pragma unroll
    for (int i = 0; i < 10; ++i) k[i] = ke[(size_t)i * ne + e];

    // packed upper triangle: 00 01 02 03 11 12 13 22 23 33
    atomicAdd(y + v.x, k[0] * a + k[1] * b + k[2] * c + k[3] * d);
    atomicAdd(y + v.y, k[1] * a + k[4] * b + k[5] * c + k[6] * d);
    atomicAdd(y + v.z, k[2] * a + k[5] * b + k[7] * c + k[8] * d);
    atomicAdd(y + v.w, k[3] * a + k[6] * b + k[8] * c + k[9] * d);
}

int main()
{
    const int N = 48, nodes = (N + 1) * (N + 1) * (N + 1), cubes = N * N * N, ne = 5 * cubes;
    std::vector<int4> tet(ne);
    for (int q = 0; q < cubes; ++q) {
        const int i = q % N, j = q / N % N, k = q / (N * N);
        const int sy = N + 1, sz = (N + 1) * (N + 1);
        const int o = i + j * sy + k * sz;
        tet[5 * q + 0] = make_int4(o, o + 1, o + sy, o + sz);
        tet[5 * q + 1] = make_int4(o + 1 + sy, o + sy, o + 1, o + 1 + sy + sz);
        tet[5 * q + 2] = make_int4(o + 1 + sz, o + sz, o + 1 + sy + sz, o + 1);
        tet[5 * q + 3] = make_int4(o + sy + sz, o + 1 + sy + sz, o + sz, o + sy);
        tet[5 * q + 4] = make_int4(o + 1, o + sy, o + sz, o + 1 + sy + sz);
    }
    std::vector<float> ke(10 * (size_t)ne), x(nodes);
    const float packed[10] = {0.5f, -0.1667f, -0.1667f, -0.1667f, 0.1667f, 0.f, 0.f, 0.1667f, 0.f, 0.1667f};
    for (int c = 0; c < 10; ++c)
        for (int e = 0; e < ne; ++e) ke[(size_t)c * ne + e] = packed[c];
    for (int n = 0; n < nodes; ++n) x[n] = 0.001f * (n % 997);

    int4* d_tet;
    float *d_ke, *d_x, *d_y;
    cudaMalloc(&d_tet, ne * sizeof(int4));
    cudaMalloc(&d_ke, ke.size() * sizeof(float));
    cudaMalloc(&d_x, nodes * sizeof(float));
    cudaMalloc(&d_y, nodes * sizeof(float));
    cudaMemcpy(d_tet, tet.data(), ne * sizeof(int4), cudaMemcpyHostToDevice);
    cudaMemcpy(d_ke, ke.data(), ke.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_y, 0, nodes * sizeof(float));

    ebe_matvec<<<(ne + 255) / 256, 256>>>(d_tet, d_ke, d_x, d_y, ne);

    cudaMemcpy(x.data(), d_y, nodes * sizeof(float), cudaMemcpyDeviceToHost);
    double s = 0;
    for (float v : x) s += v;
    std::printf("1^T A x = %g (constants are in the null space)\n", s);
    cudaFree(d_tet); cudaFree(d_ke); cudaFree(d_x); cudaFree(d_y);
}
