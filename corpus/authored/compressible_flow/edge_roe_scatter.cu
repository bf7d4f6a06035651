#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

/*
 * Vertex-centred finite volumes on a triangulated rectangle. One thread per dual
 * edge computes a Roe flux (entropy fix by a floor on the eigenvalues) and adds
 * it to the residuals of both end points.
 */

#define GM1 0.4f

__global__ void roe_edges(const int2 *ends, const float2 *normal, int n_edges, const float4 *w /* rho u v p */, float *res)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= n_edges)
		return;

	int a = ends[e].x, b = ends[e].y;
	float2 nn = normal[e];
	float4 L = w[a], R = w[b];
	float area = sqrtf(nn.x * nn.x + nn.y * nn.y);
	float nx = nn.x / area, ny = nn.y / area;

	float HL = 1.4f / GM1 * L.w / L.x + 0.5f * (L.y * L.y + L.z * L.z);
	float HR = 1.4f / GM1 * R.w / R.x + 0.5f * (R.y * R.y + R.z * R.z);
	float sq = sqrtf(R.x / L.x), wl = 1.0f / (1.0f + sq), wr = sq * wl;
	float rho = sq * L.x;
	float u = wl * L.y + wr * R.y, v = wl * L.z + wr * R.z, H = wl * HL + wr * HR;
	float q2 = 0.5f * (u * u + v * v);
	float c2 = GM1 * (H - q2), c = sqrtf(c2), un = u * nx + v * ny;

	float unL = L.y * nx + L.z * ny, unR = R.y * nx + R.z * ny;
	float dr = R.x - L.x, dp = R.w - L.w, dun = unR - unL;
	float du = R.y - L.y - dun * nx, dv = R.z - L.z - dun * ny;

	float floor_ = 0.1f * c;
	float l1 = fmaxf(fabsf(un - c), floor_), l2 = fmaxf(fabsf(un), floor_), l3 = fmaxf(fabsf(un + c), floor_);
	float a1 = l1 * (dp - rho * c * dun) / (2.0f * c2);
	float a2 = l2 * (dr - dp / c2);
	float a3 = l3 * (dp + rho * c * dun) / (2.0f * c2);

	float d0 = a1 + a2 + a3;
	float d1 = a1 * (u - c * nx) + a2 * u + l2 * rho * du + a3 * (u + c * nx);
	float d2 = a1 * (v - c * ny) + a2 * v + l2 * rho * dv + a3 * (v + c * ny);
	float d3 = a1 * (H - c * un) + a2 * q2 + l2 * rho * (u * du + v * dv) + a3 * (H + c * un);

	float f0 = 0.5f * area * (L.x * unL + R.x * unR - d0);
	float f1 = 0.5f * area * (L.x * unL * L.y + L.w * nx + R.x * unR * R.y + R.w * nx - d1);
	float f2 = 0.5f * area * (L.x * unL * L.z + L.w * ny + R.x * unR * R.z + R.w * ny - d2);
	float f3 = 0.5f * area * (L.x * unL * HL + R.x * unR * HR - d3);

	atomicAdd(&res[4 * a + 0], f0);  atomicAdd(&res[4 * b + 0], -f0);
	atomicAdd(&res[4 * a + 1], f1);  atomicAdd(&res[4 * b + 1], -f1);
	atomicAdd(&res[4 * a + 2], f2);  atomicAdd(&res[4 * b + 2], -f2);
	atomicAdd(&res[4 * a + 3], f3);  atomicAdd(&res[4 * b + 3], -f3);
}

int main()
{
	const int M = 400, N = 300, nodes = M * N;
	const int n_edges = (M - 1) * (N - 1) * 3;
	int2 *ends = (int2 *)malloc(n_edges * sizeof(int2));
	float2 *nrm = (float2 *)malloc(n_edges * sizeof(float2));
	float4 *w = (float4 *)malloc(nodes * sizeof(float4));

	for (int j = 0; j < N - 1; j++)
		for (int i = 0; i < M - 1; i++) {
			int p = j * M + i, k = 3 * (j * (M - 1) + i);
			ends[k]     = make_int2(p, p + 1);      nrm[k]     = make_float2(0.66f, 0.33f);
			ends[k + 1] = make_int2(p, p + M);      nrm[k + 1] = make_float2(0.33f, 0.66f);
			ends[k + 2] = make_int2(p, p + M + 1);  nrm[k + 2] = make_float2(0.33f, 0.33f);
		}
	for (int p = 0; p < nodes; p++)
		w[p] = make_float4(1.0f + 0.2f * (p % M > M / 2), 0.8f, 0.05f * sinf(0.02f * (p / M)), 1.0f / 1.4f);

	int2 *d_e; float2 *d_n; float4 *d_w; float *d_res;
	cudaMalloc(&d_e, n_edges * sizeof(int2));
	cudaMalloc(&d_n, n_edges * sizeof(float2));
	cudaMalloc(&d_w, nodes * sizeof(float4));
	cudaMalloc(&d_res, nodes * 4 * sizeof(float));
	cudaMemcpy(d_e, ends, n_edges * sizeof(int2), cudaMemcpyHostToDevice);
	cudaMemcpy(d_n, nrm, n_edges * sizeof(float2), cudaMemcpyHostToDevice);
	cudaMemcpy(d_w, w, nodes * sizeof(float4), cudaMemcpyHostToDevice);
	cudaMemset(d_res, 0, nodes * 4 * sizeof(float));

	roe_edges<<<(n_edges + 127) / 128, 128>>>(d_e, d_n, n_edges, d_w, d_res);

	float *res = (float *)malloc(nodes * 4 * sizeof(float));
	cudaMemcpy(res, d_res, nodes * 4 * sizeof(float), cudaMemcpyDeviceToHost);
	double s = 0;
	for (int p = 0; p < nodes; p++) s += res[4 * p];
	printf("sum of mass residuals (should vanish): %g\n", s);
	cudaFree(d_e); cudaFree(d_n); cudaFree(d_w); cudaFree(d_res);
	free(ends); free(nrm); free(w); free(res);
	return 0;
}
