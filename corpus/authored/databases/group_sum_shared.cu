// SELECT dept, SUM(salary), COUNT(*) FROM employees GROUP BY dept
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define GROUPS 512
#define ROWS 5000000
#define THREADS 512
#define BLOCKS 160

__global__ void group_by(const unsigned short *dept, const int *salary,
                         unsigned long long *sum, unsigned int *count)
{
  __shared__ unsigned long long part_sum[GROUPS];
  __shared__ unsigned int part_count[GROUPS];

  for (int g = threadIdx.x; g < GROUPS; g += THREADS) {
    part_sum[g] = 0;
    part_count[g] = 0;
  }
  __syncthreads();

  for (int i = blockIdx.x * THREADS + threadIdx.x; i < ROWS; i += BLOCKS * THREADS) {
    int g = dept[i];
    atomicAdd(&part_sum[g], (unsigned long long)salary[i]);
    atomicAdd(&part_count[g], 1u);
  }
  __syncthreads();

  for (int g = threadIdx.x; g < GROUPS; g += THREADS) {
    if (part_count[g]) {
      atomicAdd(&sum[g], part_sum[g]);
      atomicAdd(&count[g], part_count[g]);
    }
  }
}

int main(void)
{
  unsigned short *dept = (unsigned short *)malloc(ROWS * sizeof(*dept));
  int *salary = (int *)malloc(ROWS * sizeof(*salary));
  for (int i = 0; i < ROWS; i++) {
    dept[i] = rand() % GROUPS;
    salary[i] = 20000 + rand() % 80000;
  }

  unsigned short *d_dept;
  int *d_salary;
  unsigned long long *d_sum, sum[GROUPS];
  unsigned int *d_count, count[GROUPS];
  cudaMalloc(&d_dept, ROWS * sizeof(*dept));
  cudaMalloc(&d_salary, ROWS * sizeof(*salary));
  cudaMalloc(&d_sum, sizeof(sum));
  cudaMalloc(&d_count, sizeof(count));
  cudaMemcpy(d_dept, dept, ROWS * sizeof(*dept), cudaMemcpyHostToDevice);
  cudaMemcpy(d_salary, salary, ROWS * sizeof(*salary), cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof(sum));
  cudaMemset(d_count, 0, sizeof(count));

  group_by<<<BLOCKS, THREADS>>>(d_dept, d_salary, d_sum, d_count);

  cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
  cudaMemcpy(count, d_count, sizeof(count), cudaMemcpyDeviceToHost);
  for (int g = 0; g < 5; g++)
    printf("dept %d: %u people, average %.2f\n", g, count[g], (double)sum[g] / count[g]);
  return 0;
}
