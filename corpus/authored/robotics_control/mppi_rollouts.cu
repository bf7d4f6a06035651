#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

// Model predictive path integral control: every thread rolls out one noisy control sequence
// of a kinematic bicycle over a cost map and reports the accumulated cost.

struct VehicleState { float x, y, yaw, v; };

struct RolloutConfig {
    int   horizon;
    float dt;
    float wheelbase;
    float sigmaSteer, sigmaAccel;
    float targetSpeed;
};

constexpr int MAP = 400;              // cells of 0.25 m

__device__ float uniformNoise(uint32_t& s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s * (2.0f / 4294967296.0f) - 1.0f;
}

__global__ void mppiRollouts(const float2* __restrict__ nominal, const float* __restrict__ costMap,
                             VehicleState start, RolloutConfig cfg, float* __restrict__ cost, int samples)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= samples) return;

    uint32_t rng = 0x9e3779b9u * (k + 1);
    VehicleState s = start;
    float total = 0.f;
    for (int t = 0; t < cfg.horizon; ++t) {
        const float2 u = nominal[t];
        const float steer = fminf(fmaxf(u.x + cfg.sigmaSteer * uniformNoise(rng), -0.5f), 0.5f);
        const float accel = u.y + cfg.sigmaAccel * uniformNoise(rng);

        s.x += cfg.dt * s.v * cosf(s.yaw);
        s.y += cfg.dt * s.v * sinf(s.yaw);
        s.yaw += cfg.dt * s.v * tanf(steer) / cfg.wheelbase;
        s.v = fmaxf(s.v + cfg.dt * accel, 0.f);

        const int cx = (int)(s.x * 4.f), cy = (int)(s.y * 4.f);
        float c = 100.f;                               // leaving the map is bad
        if (cx >= 0 && cy >= 0 && cx < MAP && cy < MAP) c = costMap[cy * MAP + cx];
        const float dv = s.v - cfg.targetSpeed;
        total += c + 0.5f * dv * dv + 2.f * steer * steer;
    }
    cost[k] = total;
}

int main()
{
    const int samples = 4096;
    RolloutConfig cfg{60, 0.05f, 2.7f, 0.15f, 1.0f, 9.0f};
    VehicleState start{20.f, 50.f, 0.1f, 6.f};

    std::vector<float> map(MAP * MAP);
    for (int y = 0; y < MAP; ++y)
        for (int x = 0; x < MAP; ++x) {
            const float d = (y - 200) * 0.25f;         // distance from the lane centre
            map[y * MAP + x] = std::fmin(d * d, 50.f);
        }
    std::vector<float2> nominal(cfg.horizon);
    for (int t = 0; t < cfg.horizon; ++t) {
        nominal[t].x = -0.02f;
        nominal[t].y = 0.4f;
    }

    float *dMap, *dCost;
    float2* dNominal;
    cudaMalloc(&dMap, map.size() * sizeof(float));
    cudaMalloc(&dCost, samples * sizeof(float));
    cudaMalloc(&dNominal, cfg.horizon * sizeof(float2));
    cudaMemcpy(dMap, map.data(), map.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dNominal, nominal.data(), cfg.horizon * sizeof(float2), cudaMemcpyHostToDevice);

    mppiRollouts<<<samples / 64, 64>>>(dNominal, dMap, start, cfg, dCost, samples);

    std::vector<float> cost(samples);
    cudaMemcpy(cost.data(), dCost, samples * sizeof(float), cudaMemcpyDeviceToHost);
    float best = cost[0];
    double weight = 0;
    for (float c : cost) best = std::fmin(best, c);
    for (float c : cost) weight += std::exp(-(c - best) / 5.0);
    std::printf("best cost %.2f, effective samples %.1f\n", best, weight);
    cudaFree(dMap);
    cudaFree(dCost);
    cudaFree(dNominal);
}
