#include <cstdint>
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

__global__ void max_pool_2x2(const float *in, float *out, int32_t *where, int planes, int h, int w)
{
  int oh = h / 2, ow = w / 2;
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= planes * oh * ow) return;

  int x = idx % ow;
  int y = (idx / ow) % oh;
  int p = idx / (ow * oh);

  int base = p * h * w + 2 * y * w + 2 * x;
  int offs[4] = {base, base + 1, base + w, base + w + 1};

  int bestAt = offs[0];
  float best = in[bestAt];
  for (int k = 1; k < 4; k++) {
    float v = in[offs[k]];
    if (v > best) {
      best = v;
      bestAt = offs[k];
    }
  }
  out[idx] = best;
  where[idx] = bestAt;    // needed to route the gradient back
}

int main()
{
  const int planes = 16 * 64, h = 112, w = 112;
  thrust::host_vector<float> image(planes * h * w);
  for (int i = 0; i < planes * h * w; i++)
    image[i] = (float)((i * 48271LL) % 65521) / 65521.0f;

  thrust::device_vector<float> in = image;
  thrust::device_vector<float> out(planes * (h / 2) * (w / 2));
  thrust::device_vector<int32_t> where(planes * (h / 2) * (w / 2));

  int n = planes * (h / 2) * (w / 2);
  max_pool_2x2<<<(n + 191) / 192, 192>>>(thrust::raw_pointer_cast(in.data()), thrust::raw_pointer_cast(out.data()),
                                         thrust::raw_pointer_cast(where.data()), planes, h, w);
  cudaDeviceSynchronize();

  thrust::host_vector<float> o = out;
  thrust::host_vector<int32_t> at = where;
  int errors = 0;
  for (int i = 0; i < n; i += 1009)
    if (o[i] != image[at[i]]) errors++;
  printf("%d outputs, %d errors\n", n, errors);
  return errors;
}
