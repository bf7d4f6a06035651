#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <iostream>

// conserved -> primitive, four cells per thread, SoA. Pressure and density get a floor.

__device__ __forceinline__ void convert(float& r, float& mx, float& my, float& mz, float& e, float floor_p)
{
    r = fmaxf(r, 1e-8f);
    const float ir = __frcp_rn(r);
    mx *= ir;
    my *= ir;
    mz *= ir;
    e = fmaxf(0.4f * (e - 0.5f * r * (mx * mx + my * my + mz * mz)), floor_p);
}

__global__ void cons2prim(float4* r, float4* x, float4* y, float4* z, float4* e, int quads, float floor_p)
{
    const int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q < quads) {
        float4 a = r[q], b = x[q], c = y[q], d = z[q], f = e[q];
        convert(a.x, b.x, c.x, d.x, f.x, floor_p);
        convert(a.y, b.y, c.y, d.y, f.y, floor_p);
        convert(a.z, b.z, c.z, d.z, f.z, floor_p);
        convert(a.w, b.w, c.w, d.w, f.w, floor_p);
        r[q] = a; x[q] = b; y[q] = c; z[q] = d; e[q] = f;
    }
}

int main()
{
    const int cells = 4000000;
    thrust::host_vector<float> h(cells);
    for (int i = 0; i < cells; ++i)
        h[i] = 0.5f + (i % 1000) * 0.001f;

    thrust::device_vector<float> rho = h, mx = h, my = h, mz = h;
    thrust::device_vector<float> en(cells, 4.0f);

    auto as4 = [](thrust::device_vector<float>& v) {
        return reinterpret_cast<float4*>(thrust::raw_pointer_cast(v.data()));
    };
    const int quads = cells / 4;
    cons2prim<<<(quads + 255) / 256, 256>>>(as4(rho), as4(mx), as4(my), as4(mz), as4(en), quads, 1e-6f);
    cudaDeviceSynchronize();

    std::cout << "p[0] = " << en[0] << ", u[10] = " << mx[10] << '\n';
}
