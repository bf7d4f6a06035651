// kcast: --assume yes --argv "4096"
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char* read_source(const char* name) {
  FILE* f = fopen(name, "r");
  if (!f) exit(1);
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  char* text = (char*)malloc(size + 1);
  fread(text, 1, size, f);
  text[size] = 0;
  fclose(f);
  return text;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1024;
  float factor = 1.5f;
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
  char* source = read_source("scale.cl");
  cl_program program = clCreateProgramWithSource(context, 1, (const char**)&source, NULL, &err);
  clBuildProgram(program, 1, &device, "-D TYPE=double -DFACTORS=2", NULL, NULL);
  cl_kernel kernel = clCreateKernel(program, "scale", &err);
  float* host = (float*)malloc(n * sizeof(float));
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * sizeof(float), host, &err);
  cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, n * sizeof(float), NULL, &err);
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &in);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 2, sizeof(float), &factor);
  clSetKernelArg(kernel, 3, sizeof(int), &n);
  size_t local = 128;
  size_t global = ((n + local - 1) / local) * local;
  for (int i = 0; i < 5; i++) {
    err = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    if (err != CL_SUCCESS) return 1;
  }
  clFinish(queue);
  clEnqueueReadBuffer(queue, out, CL_TRUE, 0, n * sizeof(float), host, 0, NULL, NULL);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  printf("%f\n", host[0]);
  return 0;
}
