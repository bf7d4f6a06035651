#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <random>
#include <vector>

// sum(price * discount) with date range, discount band and quantity limit: a column scan
// by a grid that exactly fills the machine, four rows per thread and step.

struct Columns {
    const int4*    date;
    const float4*  price;
    const float4*  discount;
    const uchar4*  quantity;
};

struct Predicate {
    int   dateFrom, dateTo;
    float discLo, discHi;
    int   maxQty;
};

__device__ inline float contribution(int date, float price, float disc, int qty, const Predicate& p)
{
    bool ok = date >= p.dateFrom && date < p.dateTo && disc >= p.discLo && disc <= p.discHi && qty < p.maxQty;
    return ok ? price * disc : 0.0f;
}

__global__ void __launch_bounds__(256, 4) revenue(Columns c, int groups, Predicate p, double* total)
{
    double sum = 0.0;
    for (int g = blockIdx.x * blockDim.x + threadIdx.x; g < groups; g += gridDim.x * blockDim.x) {
        const int4 d = c.date[g];
        const float4 pr = c.price[g];
        const float4 di = c.discount[g];
        const uchar4 q = c.quantity[g];
        sum += contribution(d.x, pr.x, di.x, q.x, p) + contribution(d.y, pr.y, di.y, q.y, p)
             + contribution(d.z, pr.z, di.z, q.z, p) + contribution(d.w, pr.w, di.w, q.w, p);
    }
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(~0u, sum, o);

    __shared__ double perWarp[8];
    if ((threadIdx.x & 31) == 0) perWarp[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += perWarp[w];
        atomicAdd(total, sum);
    }
}

int main()
{
    const int rows = 6 << 20;
    std::vector<int> date(rows);
    std::vector<float> price(rows), discount(rows);
    std::vector<uint8_t> quantity(rows);
    for (int i = 0; i < rows; ++i) {
        date[i] = 8036 + (i * 7) % 2557;
        price[i] = 900.0f + (i % 100000);
        discount[i] = (i % 11) * 0.01f;
        quantity[i] = 1 + (i * 13) % 50;
    }

    int4* dDate;
    float4 *dPrice, *dDiscount;
    uchar4* dQuantity;
    double* dTotal;
    cudaMalloc(&dDate, rows * sizeof(int));
    cudaMalloc(&dPrice, rows * sizeof(float));
    cudaMalloc(&dDiscount, rows * sizeof(float));
    cudaMalloc(&dQuantity, rows);
    cudaMalloc(&dTotal, sizeof(double));
    cudaMemcpy(dDate, date.data(), rows * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dPrice, price.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dDiscount, discount.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dQuantity, quantity.data(), rows, cudaMemcpyHostToDevice);
    cudaMemset(dTotal, 0, sizeof(double));

    const int sms = 132;
    revenue<<<sms * 4, 256>>>(Columns{dDate, dPrice, dDiscount, dQuantity}, rows / 4,
                              Predicate{8766, 9131, 0.05f, 0.07f, 24}, dTotal);

    double total;
    cudaMemcpy(&total, dTotal, sizeof total, cudaMemcpyDeviceToHost);
    std::cout.precision(12);
    std::cout << "revenue " << total << '\n';
}
