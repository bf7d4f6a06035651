/* Sort person records by age (0..127) with a counting sort:
   count, prefix on the GPU by a single warp-sized block, place. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int id;
    unsigned char age;
    unsigned char flags;
    short region;
} Person;

#define MAX_AGE 128

__global__ void count_ages(const Person *p, int n, int *count)
{
    __shared__ int local[MAX_AGE];
    if (threadIdx.x < MAX_AGE) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[p[i].age], 1);
    __syncthreads();
    if (threadIdx.x < MAX_AGE && local[threadIdx.x] > 0)
        atomicAdd(&count[threadIdx.x], local[threadIdx.x]);
}

__global__ void prefix_ages(const int *count, int *start)
{
    int sum = 0;
    for (int a = 0; a < threadIdx.x; a++)
        sum += count[a];
    start[threadIdx.x] = sum;
}

__global__ void place_people(const Person *in, int n, int *cursor, Person *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Person me = in[i];
        int pos = atomicAdd(&cursor[me.age], 1);
        out[pos] = me;
    }
}

int main(void)
{
    const int n = 1000000;
    Person *people = (Person *)malloc(n * sizeof(Person));
    for (int i = 0; i < n; i++) {
        people[i].id = i;
        people[i].age = (unsigned char)((i * 31 + i / 1000) % 100);
        people[i].flags = 0;
        people[i].region = (short)(i % 500);
    }

    Person *d_in, *d_out;
    int *d_count, *d_start;
    cudaMalloc((void **)&d_in, n * sizeof(Person));
    cudaMalloc((void **)&d_out, n * sizeof(Person));
    cudaMalloc((void **)&d_count, MAX_AGE * sizeof(int));
    cudaMalloc((void **)&d_start, MAX_AGE * sizeof(int));
    cudaMemcpy(d_in, people, n * sizeof(Person), cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, MAX_AGE * sizeof(int));

    count_ages<<<120, 256>>>(d_in, n, d_count);
    prefix_ages<<<1, MAX_AGE>>>(d_count, d_start);
    place_people<<<(n + 255) / 256, 256>>>(d_in, n, d_start, d_out);

    cudaMemcpy(people, d_out, n * sizeof(Person), cudaMemcpyDeviceToHost);
    printf("youngest %d, oldest %d\n", people[0].age, people[n - 1].age);
    cudaFree(d_in); cudaFree(d_out); cudaFree(d_count); cudaFree(d_start);
    free(people);
    return 0;
}
