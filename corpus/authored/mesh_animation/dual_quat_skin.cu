// Dual quaternion skinning, two influences per vertex. The whole palette lives in shared
// memory, loaded once per block; blocks loop over the mesh.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define BONES 96

typedef struct { float4 real, dual; } DualQuat;     /* (x, y, z, w) */

static __device__ float dot4(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static __device__ float4 mix4(float4 a, float4 b, float wa, float wb)
{
    return make_float4(wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w);
}

static __device__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__global__ void dqSkin(const DualQuat *palette, const float3 *rest, const uchar2 *bone, const float *w0,
                       float3 *posed, int nverts)
{
    __shared__ DualQuat pal[BONES];
    for (int i = threadIdx.x; i < BONES; i += blockDim.x)
        pal[i] = palette[i];
    __syncthreads();

    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nverts; v += gridDim.x * blockDim.x) {
        uchar2 b = bone[v];
        float wa = w0[v], wb = 1.0f - wa;
        float4 r0 = pal[b.x].real, r1 = pal[b.y].real;
        if (dot4(r0, r1) < 0.0f)            /* take the short way round */
            wb = -wb;
        float4 r = mix4(r0, r1, wa, wb);
        float4 d = mix4(pal[b.x].dual, pal[b.y].dual, wa, wb);
        float inv = rsqrtf(dot4(r, r));
        r = make_float4(r.x * inv, r.y * inv, r.z * inv, r.w * inv);
        d = make_float4(d.x * inv, d.y * inv, d.z * inv, d.w * inv);

        float3 p = rest[v];
        float3 q = make_float3(r.x, r.y, r.z), e = make_float3(d.x, d.y, d.z);
        float3 c = cross(q, p);
        c = make_float3(c.x + r.w * p.x, c.y + r.w * p.y, c.z + r.w * p.z);
        float3 c2 = cross(q, c);
        float3 qe = cross(q, e);
        posed[v] = make_float3(p.x + 2.f * (c2.x + r.w * e.x - d.w * q.x + qe.x),
                               p.y + 2.f * (c2.y + r.w * e.y - d.w * q.y + qe.y),
                               p.z + 2.f * (c2.z + r.w * e.z - d.w * q.z + qe.z));
    }
}

int main(void)
{
    int n = 120000;
    DualQuat h_pal[BONES];
    for (int i = 0; i < BONES; i++) {
        float half = 0.01f * i, s = sinf(half), c = cosf(half), ty = 0.5f * i / BONES;
        h_pal[i].real = make_float4(0.f, 0.f, s, c);
        h_pal[i].dual = make_float4(0.5f * ty * s, 0.5f * ty * c, 0.f, 0.f);
    }
    float3 *rest = (float3 *)malloc(n * sizeof(float3));
    uchar2 *bone = (uchar2 *)malloc(n * sizeof(uchar2));
    float *w = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        rest[i] = make_float3(i % 100 * 0.01f, i / 100 * 0.001f, 0.2f);
        bone[i].x = (i / 1250) % BONES;
        bone[i].y = (i / 1250 + 1) % BONES;
        w[i] = 0.5f + 0.5f * (i % 1250) / 1250.0f;
    }

    DualQuat *d_pal; float3 *d_rest, *d_posed; uchar2 *d_bone; float *d_w;
    cudaMalloc((void **)&d_pal, sizeof(h_pal));
    cudaMalloc((void **)&d_rest, n * sizeof(float3));
    cudaMalloc((void **)&d_posed, n * sizeof(float3));
    cudaMalloc((void **)&d_bone, n * sizeof(uchar2));
    cudaMalloc((void **)&d_w, n * sizeof(float));
    cudaMemcpy(d_pal, h_pal, sizeof(h_pal), cudaMemcpyHostToDevice);
    cudaMemcpy(d_rest, rest, n * sizeof(float3), cudaMemcpyHostToDevice);
    cudaMemcpy(d_bone, bone, n * sizeof(uchar2), cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, w, n * sizeof(float), cudaMemcpyHostToDevice);

    dqSkin<<<132, 256>>>(d_pal, d_rest, d_bone, d_w, d_posed, n);

    cudaMemcpy(rest, d_posed, n * sizeof(float3), cudaMemcpyDeviceToHost);
    printf("vertex 60000 -> %.4f %.4f %.4f\n", rest[60000].x, rest[60000].y, rest[60000].z);
    return 0;
}
