#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

// Classic four-bone linear blend skinning of positions and normals.

struct Vertex
{
    float px, py, pz;
    float nx, ny, nz;
};

// four influences per vertex, 3x4 row-major bone matrices
__global__ void skinVertices(const Vertex *bind, const unsigned char *boneId, const float *weight,
                             const float *bones, Vertex *posed, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;

    float m[12];
    for (int k = 0; k < 12; k++)
        m[k] = 0.0f;
    for (int j = 0; j < 4; j++)
    {
        const float *b = bones + 12 * boneId[4 * i + j];
        float w = weight[4 * i + j];
        for (int k = 0; k < 12; k++)
            m[k] += w * b[k];
    }

    Vertex v = bind[i];
    Vertex r;
    r.px = m[0] * v.px + m[1] * v.py + m[2] * v.pz + m[3];
    r.py = m[4] * v.px + m[5] * v.py + m[6] * v.pz + m[7];
    r.pz = m[8] * v.px + m[9] * v.py + m[10] * v.pz + m[11];
    r.nx = m[0] * v.nx + m[1] * v.ny + m[2] * v.nz;
    r.ny = m[4] * v.nx + m[5] * v.ny + m[6] * v.nz;
    r.nz = m[8] * v.nx + m[9] * v.ny + m[10] * v.nz;
    float len = sqrtf(r.nx * r.nx + r.ny * r.ny + r.nz * r.nz);
    r.nx /= len;
    r.ny /= len;
    r.nz /= len;
    posed[i] = r;
}

int main()
{
    const int count = 200000, numBones = 80;
    std::vector<Vertex> bind(count);
    std::vector<unsigned char> boneId(4 * count);
    std::vector<float> weight(4 * count);
    std::vector<float> bones(numBones * 12);

    for (int i = 0; i < count; i++)
    {
        bind[i].px = 0.001f * (i % 1000);
        bind[i].py = 0.002f * (i / 1000);
        bind[i].pz = 0.1f;
        bind[i].nx = 0.0f;
        bind[i].ny = 0.6f;
        bind[i].nz = 0.8f;
    }
    for (int k = 0; k < 4 * count; k++)     // neighbours along the body share bones
    {
        boneId[k] = (k / 10000 + k % 4) % numBones;
        weight[k] = k % 4 == 0 ? 0.55f : 0.15f;
    }
    for (int b = 0; b < numBones; b++)
    {
        float a = 0.02f * b, c = cosf(a), s = sinf(a);
        float m[12] = { c, -s, 0, 0.1f * b, s, c, 0, 0, 0, 0, 1, 0 };
        for (int k = 0; k < 12; k++)
            bones[12 * b + k] = m[k];
    }

    Vertex *dBind, *dPosed;
    unsigned char *dBoneId;
    float *dWeight, *dBones;
    cudaMalloc(&dBind, count * sizeof(Vertex));
    cudaMalloc(&dPosed, count * sizeof(Vertex));
    cudaMalloc(&dBoneId, 4 * count);
    cudaMalloc(&dWeight, 4 * count * sizeof(float));
    cudaMalloc(&dBones, bones.size() * sizeof(float));
    cudaMemcpy(dBind, bind.data(), count * sizeof(Vertex), cudaMemcpyHostToDevice);
    cudaMemcpy(dBoneId, boneId.data(), 4 * count, cudaMemcpyHostToDevice);
    cudaMemcpy(dWeight, weight.data(), 4 * count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dBones, bones.data(), bones.size() * sizeof(float), cudaMemcpyHostToDevice);

    int threads = 192;
    skinVertices<<<(count + threads - 1) / threads, threads>>>(dBind, dBoneId, dWeight, dBones, dPosed, count);

    cudaMemcpy(bind.data(), dPosed, count * sizeof(Vertex), cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", bind[1234].px, bind[1234].py, bind[1234].pz);
    cudaFree(dBind); cudaFree(dPosed); cudaFree(dBoneId); cudaFree(dWeight); cudaFree(dBones);
    return 0;
}
