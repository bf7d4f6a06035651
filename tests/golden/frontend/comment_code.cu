// Code in comments and strings is not code.
/*
__global__ void commented(int* p) { *p = 1; }
*/
#include <cstdio>
static const char* text = "__global__ void quoted(int* p) { } quoted<<<1, 1>>>(0);";
// commented<<<1, 1>>>(0);
#if defined(NOT_DEFINED)
__global__ void disabled(int* p) { *p = 2; }
#elif 1
__global__ void enabled(int* p) { *p = 3; }
#endif
int main() {
  puts(text);
  int* p;
  cudaMalloc(&p, sizeof(int));
  enabled<<<dim3(1), dim3(1)>>>(p); /* launches */ // once
}
