#ifndef KCAST_THRUST_TUPLE_H
#define KCAST_THRUST_TUPLE_H
#include <tuple>
namespace thrust {
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
}  // namespace thrust
#endif
