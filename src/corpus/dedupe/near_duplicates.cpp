#include "corpus/dedupe/near_duplicates.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "base/parallel.h"

namespace kcast::corpus {
namespace {

struct NearLink {
  uint32_t a = 0;
  uint32_t b = 0;
  double jaccard = 0;
};

// What is known of all items between two bands.
struct ClusterState {
  std::span<const NearItem> items;
  double threshold = 0;
  std::vector<uint32_t> root;  // the least item of the cluster
  std::vector<NearestItem> nearest;
  std::vector<double> highest;  // of links, by root at the time
};

// The items with one value of a band. Every item is in one bucket of a band, so that buckets may
// be worked on at once: each writes to its own items and to its list of links.
class Bucket {
 public:
  Bucket(ClusterState& state, std::span<const uint64_t> keys) : state_(state) {
    for (const uint64_t key : keys) {
      const auto item = static_cast<uint32_t>(key);
      members_.push_back({item, state.root[item], state.items[item].family});
    }
  }

  // Compares what could change the answer: items of different clusters, and items of different
  // families while one of them lacks a near-duplicate there. Everything is held against the first
  // member before, which joins crowds of copies without comparing all their pairs.
  std::vector<NearLink> links() && {
    for (size_t i = 1; i < members_.size(); ++i)
      compare(members_[0], members_[i]);
    if (members_.size() > 2) compare_rest();
    return std::move(links_);
  }

 private:
  struct Member {
    uint32_t item;
    uint32_t cluster;
    uint32_t family;
  };

  bool settled(const Member& member) const { return state_.nearest[member.item].item != kNoItem; }

  // Members with equal keys need not be compared with each other, now or later.
  std::pair<uint32_t, uint64_t> run_key(const Member& member) const {
    return {member.cluster, settled(member) ? UINT64_MAX : member.family};
  }

  void compare_rest() {
    const uint32_t first = members_[0].item;
    std::vector<std::pair<std::pair<uint32_t, uint64_t>, Member>> keyed;
    for (const Member& member : members_)
      keyed.emplace_back(run_key(member), member);
    std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first, a.second.item) < std::pair(b.first, b.second.item);
    });
    for (size_t i = 0; i < keyed.size(); ++i)
      members_[i] = keyed[i].second;
    size_t run = 0;
    for (size_t i = 0; i < keyed.size(); ++i) {
      if (keyed[i].first != keyed[run].first) run = i;
      for (size_t j = 0; j < run; ++j) {
        if (members_[i].item != first && members_[j].item != first) {
          compare(members_[j], members_[i]);
        }
      }
    }
  }

  void compare(const Member& a, const Member& b) {
    const bool other_family = a.family != b.family;
    const bool wanted = other_family && !(settled(a) && settled(b));
    if (a.cluster == b.cluster && !wanted) return;
    const auto near = jaccard_from(state_.threshold, state_.items[a.item].print.grams,
                                   state_.items[b.item].print.grams);
    if (!near) return;
    if (other_family) {
      if (!settled(a)) state_.nearest[a.item] = {b.item, *near};
      if (!settled(b)) state_.nearest[b.item] = {a.item, *near};
    }
    links_.push_back({a.item, b.item, *near});
    const uint32_t from = b.cluster;
    const uint32_t to = a.cluster;
    if (from == to) return;
    for (Member& member : members_) {
      if (member.cluster == from) member.cluster = to;
    }
  }

  ClusterState& state_;
  std::vector<Member> members_;
  std::vector<NearLink> links_;
};

uint32_t find_root(const std::vector<uint32_t>& root, uint32_t item) {
  while (root[item] != item)
    item = root[item];
  return item;
}

// The least item becomes the root, so that the order of links makes no difference.
void join_links(ClusterState& state, std::span<const NearLink> links) {
  for (const NearLink& link : links) {
    uint32_t low = find_root(state.root, link.a);
    uint32_t high = find_root(state.root, link.b);
    if (low > high) std::swap(low, high);
    state.root[high] = low;
    state.highest[low] = std::max({state.highest[low], state.highest[high], link.jaccard});
  }
  for (uint32_t& root : state.root)
    root = state.root[root];
}

// Value of the band above, number of the item below; ascending.
std::vector<uint64_t> sorted_keys(std::span<const NearItem> items, size_t band) {
  std::vector<uint64_t> keys(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    keys[i] = uint64_t{items[i].print.bands[band]} << 32U | i;
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<std::span<const uint64_t>> buckets_of(const std::vector<uint64_t>& keys) {
  std::vector<std::span<const uint64_t>> buckets;
  for (size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] >> 32U == keys[begin] >> 32U)
      ++end;
    if (end - begin > 1) buckets.emplace_back(&keys[begin], end - begin);
  }
  return buckets;
}

