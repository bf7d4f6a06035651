/* kcast has no options here; the source is an array of lines, as old C programs write it. */
#include <CL/opencl.h>
#include <stdlib.h>

const char* source[] = {
    "__kernel void add_one(__global int* p) {\n",
    "  p[get_global_id(0)] += ONE;\n",
    "}\n"};

int main() {
  cl_device_id device;
  cl_uint devices;
  clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, &devices);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  cl_program program = clCreateProgramWithSource(context, sizeof(source) / sizeof(*source), source, NULL, NULL);
  clBuildProgram(program, 1, &device, "-DONE=1 -cl-mad-enable", NULL, NULL);
  cl_kernel kernel = clCreateKernel(program, "add_one", NULL);
  cl_mem p = clCreateBuffer(context, CL_MEM_READ_WRITE, 500 * sizeof(cl_int), NULL, NULL);
  clSetKernelArg(kernel, 0, sizeof p, &p);
  size_t global[3] = {500, 1, 1};
  size_t local[3] = {50, 1, 1};
  int i;
  for (i = 0; i < 8; ++i) clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL);
  return 0;
}
