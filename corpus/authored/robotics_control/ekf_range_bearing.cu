// Localisation of a swarm: one extended Kalman filter (x, y, heading) per robot and thread.
// Each call predicts with the odometry and corrects with one range/bearing sighting.
// State and the six unique covariance entries are arrays of their own.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

enum Field { X, Y, TH, PXX, PXY, PXT, PYY, PYT, PTT, FIELDS };

struct Noise { float vel, turn, range, bearing; };

__global__ void __launch_bounds__(256) ekfStep(float* __restrict__ state, const float4* __restrict__ obs,
                                               const float2* __restrict__ landmark, const int* __restrict__ seen,
                                               int n, float dt, Noise q)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float* s = state + i;
#define F(f) s[(size_t)(f) * n]
    float x = F(X), y = F(Y), th = F(TH);
    float pxx = F(PXX), pxy = F(PXY), pxt = F(PXT), pyy = F(PYY), pyt = F(PYT), ptt = F(PTT);

    // predict; obs = (v, omega, range, bearing)
    const float4 o = obs[i];
    float sn, cs;
    sincosf(th, &sn, &cs);
    const float a = -o.x * dt * sn, b = o.x * dt * cs;     // d(x,y)/d(th)
    x += o.x * dt * cs;
    y += o.x * dt * sn;
    th += o.y * dt;
    const float qv = q.vel * dt * dt;
    pxx += 2.f * a * pxt + a * a * ptt + qv * cs * cs;
    pxy += a * pyt + b * pxt + a * b * ptt + qv * cs * sn;
    pyy += 2.f * b * pyt + b * b * ptt + qv * sn * sn;
    pxt += a * ptt;
    pyt += b * ptt;
    ptt += q.turn * dt * dt;

    // sighting: first the range, then the bearing, as two scalar updates
    const float2 m = landmark[seen[i]];
    const float dx = m.x - x, dy = m.y - y;
    const float r2 = dx * dx + dy * dy, r = sqrtf(r2);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const float hx = k == 0 ? -dx / r : dy / r2;
        const float hy = k == 0 ? -dy / r : -dx / r2;
        const float ht = k == 0 ? 0.f : -1.f;
        float inn = k == 0 ? o.z - r : o.w - (atan2f(dy, dx) - th);
        if (k == 1) inn -= 6.2831853f * rintf(inn * 0.15915494f);
        const float gx = pxx * hx + pxy * hy + pxt * ht;
        const float gy = pxy * hx + pyy * hy + pyt * ht;
        const float gt = pxt * hx + pyt * hy + ptt * ht;
        const float inv = 1.f / (hx * gx + hy * gy + ht * gt + (k == 0 ? q.range : q.bearing));
        x += gx * inv * inn;
        y += gy * inv * inn;
        th += gt * inv * inn;
        pxx -= gx * gx * inv;
        pxy -= gx * gy * inv;
        pxt -= gx * gt * inv;
        pyy -= gy * gy * inv;
        pyt -= gy * gt * inv;
        ptt -= gt * gt * inv;
    }
    F(X) = x; F(Y) = y; F(TH) = th;
    F(PXX) = pxx; F(PXY) = pxy; F(PXT) = pxt; F(PYY) = pyy; F(PYT) = pyt; F(PTT) = ptt;
#undef F
}

int main()
{
    const int n = 1 << 16, landmarks = 50;
    std::vector<float> state((size_t)FIELDS * n);
    for (size_t k = 0; k < state.size(); ++k) {
        const int field = int(k / n);
        state[k] = field == PXX || field == PYY ? 0.5f : field == PTT ? 0.1f : field < 3 ? 0.001f * (k % n) : 0.f;
    }
    std::vector<float4> obs(n);
    std::vector<float2> lm(landmarks);
    std::vector<int> seen(n);
    for (int i = 0; i < n; ++i) {
        obs[i] = make_float4(1.2f, 0.1f, 20.f + 0.01f * (i % 100), 0.3f);
        seen[i] = i % landmarks;
    }
    for (int j = 0; j < landmarks; ++j) lm[j] = make_float2(80.f + j, 90.f - 2.f * j);

    float* dState; float4* dObs; float2* dLm; int* dSeen;
    cudaMalloc(&dState, state.size() * sizeof(float));
    cudaMalloc(&dObs, n * sizeof(float4));
    cudaMalloc(&dLm, landmarks * sizeof(float2));
    cudaMalloc(&dSeen, n * sizeof(int));
    cudaMemcpy(dState, state.data(), state.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dObs, obs.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dLm, lm.data(), landmarks * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dSeen, seen.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    for (int step = 0; step < 5; ++step)
        ekfStep<<<n / 256, 256>>>(dState, dObs, dLm, dSeen, n, 0.1f, Noise{0.04f, 0.01f, 0.09f, 0.0025f});

    cudaMemcpy(state.data(), dState, state.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("robot 9: %.3f %.3f %.3f, var %.4f\n", state[9], state[n + 9], state[2 * n + 9], state[PXX * n + 9]);
    cudaFree(dState); cudaFree(dObs); cudaFree(dLm); cudaFree(dSeen);
}
