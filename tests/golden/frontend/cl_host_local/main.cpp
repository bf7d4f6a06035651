#include <CL/cl.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#define CL_CHECK(expr)                                  \
  do {                                                  \
    cl_int code = (expr);                               \
    if (code != CL_SUCCESS) {                           \
      std::cerr << #expr << ": " << code << std::endl;  \
      std::exit(1);                                     \
    }                                                   \
  } while (false)

int main() {
  const cl_uint n = 1 << 15;
  const size_t local = 64, groups = 20;
  std::ifstream file("dot.cl");
  std::stringstream buffer;
  buffer << file.rdbuf();
  const std::string text = buffer.str();
  const char* source = text.c_str();
  cl_platform_id platform;
  cl_device_id device;
  CL_CHECK(clGetPlatformIDs(1, &platform, nullptr));
  CL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  CL_CHECK(clBuildProgram(program, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr));
  cl_kernel dot = clCreateKernel(program, "dot_product", nullptr);
  std::vector<double> a(n, 1.0), b(n, 2.0);
  cl_mem d_a = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, a.size() * sizeof(double), a.data(), nullptr);
  cl_mem d_b = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, b.size() * sizeof(double), b.data(), nullptr);
  cl_mem d_partial = clCreateBuffer(context, CL_MEM_READ_WRITE, groups * sizeof(double), nullptr, nullptr);
  int arg = 0;
  CL_CHECK(clSetKernelArg(dot, arg++, sizeof(d_a), &d_a));
  CL_CHECK(clSetKernelArg(dot, arg++, sizeof(d_b), &d_b));
  CL_CHECK(clSetKernelArg(dot, arg++, sizeof(d_partial), &d_partial));
  CL_CHECK(clSetKernelArg(dot, arg++, local * sizeof(double), nullptr));
  CL_CHECK(clSetKernelArg(dot, arg++, sizeof(n), &n));
  size_t global = local * groups;
  CL_CHECK(clEnqueueNDRangeKernel(queue, dot, 1, nullptr, &global, &local, 0, nullptr, nullptr));
  cl_kernel plane = clCreateKernel(program, "plane", nullptr);
  cl_int width = 100, height = 30;
  cl_mem image = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(cl_float) * width * height, nullptr, nullptr);
  CL_CHECK(clSetKernelArg(plane, 0, sizeof(cl_mem), &image));
  CL_CHECK(clSetKernelArg(plane, 1, sizeof(cl_int), &width));
  CL_CHECK(clSetKernelArg(plane, 2, sizeof(cl_int), &height));
  size_t global2[2] = {112, 32};
  size_t local2[2] = {16, 8};
  CL_CHECK(clEnqueueNDRangeKernel(queue, plane, 2, nullptr, global2, local2, 0, nullptr, nullptr));
  CL_CHECK(clEnqueueNDRangeKernel(queue, plane, 2, nullptr, global2, nullptr, 0, nullptr, nullptr));
  CL_CHECK(clFinish(queue));
}
