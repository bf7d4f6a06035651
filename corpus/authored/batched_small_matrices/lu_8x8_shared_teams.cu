#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

/* Many 8x8 LU factorisations without pivoting (chemistry Jacobians with a
   dominant diagonal). A team of eight threads owns a matrix: thread c keeps
   column c moving; 16 teams to a block of 128. Teams sit inside one warp, so
   a warp barrier is enough. */

constexpr int ORDER = 8;
constexpr int TEAMS = 16;

__global__ void luTeams(float *mats, int count)
{
        __shared__ float a[TEAMS][ORDER][ORDER + 1];
        const int team = threadIdx.x / ORDER;
        const int c = threadIdx.x % ORDER;
        const int id = min(blockIdx.x * TEAMS + team, count - 1);
        float *g = mats + id * ORDER * ORDER;

        for (int r = 0; r < ORDER; ++r)
                a[team][r][c] = g[r * ORDER + c];
        __syncwarp();

        for (int k = 0; k < ORDER - 1; ++k) {
                if (c > k)
                        a[team][c][k] /= a[team][k][k];      // here c counts rows
                __syncwarp();
                if (c > k)
                        for (int r = k + 1; r < ORDER; ++r)
                                a[team][r][c] -= a[team][r][k] * a[team][k][c];
                __syncwarp();
        }

        for (int r = 0; r < ORDER; ++r)
                g[r * ORDER + c] = a[team][r][c];
}

int main()
{
        const int count = 40000;                     // a multiple of TEAMS
        std::vector<float> m(count * ORDER * ORDER);
        for (int i = 0; i < count; ++i)
                for (int r = 0; r < ORDER; ++r)
                        for (int c = 0; c < ORDER; ++c)
                                m[(i * ORDER + r) * ORDER + c] = r == c ? 9.0f + i % 5 : 0.1f * (r - c);

        float *d;
        if (cudaMalloc(&d, m.size() * sizeof(float)) != cudaSuccess) return EXIT_FAILURE;
        cudaMemcpy(d, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
        luTeams<<<count / TEAMS, TEAMS * ORDER>>>(d, count);
        cudaMemcpy(m.data(), d, m.size() * sizeof(float), cudaMemcpyDeviceToHost);

        float det = 1.0f;
        for (int k = 0; k < ORDER; ++k)
                det *= m[k * ORDER + k];
        std::printf("det of the first: %g\n", det);
        cudaFree(d);
        return EXIT_SUCCESS;
}
