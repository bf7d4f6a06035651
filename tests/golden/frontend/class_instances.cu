// An explicit instantiation stands in the program beside the template that has it: its launch is
// one launch.
template <typename T>
__global__ void fill(T *x, int n, T value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}

template <typename T>
struct Field {
  void clear(T *x, int n);
};

template <typename T>
void Field<T>::clear(T *x, int n) {
  fill<T><<<(n + 127) / 128, 128>>>(x, n, T(0));
}

template struct Field<float>;
template struct Field<double>;
