#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// One forward-Euler step of the 2D Euler equations: minmod-limited MUSCL states, Rusanov flux.
// Primitive tile (rho, u, v, p) of 16x16 cells plus a halo of two is kept in shared memory.

constexpr int T = 16, G = 2, S = T + 2 * G;
constexpr float gam = 1.4f;

struct Cons { float r, mx, my, e; };
struct Prim { float r, u, v, p; };

__device__ inline float minmod(float a, float b)
{
    return a * b <= 0.f ? 0.f : (fabsf(a) < fabsf(b) ? a : b);
}

// a - left neighbour, b - the cell, c - right neighbour; side = +-0.5
__device__ inline Prim face_state(const Prim& a, const Prim& b, const Prim& c, float side)
{
    Prim q;
    q.r = b.r + side * minmod(b.r - a.r, c.r - b.r);
    q.u = b.u + side * minmod(b.u - a.u, c.u - b.u);
    q.v = b.v + side * minmod(b.v - a.v, c.v - b.v);
    q.p = b.p + side * minmod(b.p - a.p, c.p - b.p);
    return q;
}

// u is the velocity normal to the face, v the tangential one
__device__ inline Cons rusanov(const Prim& L, const Prim& R)
{
    const float eL = L.p / (gam - 1.f) + 0.5f * L.r * (L.u * L.u + L.v * L.v);
    const float eR = R.p / (gam - 1.f) + 0.5f * R.r * (R.u * R.u + R.v * R.v);
    const float s = fmaxf(fabsf(L.u) + sqrtf(gam * L.p / L.r), fabsf(R.u) + sqrtf(gam * R.p / R.r));
    Cons f;
    f.r  = 0.5f * (L.r * L.u + R.r * R.u - s * (R.r - L.r));
    f.mx = 0.5f * (L.r * L.u * L.u + L.p + R.r * R.u * R.u + R.p - s * (R.r * R.u - L.r * L.u));
    f.my = 0.5f * (L.r * L.u * L.v + R.r * R.u * R.v - s * (R.r * R.v - L.r * L.v));
    f.e  = 0.5f * ((eL + L.p) * L.u + (eR + R.p) * R.u - s * (eR - eL));
    return f;
}

__device__ inline Prim flip(const Prim& q) { return Prim{q.r, q.v, q.u, q.p}; }

__global__ void euler_step(const float4* __restrict__ in, float4* __restrict__ out, int nx, int ny, float lam)
{
    __shared__ Prim w[S][S];
    const int bx = blockIdx.x * T - G, by = blockIdx.y * T - G;
    for (int k = threadIdx.y * T + threadIdx.x; k < S * S; k += T * T) {
        const int gx = min(max(bx + k % S, 0), nx - 1), gy = min(max(by + k / S, 0), ny - 1);
        const float4 c = in[gy * nx + gx];
        const float ir = 1.f / c.x;
        w[k / S][k % S] = Prim{c.x, c.y * ir, c.z * ir, (gam - 1.f) * (c.w - 0.5f * ir * (c.y * c.y + c.z * c.z))};
    }
    __syncthreads();

    const int x = threadIdx.x + G, y = threadIdx.y + G;
    const Prim me = w[y][x];
    const Cons fw = rusanov(face_state(w[y][x - 2], w[y][x - 1], me, 0.5f), face_state(w[y][x - 1], me, w[y][x + 1], -0.5f));
    const Cons fe = rusanov(face_state(w[y][x - 1], me, w[y][x + 1], 0.5f), face_state(me, w[y][x + 1], w[y][x + 2], -0.5f));
    const Cons gs = rusanov(flip(face_state(w[y - 2][x], w[y - 1][x], me, 0.5f)), flip(face_state(w[y - 1][x], me, w[y + 1][x], -0.5f)));
    const Cons gn = rusanov(flip(face_state(w[y - 1][x], me, w[y + 1][x], 0.5f)), flip(face_state(me, w[y + 1][x], w[y + 2][x], -0.5f)));

    const int id = (by + y) * nx + bx + x;
    float4 c = in[id];
    c.x -= lam * (fe.r - fw.r + gn.r - gs.r);
    c.y -= lam * (fe.mx - fw.mx + gn.my - gs.my);
    c.z -= lam * (fe.my - fw.my + gn.mx - gs.mx);
    c.w -= lam * (fe.e - fw.e + gn.e - gs.e);
    out[id] = c;
}

int main()
{
    const int nx = 1024, ny = 768;
    std::vector<float4> u(nx * ny);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const bool inside = (i - 300) * (i - 300) + (j - 384) * (j - 384) < 80 * 80;
            const float r = inside ? 2.0f : 1.0f, p = inside ? 5.0f : 1.0f;
            u[j * nx + i] = make_float4(r, 0.2f * r, 0.f, p / (gam - 1.f) + 0.5f * r * 0.04f);
        }
    float4 *a, *b;
    cudaMalloc(&a, u.size() * sizeof(float4));
    cudaMalloc(&b, u.size() * sizeof(float4));
    cudaMemcpy(a, u.data(), u.size() * sizeof(float4), cudaMemcpyHostToDevice);
    for (int s = 0; s < 8; ++s) {
        euler_step<<<dim3(nx / T, ny / T), dim3(T, T)>>>(a, b, nx, ny, 0.1f);
        std::swap(a, b);
    }
    cudaMemcpy(u.data(), a, u.size() * sizeof(float4), cudaMemcpyDeviceToHost);
    double mass = 0;
    for (auto& c : u) mass += c.x;
    std::printf("mass %.6f\n", mass);
    cudaFree(a); cudaFree(b);
}
