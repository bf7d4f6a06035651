// libkcast-inject.so: the driver loads it into an application whose environment names it in
// CUDA_INJECTION64_PATH, and calls this function while it starts.
#pragma once

// 1: go on. Whatever goes wrong here is no reason to stop the application.
extern "C" int InitializeInjection();  // NOLINT: its name
