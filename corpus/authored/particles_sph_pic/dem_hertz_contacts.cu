#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// Discrete elements: normal Hertz spring with damping and a Coulomb-capped tangential
// dash-pot between spheres of different radius. Fixed-width candidate table, indices wrap at the ends of the packing.

struct Sphere {
    float x, y, z, radius;
    float vx, vy, vz, invMass;
};

constexpr int kSlots = 27;

__global__ void hertzContacts(const Sphere* s, const int* candidates, float3* force, int n,
                              float stiffness, float damping, float friction)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;

    Sphere a = s[i];
    float3 f = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < kSlots; ++k) {
        int j = candidates[i * kSlots + k];
        if (j == i) continue;
        Sphere b = s[j];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float dist = sqrtf(dx * dx + dy * dy + dz * dz);
        float overlap = a.radius + b.radius - dist;
        if (overlap <= 0.0f) continue;

        float nx = dx / dist, ny = dy / dist, nz = dz / dist;
        float rx = a.vx - b.vx, ry = a.vy - b.vy, rz = a.vz - b.vz;
        float vn = rx * nx + ry * ny + rz * nz;
        float reff = a.radius * b.radius / (a.radius + b.radius);
        float fn = stiffness * sqrtf(reff * overlap) * overlap - damping * vn;

        float tx = rx - vn * nx, ty = ry - vn * ny, tz = rz - vn * nz;
        float vt = sqrtf(tx * tx + ty * ty + tz * tz) + 1e-12f;
        float ft = fminf(damping * vt, friction * fabsf(fn)) / vt;

        f.x += fn * nx - ft * tx;
        f.y += fn * ny - ft * ty;
        f.z += fn * nz - ft * tz;
    }
    force[i] = f;
}

int main()
{
    const int L = 48, n = L * L * L;
    std::vector<Sphere> s(n);
    std::vector<int> cand(n * kSlots);
    for (int i = 0; i < n; ++i) {
        s[i].x = 0.98f * (i % L);
        s[i].y = 0.98f * (i / L % L);
        s[i].z = 0.98f * (i / (L * L));
        s[i].radius = 0.48f + 0.04f * (i % 3) * 0.5f;
        s[i].vx = 0.01f * (i % 11 - 5);
        s[i].vy = 0.0f;
        s[i].vz = -0.1f;
        s[i].invMass = 1.0f;
    }
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < kSlots; ++k) {
            int j = i + (k % 3 - 1) + L * (k / 3 % 3 - 1) + L * L * (k / 9 - 1);
            cand[i * kSlots + k] = (j + n) % n;
        }

    Sphere* dS;
    int* dC;
    float3* dF;
    cudaMalloc(&dS, n * sizeof(Sphere));
    cudaMalloc(&dC, cand.size() * sizeof(int));
    cudaMalloc(&dF, n * sizeof(float3));
    cudaMemcpy(dS, s.data(), n * sizeof(Sphere), cudaMemcpyHostToDevice);
    cudaMemcpy(dC, cand.data(), cand.size() * sizeof(int), cudaMemcpyHostToDevice);

    hertzContacts<<<(n + 127) / 128, 128>>>(dS, dC, dF, n, 1e4f, 2.0f, 0.3f);

    std::vector<float3> f(n);
    cudaMemcpy(f.data(), dF, n * sizeof(float3), cudaMemcpyDeviceToHost);
    double fx = 0;
    for (const auto& q : f) fx += q.x;
    std::cout << "sum of x forces " << fx << "\n";
    cudaFree(dS); cudaFree(dC); cudaFree(dF);
}
