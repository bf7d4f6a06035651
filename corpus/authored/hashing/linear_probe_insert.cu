#include <cuda_runtime.h>
#include <iostream>
#include <vector>

using Key = unsigned int;
using Value = unsigned int;

constexpr Key EMPTY = 0xffffffffu;
constexpr unsigned CAPACITY = 1u << 21;

__device__ unsigned slot_of(Key k)
{
    k ^= k >> 16;
    k *= 0x7feb352du;
    k ^= k >> 15;
    k *= 0x846ca68bu;
    k ^= k >> 16;
    return k & (CAPACITY - 1);
}

__global__ void insert_all(Key* table_keys, Value* table_values, const Key* keys, const Value* values, int count)
{
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= count)
        return;

    const Key key = keys[tid];
    unsigned slot = slot_of(key);
    while (true)
    {
        const Key seen = atomicCAS(&table_keys[slot], EMPTY, key);
        if (seen == EMPTY || seen == key)
        {
            table_values[slot] = values[tid];
            break;
        }
        slot = (slot + 1) & (CAPACITY - 1);
    }
}

int main()
{
    const int count = 1000000;
    std::vector<Key> keys(count);
    std::vector<Value> values(count);
    for (int i = 0; i < count; ++i)
    {
        keys[i] = i * 2654435761u >> 1;
        values[i] = i;
    }

    Key *t_keys, *d_keys;
    Value *t_values, *d_values;
    cudaMalloc(&t_keys, CAPACITY * sizeof(Key));
    cudaMalloc(&t_values, CAPACITY * sizeof(Value));
    cudaMalloc(&d_keys, count * sizeof(Key));
    cudaMalloc(&d_values, count * sizeof(Value));
    cudaMemset(t_keys, 0xff, CAPACITY * sizeof(Key));
    cudaMemcpy(d_keys, keys.data(), count * sizeof(Key), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, values.data(), count * sizeof(Value), cudaMemcpyHostToDevice);

    insert_all<<<(count + 1023) / 1024, 1024>>>(t_keys, t_values, d_keys, d_values, count);
    cudaDeviceSynchronize();

    std::vector<Key> back(CAPACITY);
    cudaMemcpy(back.data(), t_keys, CAPACITY * sizeof(Key), cudaMemcpyDeviceToHost);
    size_t used = 0;
    for (unsigned s = 0; s < CAPACITY; ++s)
        if (back[s] != EMPTY)
            ++used;
    std::cout << "load factor " << double(used) / CAPACITY << std::endl;
    return 0;
}
