// A region in a member function.
#include <vector>

struct Field {
  int n;
  double *data;
  void scale(double by) {
    double *d = data;
    int count = n;
#pragma omp target teams distribute parallel for map(tofrom : d[0 : count])
    for (int i = 0; i < count; i++) d[i] *= by;
  }
};

int main() {
  std::vector<double> values(1 << 18);
  Field field{1 << 18, values.data()};
  field.scale(2.0);
}
