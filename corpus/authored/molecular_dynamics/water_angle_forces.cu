#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* H-O-H bending in flexible water. A thread owns a molecule (atoms O H H in a row),
   nobody else writes its forces, so neither atomics nor a second pass are needed. */

typedef struct { double x, y, z; } vec;

__device__ double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ vec sub(vec a, vec b) { vec c = { a.x - b.x, a.y - b.y, a.z - b.z }; return c; }

__global__ void bend(const vec *r, vec *f, double *e, int molecules, double kth, double th0)
{
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m < molecules) {
		vec o = r[3 * m], h1 = r[3 * m + 1], h2 = r[3 * m + 2];
		vec a = sub(h1, o), b = sub(h2, o);
		double la = sqrt(dot(a, a)), lb = sqrt(dot(b, b));
		double c = dot(a, b) / (la * lb);
		c = fmin(1.0, fmax(-1.0, c));
		double th = acos(c);
		double s = sqrt(1.0 - c * c + 1e-12);
		double g = kth * (th - th0) / s;

		vec fa, fb;
		fa.x = g / la * (b.x / lb - c * a.x / la);
		fa.y = g / la * (b.y / lb - c * a.y / la);
		fa.z = g / la * (b.z / lb - c * a.z / la);
		fb.x = g / lb * (a.x / la - c * b.x / lb);
		fb.y = g / lb * (a.y / la - c * b.y / lb);
		fb.z = g / lb * (a.z / la - c * b.z / lb);

		f[3 * m + 1] = fa;
		f[3 * m + 2] = fb;
		f[3 * m].x = -fa.x - fb.x;
		f[3 * m].y = -fa.y - fb.y;
		f[3 * m].z = -fa.z - fb.z;
		e[m] = 0.5 * kth * (th - th0) * (th - th0);
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 55000;
	vec *r = (vec *)malloc(3 * n * sizeof(vec));
	for (int m = 0; m < n; m++) {
		double ang = 1.75 + 0.002 * (m % 100);
		r[3 * m].x = m % 38 * 3.1;
		r[3 * m].y = m / 38 % 38 * 3.1;
		r[3 * m].z = m / 1444 * 3.1;
		r[3 * m + 1].x = r[3 * m].x + 0.96;
		r[3 * m + 1].y = r[3 * m].y;
		r[3 * m + 1].z = r[3 * m].z;
		r[3 * m + 2].x = r[3 * m].x + 0.96 * cos(ang);
		r[3 * m + 2].y = r[3 * m].y + 0.96 * sin(ang);
		r[3 * m + 2].z = r[3 * m].z;
	}
	vec *dr, *df;
	double *de, *e = (double *)malloc(n * sizeof(double));
	cudaMalloc(&dr, 3 * n * sizeof(vec));
	cudaMalloc(&df, 3 * n * sizeof(vec));
	cudaMalloc(&de, n * sizeof(double));
	cudaMemcpy(dr, r, 3 * n * sizeof(vec), cudaMemcpyHostToDevice);

	bend<<<(n + 63) / 64, 64>>>(dr, df, de, n, 75.9, 1.824);

	cudaMemcpy(e, de, n * sizeof(double), cudaMemcpyDeviceToHost);
	double total = 0;
	for (int m = 0; m < n; m++) total += e[m];
	printf("bending energy of %d molecules: %.6f\n", n, total);
	cudaFree(dr); cudaFree(df); cudaFree(de);
	free(r); free(e);
	return 0;
}
