// ptx: tex suld sust ld.global.nc st.global
// Texture and surface functions are loads and stores of texels; objects are the memory behind them.
texture<float, 2, cudaReadModeElementType> old_style;
surface<void, 2> old_surface;
struct Scene {
  cudaTextureObject_t sky;
  int width;
};
__global__ void read(cudaTextureObject_t image, cudaTextureObject_t line, cudaSurfaceObject_t out, Scene scene, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  float4 pixel = tex2D<float4>(image, i + 0.5f, j + 0.5f);
  float v = pixel.x + tex1Dfetch<float>(line, i) + tex2D(old_style, i, j) + tex2DLayered<float>(scene.sky, i, j, 1);
  surf2Dwrite(v, out, i * 4, j);
  surf2Dwrite(v, old_surface, i * 4, j);
  y[j * scene.width + i] = v + tex3D<float>(scene.sky, i, j, 2) + surf2Dread<float>(out, i * 4, j);
}
int main() {
  const int w = 512, h = 256;
  float *flat, *y;
  cudaMalloc(&flat, w * sizeof(float));
  cudaMalloc(&y, w * h * sizeof(float));
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  cudaArray_t array, written;
  cudaMallocArray(&array, &format, w, h);
  cudaMallocArray(&written, &format, w, h, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  cudaTextureDesc how = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t image, line, sky;
  cudaCreateTextureObject(&image, &resource, &how, nullptr);
  how.normalizedCoords = 1;
  cudaCreateTextureObject(&sky, &resource, &how, nullptr);
  how.normalizedCoords = 0;
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = flat;
  cudaCreateTextureObject(&line, &resource, &how, nullptr);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = written;
  cudaSurfaceObject_t out;
  cudaCreateSurfaceObject(&out, &resource);
  read<<<dim3(w / 128, h), 128>>>(image, line, out, Scene{sky, w}, y);
}
