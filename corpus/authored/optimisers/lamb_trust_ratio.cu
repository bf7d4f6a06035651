/* LAMB: the Adam direction of each layer is rescaled by ||w|| / ||update||.
 * First kernel: one block per layer computes the direction and both norms.
 * Second kernel: applies the step with the layer's trust ratio.            */
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

static const int LAYERS = 24;
static const int LAYER_SIZE = 65536;
static const int NT = 512;

__global__ void lamb_direction(const float *w, const float *g, float *m, float *v, float *dir, float *ratio)
{
        __shared__ double sw[NT];
        __shared__ double su[NT];
        size_t off = (size_t)blockIdx.x * LAYER_SIZE;
        int t = threadIdx.x;
        double nw = 0.0, nu = 0.0;

        for (int i = t; i < LAYER_SIZE; i += NT) {
                size_t k = off + i;
                float mk = 0.9f * m[k] + 0.1f * g[k];
                float vk = 0.999f * v[k] + 0.001f * g[k] * g[k];
                float u = mk * 10.0f / (sqrtf(vk * 1000.0f) + 1e-6f) + 0.01f * w[k];
                m[k] = mk;
                v[k] = vk;
                dir[k] = u;
                nw += (double)w[k] * w[k];
                nu += (double)u * u;
        }
        sw[t] = nw;
        su[t] = nu;
        __syncthreads();
        for (int s = NT / 2; s > 0; s /= 2) {
                if (t < s) {
                        sw[t] += sw[t + s];
                        su[t] += su[t + s];
                }
                __syncthreads();
        }
        if (t == 0)
                ratio[blockIdx.x] = (sw[0] > 0 && su[0] > 0) ? (float)sqrt(sw[0] / su[0]) : 1.0f;
}

__global__ void lamb_apply(float *w, const float *dir, const float *ratio, float lr)
{
        int layer = blockIdx.y;
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        size_t k = (size_t)layer * LAYER_SIZE + i;
        w[k] -= lr * ratio[layer] * dir[k];
}

int main()
{
        const size_t total = (size_t)LAYERS * LAYER_SIZE;
        const size_t bytes = total * sizeof(float);
        float *hw = (float *)malloc(bytes), *hg = (float *)malloc(bytes);
        for (size_t i = 0; i < total; i++) {
                hw[i] = 0.05f * (1 + (i % 3));
                hg[i] = 0.01f * (float)(i % 9) - 0.04f;
        }

        float *w, *g, *m, *v, *dir, *ratio;
        cudaMalloc(&w, bytes);
        cudaMalloc(&g, bytes);
        cudaMalloc(&m, bytes);
        cudaMalloc(&v, bytes);
        cudaMalloc(&dir, bytes);
        cudaMalloc(&ratio, LAYERS * sizeof(float));
        cudaMemcpy(w, hw, bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(g, hg, bytes, cudaMemcpyHostToDevice);
        cudaMemset(m, 0, bytes);
        cudaMemset(v, 0, bytes);

        lamb_direction<<<LAYERS, NT>>>(w, g, m, v, dir, ratio);
        lamb_apply<<<dim3(LAYER_SIZE / 256, LAYERS), 256>>>(w, dir, ratio, 0.002f);

        float r[LAYERS];
        cudaMemcpy(r, ratio, sizeof(r), cudaMemcpyDeviceToHost);
        for (int l = 0; l < 3; l++)
                printf("layer %d trust ratio %f\n", l, r[l]);
        cudaFree(w); cudaFree(g); cudaFree(m); cudaFree(v); cudaFree(dir); cudaFree(ratio);
        free(hw);
        free(hg);
        return 0;
}
