#include "collect/rocm/rocm_dispatch.h"

#include <tuple>
#include <utility>

#include "base/text.h"

namespace kcast::collect {

namespace {

using DispatchKey = std::tuple<std::string, int64_t, int64_t>;

DispatchKey key_of(const RocmDispatch& dispatch) {
  return {dispatch.kernel, dispatch.grid_size, dispatch.occurrence};
}

void merge_dispatch(const RocmDispatch& from, RocmDispatch& into) {
  into.counters.insert(from.counters.begin(), from.counters.end());
  into.durations_ns.insert(into.durations_ns.end(), from.durations_ns.begin(),
                           from.durations_ns.end());
}

}  // namespace

std::string_view plain_kernel_name(std::string_view name) {
  name = trim(name);
  for (const std::string_view ending : {" [clone .kd]", " (.kd)", ".kd"}) {
    if (name.ends_with(ending)) return trim(name.substr(0, name.size() - ending.size()));
  }
  return name;
}

void count_occurrences(std::vector<RocmDispatch>& dispatches) {
  std::map<std::pair<std::string, int64_t>, int64_t> occurrences;
  for (RocmDispatch& dispatch : dispatches)
    dispatch.occurrence = occurrences[{dispatch.kernel, dispatch.grid_size}]++;
}

std::vector<RocmDispatch> join_passes(std::vector<RocmPass> passes) {
  std::vector<RocmDispatch> joined;
  std::map<DispatchKey, size_t> places;
  std::vector<std::vector<bool>> has(passes.size());  // by pass and dispatch
  for (size_t pass = 0; pass < passes.size(); ++pass) {
    count_occurrences(passes[pass].dispatches);
    for (RocmDispatch& dispatch : passes[pass].dispatches) {
      const auto [place, is_new] = places.try_emplace(key_of(dispatch), joined.size());
      if (is_new) {
        joined.push_back(std::move(dispatch));
      } else {
        merge_dispatch(dispatch, joined[place->second]);
      }
      has[pass].resize(joined.size());
      has[pass][place->second] = true;
    }
  }
  for (size_t pass = 0; pass < passes.size(); ++pass) {
    has[pass].resize(joined.size());
    for (size_t i = 0; i < joined.size(); ++i) {
      if (!has[pass][i]) joined[i].notes.push_back("not in " + passes[pass].name);
    }
  }
  return joined;
}

void replace_durations(const RocmPass& timed, std::vector<RocmDispatch>& dispatches) {
  std::vector<RocmDispatch> times = timed.dispatches;
  count_occurrences(times);
  std::map<DispatchKey, const RocmDispatch*> by_key;
  for (const RocmDispatch& time : times)
    by_key.emplace(key_of(time), &time);
  for (RocmDispatch& dispatch : dispatches) {
    const auto found = by_key.find(key_of(dispatch));
    if (found != by_key.end()) {
      dispatch.durations_ns = found->second->durations_ns;
    } else {
      dispatch.notes.push_back("not in " + timed.name + ": timed while counting");
    }
  }
}

}  // namespace kcast::collect
