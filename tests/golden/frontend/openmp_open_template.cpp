// kcast: --assume yes
// A function that nobody calls, and a class with instances.
template <typename T>
void fill(T* x, int n, T value) {
#pragma omp target teams distribute parallel for map(from : x[0 : n])
  for (int i = 0; i < n; i++) x[i] = value;
}

template <typename T>
struct Vector {
  void add(T* x, int n);
};

template <typename T>
void Vector<T>::add(T* x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++) x[i] += T(1);
}

template struct Vector<float>;
template struct Vector<double>;
