#include <stdio.h>

const int numRows = 5000;
const int numCols = 2048;

// each thread goes down one column of the table and computes its mean
__global__ void columnMean(float* table, float* mean)
{
	int c = threadIdx.x + blockIdx.x * blockDim.x;
	if (c < numCols)
	{
		mean[c] = 0.0f;
		for (int r = 0; r < numRows; r++)
		{
			mean[c] = mean[c] + table[r * numCols + c];
		}
		mean[c] = mean[c] / numRows;
	}
	__syncthreads();
}

int main()
{
	float* table = new float[numRows * numCols];
	float* mean = new float[numCols];
	for (int r = 0; r < numRows; r++)
		for (int c = 0; c < numCols; c++)
			table[r * numCols + c] = c + 0.001f * r;

	float* d_table;
	float* d_mean;
	cudaMalloc(&d_table, numRows * numCols * sizeof(float));
	cudaMalloc(&d_mean, numCols * sizeof(float));
	cudaMemcpy(d_table, table, numRows * numCols * sizeof(float), cudaMemcpyHostToDevice);

	columnMean<<<numCols / 64, 64>>>(d_table, d_mean);

	cudaMemcpy(mean, d_mean, numCols * sizeof(float), cudaMemcpyDeviceToHost);
	for (int c = 0; c < 5; c++)
		printf("mean of column %d is %f\n", c, mean[c]);

	cudaFree(d_table);
	cudaFree(d_mean);
	delete[] table;
	delete[] mean;
}
