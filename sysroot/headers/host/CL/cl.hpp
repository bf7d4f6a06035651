// The C++ bindings of OpenCL 1.x: those of 2.0, and the array type that they replaced.
#pragma once

#include "opencl.hpp"

namespace cl {

template <int kCount>
class size_t {
 public:
  size_t() {
    for (int i = 0; i < kCount; ++i)
      sizes_[i] = 0;
  }
  ::size_t& operator[](int index) { return sizes_[index]; }
  const ::size_t& operator[](int index) const { return sizes_[index]; }
  operator const ::size_t*() const { return sizes_; }
  int size() const { return kCount; }
  void push_back(::size_t) {}

 private:
  ::size_t sizes_[kCount];
};

}  // namespace cl
