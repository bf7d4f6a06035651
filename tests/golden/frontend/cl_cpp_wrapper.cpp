// The C++ wrapper's header is not ours: it is reported, and the rest is read.
#include <CL/no_such_wrapper.hpp>
#include <CL/cl.h>
#include <string>

int main() {
  const std::string code =
      "__kernel void twice(__global float* p, float by) {"
      "  int i = get_global_id(0);"
      "  p[i] = p[i] * by;"
      "}";
  const char* text = code.c_str();
  size_t length = code.size();
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &error);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  cl_kernel kernel = clCreateKernel(program, "twice", &error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  cl_mem p = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * 1024, nullptr, &error);
  const float by = 2.0f;
  clSetKernelArg(kernel, 0, sizeof(p), &p);
  clSetKernelArg(kernel, 1, sizeof(by), &by);
  const size_t global = 1024, local = 256;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
}
