// kcast: --argv input/case.in
// Sizes come from files of the project: a list of names and values, and the first line of a graph
// whose rest is too long to be read.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

__global__ void step(float* x, int nx, int ny) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y;
  if (i < nx && j < ny) x[j * nx + i] += 1;
}

__global__ void edges(const int* from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && from[i] < 0) __trap();
}

struct Case {
  int nx = 0, ny = 0, steps = 0;
};

Case read_case(const std::string& name) {
  Case out;
  std::ifstream in(name);
  if (!in.is_open()) exit(1);
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string key, equals;
    words >> key >> equals;
    if (key == "Nx") words >> out.nx;
    if (key == "Ny") words >> out.ny;
    if (key == "steps") words >> out.steps;
  }
  return out;
}

// The same, word by word.
Case read_words(std::string name) {
  Case out;
  std::fstream file(name, std::ios_base::in);
  std::string word;
  while (file >> word) {
    if (word == "Nx") file >> word >> out.nx;
    if (word == "Ny") file >> word >> out.ny;
  }
  file.close();
  return out;
}

// Numbers between commas, by a stream that is written and read.
int fields(const std::string& line) {
  std::stringstream in(line);
  std::string field;
  int sum = 0;
  while (std::getline(in, field, ',')) sum += std::stoi(field);
  return sum;
}

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  Case what = read_case(argv[1]);
  std::fstream log("log.txt", std::ios::out);
  log << "steps " << what.steps << std::endl;
  Case again = read_words(argv[1]);
  step<<<again.ny, again.nx>>>(nullptr, again.nx, again.ny);
  float* x;
  cudaMalloc(&x, what.nx * what.ny * sizeof(float));
  for (int i = 0; i < what.steps; ++i)
    step<<<dim3((what.nx + 127) / 128, what.ny), 128>>>(x, what.nx, what.ny);

  FILE* file = fopen("input/graph.txt", "r");
  int nodes = 0, count = 0;
  if (file == nullptr || fscanf(file, "%d %d", &nodes, &count) != 2) return 1;
  int* from;
  cudaMalloc(&from, count * sizeof(int));
  int* host = (int*)malloc(count * sizeof(int));
  for (int i = 0; i < count; ++i) {
    int to;
    float weight;
    if (fscanf(file, "%d %d %f", &host[i], &to, &weight) != 3) break;
  }
  fclose(file);
  cudaMemcpy(from, host, count * sizeof(int), cudaMemcpyHostToDevice);
  edges<<<(count + 255) / 256, 256>>>(from, count);
  edges<<<fields("16,32,64"), 32>>>(from, count);
}
