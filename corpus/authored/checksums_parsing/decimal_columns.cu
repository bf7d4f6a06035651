#include <iostream>
#include <string>
#include <vector>
#include <cuda_runtime.h>

// Rows of 5 fields, each field 12 characters, right aligned: "    -123.456"
#define FIELD 12
#define FIELDS 5
#define ROW_BYTES (FIELD * FIELDS)

__global__ void parse(const char *table, float *columns, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int field = blockIdx.y;
    if (row >= rows) return;

    const char *s = table + row * ROW_BYTES + field * FIELD;
    float value = 0.0f, scale = 1.0f;
    bool negative = false, fraction = false;
    for (int i = 0; i < FIELD; i++) {
        char c = s[i];
        if (c == ' ') continue;
        if (c == '-') {
            negative = true;
        } else if (c == '.') {
            fraction = true;
        } else {
            value = value * 10.0f + (c - '0');
            if (fraction) scale *= 10.0f;
        }
    }
    value /= scale;
    columns[field * rows + row] = negative ? -value : value;
}

int main()
{
    const int rows = 200000;
    std::vector<char> table(rows * ROW_BYTES);
    const char pattern[] = "    -123.456"
                           "    90871.25"
                           "      0.0071"
                           "   -44001.20"
                           "         317";
    for (int i = 0; i < rows * ROW_BYTES; i++)
        table[i] = pattern[i % ROW_BYTES];

    char *d_table;
    float *d_columns;
    cudaMalloc(&d_table, rows * ROW_BYTES);
    cudaMalloc(&d_columns, rows * FIELDS * sizeof(float));
    cudaMemcpy(d_table, table.data(), rows * ROW_BYTES, cudaMemcpyHostToDevice);

    dim3 grid((rows + 127) / 128, FIELDS);
    parse<<<grid, 128>>>(d_table, d_columns, rows);

    std::vector<float> columns(rows * FIELDS);
    cudaMemcpy(columns.data(), d_columns, columns.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int f = 0; f < FIELDS; f++)
        std::cout << "column " << f << ": " << columns[f * rows] << std::endl;
    cudaFree(d_table);
    cudaFree(d_columns);
    return 0;
}
