// kcast: --assume yes
// Templates that take a function or a class of traits, which nobody names: classes of the text
// with the members that are used, or a stand-in that adds.
namespace ops {
struct Square {
  __device__ float operator()(float a) const { return a * a; }
};
template <typename T>
struct Mean {
  static constexpr int kWeight = 2;
  static __device__ T merge(T a, T b) { return (a + b) / kWeight; }
};
struct Shape {
  enum { kRows = 4 };
  using Element = double;
};
}  // namespace ops

template <typename F>
__global__ void map(float* x, F f) {
  x[threadIdx.x] = f(x[threadIdx.x]);
}

// Nothing of the text takes two arguments.
template <typename T, typename Op>
__global__ void combine(T* x, const T* y, Op op) {
  x[threadIdx.x] = op(x[threadIdx.x], y[threadIdx.x]);
}

template <typename Merge>
__global__ void merge(float* x) {
  x[threadIdx.x] = Merge::merge(x[threadIdx.x], Merge::kWeight);
}

template <typename Traits>
__global__ void by_traits(typename Traits::Element* x) {
  for (int i = 0; i < Traits::kRows; ++i)
    x[i * 32 + threadIdx.x] += 1;
}

// The first of the kinds is refused.
enum class Kind { None, Wide, Narrow };
template <Kind kind, typename T>
__global__ void by_kind(T* x) {
  static_assert(kind != Kind::None, "no kind");
  x[threadIdx.x] *= kind == Kind::Wide ? 2 : 1;
}

// No class has it: the reason is said.
template <typename Missing>
__global__ void nothing_fits(float* x) {
  x[0] = Missing::kNowhere;
}
