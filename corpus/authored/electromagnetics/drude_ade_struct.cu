#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// Auxiliary differential equation for a Drude metal: J' + gamma J = eps0 wp^2 E.
// Only the metal cells are visited: a list of cells, each with its own J and pole parameters.

struct MetalCell {
    float alpha;       // (1 - gamma dt/2) / (1 + gamma dt/2)
    float beta;        // wp^2 eps0 dt/2 / (1 + gamma dt/2)
    float J[3];
};

__global__ void drudeUpdate(MetalCell* cells, const int* where, int count,
                            float* ex, float* ey, float* ez,
                            const float* ex_old, const float* ey_old, const float* ez_old,
                            float dt_over_eps)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;

    MetalCell m = cells[t];
    const int at = where[t];
    float* e_new[3] = { ex, ey, ez };
    const float* e_old[3] = { ex_old, ey_old, ez_old };

#pragma unroll
    for (int a = 0; a < 3; ++a) {
        const float en = e_new[a][at];
        const float eo = e_old[a][at];
        const float jn = m.alpha * m.J[a] + m.beta * (en + eo);
        e_new[a][at] = en - 0.5f * dt_over_eps * (jn + m.J[a]);
        m.J[a] = jn;
    }
    cells[t].J[0] = m.J[0];
    cells[t].J[1] = m.J[1];
    cells[t].J[2] = m.J[2];
}

int main()
{
    const int nx = 160, ny = 160, nz = 160;
    const int total = nx * ny * nz;

    const int side = 80, count = side * side * side;
    std::vector<MetalCell> list(count);
    std::vector<int> where(count);
    for (int i = 0; i < count; ++i) {          // a metal block in the middle
        const int x = 40 + i % side, y = 40 + i / side % side, z = 40 + i / (side * side);
        where[i] = (z * ny + y) * nx + x;
        list[i].alpha = 0.97f;
        list[i].beta = 0.012f;
        list[i].J[0] = list[i].J[1] = list[i].J[2] = 0.0f;
    }

    std::vector<float> e(total);
    for (int i = 0; i < total; ++i) e[i] = 0.01f * (i % 17);

    float* d[6];
    for (int a = 0; a < 6; ++a) {
        cudaMalloc(&d[a], total * sizeof(float));
        cudaMemcpy(d[a], e.data(), total * sizeof(float), cudaMemcpyHostToDevice);
    }
    int* d_where;
    cudaMalloc(&d_where, count * sizeof(int));
    cudaMemcpy(d_where, where.data(), count * sizeof(int), cudaMemcpyHostToDevice);
    MetalCell* d_cells;
    cudaMalloc(&d_cells, count * sizeof(MetalCell));
    cudaMemcpy(d_cells, list.data(), count * sizeof(MetalCell), cudaMemcpyHostToDevice);

    drudeUpdate<<<(count + 127) / 128, 128>>>(d_cells, d_where, count, d[0], d[1], d[2], d[3], d[4], d[5], 0.4f);

    cudaMemcpy(list.data(), d_cells, count * sizeof(MetalCell), cudaMemcpyDeviceToHost);
    std::cout << "Jx of first metal cell: " << list[0].J[0] << "\n";
    for (int a = 0; a < 6; ++a) cudaFree(d[a]);
    cudaFree(d_cells);
    cudaFree(d_where);
    return 0;
}
