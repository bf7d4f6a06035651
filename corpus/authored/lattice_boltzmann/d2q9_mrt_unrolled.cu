#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Multiple-relaxation-time collision (Lallemand & Luo moments), in place, no streaming.
   rho e eps jx qx jy qy pxx pxy */

__global__ void mrt_collide(float *f, int n, float s_e, float s_eps, float s_q, float s_nu)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;

	float f0 = f[i], f1 = f[n + i], f2 = f[2 * n + i], f3 = f[3 * n + i], f4 = f[4 * n + i];
	float f5 = f[5 * n + i], f6 = f[6 * n + i], f7 = f[7 * n + i], f8 = f[8 * n + i];

	float sa = f1 + f2 + f3 + f4, sd = f5 + f6 + f7 + f8;
	float rho = f0 + sa + sd;
	float e = -4.f * f0 - sa + 2.f * sd;
	float eps = 4.f * f0 - 2.f * sa + sd;
	float dx = f5 - f6 - f7 + f8, dy = f5 + f6 - f7 - f8;
	float jx = f1 - f3 + dx, qx = -2.f * (f1 - f3) + dx;
	float jy = f2 - f4 + dy, qy = -2.f * (f2 - f4) + dy;
	float pxx = f1 - f2 + f3 - f4, pxy = f5 - f6 + f7 - f8;

	float j2 = jx * jx + jy * jy;
	e   -= s_e   * (e   - (-2.f * rho + 3.f * j2));
	eps -= s_eps * (eps - (rho - 3.f * j2));
	qx  -= s_q   * (qx + jx);
	qy  -= s_q   * (qy + jy);
	pxx -= s_nu  * (pxx - (jx * jx - jy * jy));
	pxy -= s_nu  * (pxy - jx * jy);

	float r9 = rho * (1.f / 9.f), e36 = e * (1.f / 36.f), p36 = eps * (1.f / 36.f);
	float jx6 = jx * (1.f / 6.f), jy6 = jy * (1.f / 6.f);
	float qx6 = qx * (1.f / 6.f), qy6 = qy * (1.f / 6.f);
	float xx4 = 0.25f * pxx, xy4 = 0.25f * pxy;
	float ax = r9 - e36 - 2.f * p36;
	float di = r9 + 2.f * e36 + p36;

	f[i]         = r9 - 4.f * e36 + 4.f * p36;
	f[n + i]     = ax + jx6 - qx6 + xx4;
	f[2 * n + i] = ax + jy6 - qy6 - xx4;
	f[3 * n + i] = ax - jx6 + qx6 + xx4;
	f[4 * n + i] = ax - jy6 + qy6 - xx4;
	f[5 * n + i] = di + jx6 + jy6 + 0.5f * (qx6 + qy6) + xy4;
	f[6 * n + i] = di - jx6 + jy6 - 0.5f * (qx6 - qy6) - xy4;
	f[7 * n + i] = di - jx6 - jy6 - 0.5f * (qx6 + qy6) + xy4;
	f[8 * n + i] = di + jx6 - jy6 + 0.5f * (qx6 - qy6) - xy4;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 1000000;
	float *h = (float *)malloc(9ul * n * sizeof(float));
	for (int q = 0; q < 9; q++)
		for (int i = 0; i < n; i++)
			h[q * n + i] = (q == 0 ? 0.444f : q < 5 ? 0.111f : 0.0278f) + 0.001f * (i % 7);

	float *f;
	cudaMalloc(&f, 9ul * n * sizeof(float));
	cudaMemcpy(f, h, 9ul * n * sizeof(float), cudaMemcpyHostToDevice);
	double m0 = 0, m1 = 0;
	for (int q = 0; q < 9; q++) m0 += h[q * n + 5];

	mrt_collide<<<(n + 255) / 256, 256>>>(f, n, 1.64f, 1.54f, 1.9f, 1.7f);

	cudaMemcpy(h, f, 9ul * n * sizeof(float), cudaMemcpyDeviceToHost);
	for (int q = 0; q < 9; q++) m1 += h[q * n + 5];
	printf("density of node 5: %f before, %f after\n", m0, m1);
	cudaFree(f);
	free(h);
	return 0;
}
