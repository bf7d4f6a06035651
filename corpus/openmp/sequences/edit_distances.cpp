// Edit distances of many short reads to one reference: two rows of the table in registers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#pragma omp declare target
constexpr int kRead = 24;
inline int smaller(int a, int b) {
  return a < b ? a : b;
}

inline int distance(const char *read, const char *reference, int length) {
  int row[kRead + 1];
  for (int i = 0; i <= kRead; i++)
    row[i] = i;
  int lowest = row[kRead];
  // The read may begin and end anywhere in the reference.
  for (int j = 0; j < length; j++) {
    int before = row[0];
    for (int i = 1; i <= kRead; i++) {
      int change = before + (read[i - 1] != reference[j]);
      before = row[i];
      row[i] = smaller(change, smaller(row[i], row[i - 1]) + 1);
    }
    lowest = smaller(lowest, row[kRead]);
  }
  return lowest;
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int reads = argc > 1 ? std::atoi(argv[1]) : 40000;
  int length = argc > 2 ? std::atoi(argv[2]) : 200;
  std::string reference(length, 'A'), text(reads * kRead, 'A');
  for (int i = 0; i < length; i++)
    reference[i] = "ACGT"[(i * i + i / 3) % 4];
  for (int r = 0; r < reads; r++)
    for (int i = 0; i < kRead; i++)
      text[r * kRead + i] = i == r % kRead ? 'N' : reference[(r * 13 % (length - kRead)) + i];
  std::vector<int> result(reads);
  const char *ref = reference.data(), *all = text.data();
  int *out = result.data(), size = reads * kRead;
#pragma omp target teams distribute parallel for map(to : ref[0 : length], all[0 : size]) \
    map(from : out[0 : reads])
  for (int r = 0; r < reads; r++)
    out[r] = distance(all + r * kRead, ref, length);
  // Each read is a piece of the reference with one letter that matches nothing.
  int wrong = 0, sum = 0;
  for (int d : result) {
    wrong += d != 1;
    sum += d;
  }
  std::printf("%s %d\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