void join_band(ClusterState& state, const std::vector<uint64_t>& keys, size_t jobs) {
  const std::vector<std::span<const uint64_t>> buckets = buckets_of(keys);
  std::mutex mutex;
  std::vector<NearLink> links;
  parallel_for(jobs, buckets.size(), 64, [&](size_t i) {
    const std::vector<NearLink> found = Bucket(state, buckets[i]).links();
    if (found.empty()) return;
    const std::lock_guard lock(mutex);
    links.insert(links.end(), found.begin(), found.end());
  });
  join_links(state, links);
}

// Compares all pairs of a cluster that is small enough for it.
void compare_whole(ClusterState& state, NearCluster& cluster) {
  for (const uint32_t a : cluster.members) {
    for (const uint32_t b : cluster.members) {
      if (b >= a) break;
      const NearItem& first = state.items[a];
      const NearItem& second = state.items[b];
      const auto near = jaccard_from(state.threshold, first.print.grams, second.print.grams);
      if (!near) continue;
      cluster.highest = std::max(cluster.highest, *near);
      if (first.family == second.family) continue;
      ++cluster.family_pairs;
      if (*near > state.nearest[a].jaccard) state.nearest[a] = {b, *near};
      if (*near > state.nearest[b].jaccard) state.nearest[b] = {a, *near};
    }
  }
}

std::vector<NearCluster> clusters_of(const ClusterState& state) {
  std::vector<NearCluster> clusters;
  std::vector<std::vector<uint32_t>> members(state.root.size());
  for (uint32_t item = 0; item < state.root.size(); ++item)
    members[state.root[item]].push_back(item);
  for (std::vector<uint32_t>& list : members) {
    if (list.size() < 2) continue;
    NearCluster cluster;
    std::set<uint32_t> families;
    for (const uint32_t item : list)
      families.insert(state.items[item].family);
    cluster.families = families.size();
    cluster.highest = state.highest[list.front()];
    cluster.members = std::move(list);
    cluster.whole = cluster.members.size() <= kWholeCluster;
    clusters.push_back(std::move(cluster));
  }
  std::stable_sort(clusters.begin(), clusters.end(), [](const auto& a, const auto& b) {
    return a.members.size() > b.members.size();
  });
  return clusters;
}

// Near-duplicates of different families that are known of a cluster whose pairs were not all
// compared. Two items may each be the nearest of the other: that is one pair.
size_t known_family_pairs(const ClusterState& state, const NearCluster& cluster) {
  size_t pairs = 0;
  for (const uint32_t item : cluster.members) {
    const uint32_t other = state.nearest[item].item;
    if (other == kNoItem) continue;
    if (state.nearest[other].item != item || item < other) ++pairs;
  }
  return pairs;
}

}  // namespace

void NearDuplicates::add(std::string name, std::string_view family, CodePrint print) {
  const auto [place, is_new] =
      family_numbers_.try_emplace(std::string(family), static_cast<uint32_t>(families_.size()));
  if (is_new) families_.emplace_back(family);
  print.grams.shrink_to_fit();
  items_.push_back({std::move(name), place->second, std::move(print)});
}

NearDuplicateReport NearDuplicates::report(
    size_t jobs, const std::function<void(size_t, size_t)>& progress) const {
  jobs = std::max<size_t>(1, jobs);
  ClusterState state{.items = items_, .threshold = threshold_};
  state.root.resize(items_.size());
  std::iota(state.root.begin(), state.root.end(), 0U);
  state.nearest.resize(items_.size());
  state.highest.resize(items_.size());
  std::vector<std::vector<uint64_t>> keys(jobs);
  for (size_t band = 0; band < shape_.bands; ++band) {
    if (band % jobs == 0) {
      parallel_for(jobs, std::min(jobs, shape_.bands - band), 1,
                   [&](size_t i) { keys[i] = sorted_keys(items_, band + i); });
    }
    join_band(state, keys[band % jobs], jobs);
    if (progress) progress(band + 1, shape_.bands);
  }
  NearDuplicateReport report;
  report.items = items_.size();
  report.families = families_.size();
  report.clusters = clusters_of(state);
  parallel_for(jobs, report.clusters.size(), 1, [&](size_t i) {
    NearCluster& cluster = report.clusters[i];
    if (cluster.whole) {
      compare_whole(state, cluster);
    } else {
      cluster.family_pairs = known_family_pairs(state, cluster);
    }
  });
  for (const NearCluster& cluster : report.clusters)
    report.near_duplicates += cluster.members.size();
  for (const NearestItem& nearest : state.nearest)
    report.between_families += nearest.item != kNoItem ? 1 : 0;
  report.nearest = std::move(state.nearest);
  return report;
}

}  // namespace kcast::corpus
