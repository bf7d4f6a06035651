// nvcc takes a member for the device where only its definition, outside of the class, says so.
class Lock {
 public:
  Lock(int* word);
  void take();

 private:
  int* word_;
};

inline __device__ Lock::Lock(int* word) {
  word_ = word;
}

inline __device__ void Lock::take() {
  while (atomicCAS(word_, 0, 1) != 0) {
  }
}

__global__ void count(int* word, int* sum) {
  Lock lock(word);
  if (threadIdx.x == 0) lock.take();
  *sum += 1;
}
