// Prefix sums over tiles and coalesced groups.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <class Group, class T, class Op>
__KC_DEV T inclusive_scan(const Group& g, T v, Op op) {
  for (unsigned int d = 1; d < g.size(); d *= 2) {
    T other = g.shfl_up(v, d);
    if (g.thread_rank() >= d) v = op(other, v);
  }
  return v;
}
template <class Group, class T>
__KC_DEV T inclusive_scan(const Group& g, T v) {
  return inclusive_scan(g, v, plus<T>());
}
template <class Group, class T, class Op>
__KC_DEV T exclusive_scan(const Group& g, T v, Op op) {
  T sum = g.shfl_up(inclusive_scan(g, v, op), 1);
  return g.thread_rank() == 0 ? T() : sum;
}
template <class Group, class T>
__KC_DEV T exclusive_scan(const Group& g, T v) {
  return exclusive_scan(g, v, plus<T>());
}

}  // namespace cooperative_groups
