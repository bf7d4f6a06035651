#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

struct Sphere { float3 c; float r; float3 albedo; float shine; };

const int NUM = 24;
__constant__ Sphere scene[NUM];

__device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 normalize(float3 a) { return rsqrtf(dot(a, a)) * a; }

// returns the nearest hit distance along d or -1
__device__ float nearest(float3 o, float3 d, int& which)
{
    float tBest = 1e30f;
    which = -1;
    for (int i = 0; i < NUM; ++i) {
        float3 oc = o - scene[i].c;
        float b = dot(oc, d);
        float disc = b * b - dot(oc, oc) + scene[i].r * scene[i].r;
        if (disc < 0.0f) continue;
        float t = -b - sqrtf(disc);
        if (t > 1e-3f && t < tBest) {
            tBest = t;
            which = i;
        }
    }
    return which < 0 ? -1.0f : tBest;
}

__global__ void render(uchar4* pixels, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;

    float3 eye = make_float3(0.f, 0.f, -6.f);
    float3 dir = normalize(make_float3((x - 0.5f * w) / h, (0.5f * h - y) / h, 1.0f));
    float3 light = normalize(make_float3(0.6f, 0.9f, -0.7f));

    int hit;
    float t = nearest(eye, dir, hit);
    float3 colour = make_float3(0.1f, 0.12f, 0.2f + 0.3f * dir.y);
    if (hit >= 0) {
        float3 p = eye + t * dir;
        float3 n = normalize(p - scene[hit].c);
        float diffuse = fmaxf(dot(n, light), 0.0f);
        int blocker;
        if (diffuse > 0.0f && nearest(p + 1e-3f * n, light, blocker) > 0.0f) diffuse = 0.0f;
        float3 half = normalize(light - dir);
        float spec = diffuse > 0.0f ? powf(fmaxf(dot(n, half), 0.0f), scene[hit].shine) : 0.0f;
        colour = (0.15f + 0.8f * diffuse) * scene[hit].albedo + spec * make_float3(0.4f, 0.4f, 0.4f);
    }
    pixels[y * w + x] = make_uchar4(255.f * __saturatef(colour.x), 255.f * __saturatef(colour.y),
                                    255.f * __saturatef(colour.z), 255);
}

int main()
{
    const int w = 960, h = 540;
    Sphere host[NUM];
    for (int i = 0; i < NUM; ++i) {
        host[i].c = make_float3((i % 6 - 2.5f) * 1.1f, (i / 6 - 1.5f) * 1.1f, 0.3f * (i % 4));
        host[i].r = 0.45f;
        host[i].albedo = make_float3(0.3f + 0.1f * (i % 7), 0.9f - 0.1f * (i % 5), 0.5f);
        host[i].shine = 8.0f + 4.0f * (i % 9);
    }
    cudaMemcpyToSymbol(scene, host, sizeof(host));

    uchar4* frame;
    cudaMalloc(&frame, w * h * sizeof(uchar4));
    dim3 block(8, 8), grid((w + 7) / 8, (h + 7) / 8);
    render<<<grid, block>>>(frame, w, h);

    std::vector<uchar4> img(w * h);
    cudaMemcpy(img.data(), frame, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost);
    FILE* f = fopen("spheres.ppm", "wb");
    if (f) {
        fprintf(f, "P6 %d %d 255\n", w, h);
        for (auto& c : img) { fputc(c.x, f); fputc(c.y, f); fputc(c.z, f); }
        fclose(f);
    }
    cudaFree(frame);
    return 0;
}
