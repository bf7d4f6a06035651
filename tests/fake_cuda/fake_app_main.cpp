// An application that launches kernels through whatever libcuda.so.1 it finds, for tests.
//
//   fake_app_main [rounds] [status]   prints its arguments, launches, ends with the status
// A status of 9 or more is a signal that it sends itself.
#include <dlfcn.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

using Launch = int (*)(const char*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       unsigned, uintptr_t, void**, void**);

void launch(Launch cu_launch, const char* name, unsigned grid, unsigned block, uintptr_t stream) {
  cu_launch(name, grid, 1, 1, block, 1, 1, 64, stream, nullptr, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  const int status = argc > 2 ? std::atoi(argv[2]) : 0;
  std::printf("the application got %d arguments\n", argc - 1);
  std::fprintf(stderr, "the application complains\n");
  std::fflush(stdout);
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == nullptr) return status;  // as a program without CUDA
  reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"))(0);
  const auto cu_launch = reinterpret_cast<Launch>(dlsym(driver, "cuLaunchKernel"));
  for (int round = 0; round < rounds; ++round) {
    launch(cu_launch, "_Z5saxpyifPKfPf", 65536, 256, 0);
    launch(cu_launch, "captured", 8, 32, 3);
    launch(cu_launch, "_Z7too_bigv", 8, 2048, 0);
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 4 * rounds; ++round)
        launch(cu_launch, "_Z8parallelIfEvPT_", 8, 64, 0);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  if (status >= 9) std::raise(status);
  return status;
}
