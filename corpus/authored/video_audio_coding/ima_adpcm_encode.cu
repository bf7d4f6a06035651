/*****************************************************************
 * IMA ADPCM encoder.
 * Audio is cut in blocks of 505 samples; a block carries its own
 * predictor state and so the blocks can be coded independently.
 * One thread codes one block, as the recursion is sequential.
 *****************************************************************/
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define SAMPLES_PER_BLOCK 505
#define BYTES_PER_BLOCK   256
#define NUM_BLOCKS        4096

__constant__ int stepTable[89];
__constant__ int indexTable[8];

__global__ void adpcmEncode(const short *pcm, unsigned char *out, int numBlocks)
{
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= numBlocks) return;

  const short *in = pcm + (long)b * SAMPLES_PER_BLOCK;
  unsigned char *o = out + (long)b * BYTES_PER_BLOCK;

  int predictor = in[0];
  int index = 30;
  o[0] = predictor & 0xff;
  o[1] = (predictor >> 8) & 0xff;
  o[2] = index;
  o[3] = 0;

  int pending = 0;
  for (int i = 1; i < SAMPLES_PER_BLOCK; i++) {
    int step = stepTable[index];
    int diff = in[i] - predictor;
    int nibble = 0;
    if (diff < 0) { nibble = 8; diff = -diff; }

    int delta = step >> 3;
    if (diff >= step) { nibble |= 4; diff -= step; delta += step; }
    if (diff >= (step >> 1)) { nibble |= 2; diff -= step >> 1; delta += step >> 1; }
    if (diff >= (step >> 2)) { nibble |= 1; delta += step >> 2; }

    predictor += (nibble & 8) ? -delta : delta;
    predictor = max(-32768, min(32767, predictor));
    index = max(0, min(88, index + indexTable[nibble & 7]));

    if (i & 1)
      pending = nibble;
    else
      o[3 + i / 2] = pending | (nibble << 4);
  }
}

int main(void)
{
  int steps[89];
  double v = 7.0;
  for (int i = 0; i < 89; i++) { steps[i] = (int)(v + 0.5); v *= 1.1; }
  int idx[8] = { -1, -1, -1, -1, 2, 4, 6, 8 };
  cudaMemcpyToSymbol(stepTable, steps, sizeof(steps));
  cudaMemcpyToSymbol(indexTable, idx, sizeof(idx));

  size_t total = (size_t)NUM_BLOCKS * SAMPLES_PER_BLOCK;
  short *pcm = (short *)malloc(total * sizeof(short));
  for (size_t i = 0; i < total; i++)
    pcm[i] = (short)(9000.0 * sin(i * 0.05) + 1500.0 * sin(i * 0.41));

  short *d_pcm;
  unsigned char *d_out;
  cudaMalloc((void **)&d_pcm, total * sizeof(short));
  cudaMalloc((void **)&d_out, NUM_BLOCKS * BYTES_PER_BLOCK);
  cudaMemcpy(d_pcm, pcm, total * sizeof(short), cudaMemcpyHostToDevice);

  adpcmEncode<<<NUM_BLOCKS / 64, 64>>>(d_pcm, d_out, NUM_BLOCKS);

  unsigned char *code = (unsigned char *)malloc(NUM_BLOCKS * BYTES_PER_BLOCK);
  cudaMemcpy(code, d_out, NUM_BLOCKS * BYTES_PER_BLOCK, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (int i = 0; i < NUM_BLOCKS * BYTES_PER_BLOCK; i++) sum = sum * 31 + code[i];
  printf("checksum %08x\n", sum);
  cudaFree(d_pcm);
  cudaFree(d_out);
  free(pcm);
  free(code);
  return 0;
}
