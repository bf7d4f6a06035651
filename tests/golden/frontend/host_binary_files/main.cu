// Sizes from the headers of files that are no text, from the length of a file, and from lines; a
// file that is not there is done without.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <helper_image.h>

__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

static void run(int n) {
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  scale<<<(n + 63) / 64, 64>>>(x, n);
  cudaFree(x);
}

static int pixels() {
  FILE* file = fopen("data/image.pgm", "rb");
  char line[256];
  int width, height, largest;
  fgets(line, sizeof(line), file);
  if (strncmp(line, "P5", 2) != 0) exit(1);
  fgets(line, sizeof(line), file);
  sscanf(line, "%d %d", &width, &height);
  fgets(line, sizeof(line), file);
  sscanf(line, "%d", &largest);
  unsigned char* data = (unsigned char*)malloc(width * height);
  if (fread(data, 1, width * height, file) != size_t(width * height)) exit(1);
  fclose(file);
  return width * height;
}

struct Header {
  int magic, rows, columns;
};

static int rows() {
  FILE* file = fopen("data/table.bin", "rb");
  Header header;
  if (fread(&header, sizeof(header), 1, file) != 1 || header.magic != 1234) exit(1);
  return header.rows;
}

static int columns() {
  std::ifstream file("data/table.bin", std::ios::binary);
  Header header;
  file.read((char*)&header, sizeof(header));
  return file ? header.columns : 0;
}

static int bytes() {
  FILE* file = fopen("data/table.bin", "rb");
  fseek(file, 0, SEEK_END);
  return ftell(file);
}

static int cells() {
  FILE* file = fopen("data/cells.conf", "r");
  char* line = nullptr;
  size_t room = 0;
  int cells = 0;
  while (getline(&line, &room, file) != -1) {
    int value;
    if (sscanf(line, "cells = %d", &value) == 1) cells = value;
  }
  free(line);
  return cells;
}

static int settings() {
  FILE* file = fopen("data/settings.txt", "r");
  if (file == nullptr) return 640;
  int n;
  fscanf(file, "%d", &n);
  return n;
}

int main(int argc, char** argv) {
  run(pixels());
  run(rows());
  run(columns());
  run(bytes());
  std::ifstream end("data/table.bin", std::ios::binary | std::ios::ate);
  run((int)end.tellg() * 2);
  run(cells());
  run(settings());
  unsigned width, height;
  unsigned char* image = nullptr;
  sdkLoadPGM(sdkFindFilePath("image.pgm", argv[0]), &image, &width, &height);
  run(width * height * 2);
}
