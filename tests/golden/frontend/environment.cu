// An environment variable is not set; a random number and what a user types are unknown, by name.
#include <cstdlib>
#include <ctime>
#include <iostream>

__global__ void touch(char* p, int n) { p[threadIdx.x] = n; }

int main() {
  const char* text = std::getenv("TOUCH_SIZE");
  int size = text ? std::atoi(text) : 4096;
  char* p;
  cudaMalloc(&p, size);
  touch<<<1, 64>>>(p, size);
  srand(time(nullptr));
  int blocks = rand() % 10 + 1;
  touch<<<blocks, 32>>>(p, 5);
  int answer;
  std::cin >> answer;
  touch<<<2, 32>>>(p, answer);
}
