// The kernels stand in string literals of the host program.
#include <CL/cl.h>
#include <stdio.h>

static const char* kSource = R"CLC(
__kernel void square(__global float* v, const unsigned int n) {
  size_t i = get_global_id(0);
  if (i < n) v[i] = v[i] * v[i];
}
)CLC";

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
  cl_context context = clCreateContext(0, 1, &device, NULL, NULL, NULL);
  cl_command_queue commands = clCreateCommandQueue(context, device, 0, NULL);
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, NULL, NULL);
  clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
  cl_kernel kernel = clCreateKernel(program, "square", NULL);
  unsigned int count = 960;
  cl_mem v = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * count, NULL, NULL);
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &v);
  clSetKernelArg(kernel, 1, sizeof(unsigned int), &count);
  size_t global = count, local = 96;
  clEnqueueNDRangeKernel(commands, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
  clFinish(commands);
  return 0;
}
