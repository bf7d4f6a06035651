#include "corpus/dedupe/near_duplicate_filter.h"

#include <algorithm>
#include <utility>

namespace kcast::corpus {
namespace {

uint64_t hash_of_set(uint32_t family, const std::vector<uint64_t>& grams) {
  uint64_t hash = family;
  for (const uint64_t gram : grams) {
    hash = (hash ^ gram) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

}  // namespace

NearDuplicateFilter::NearDuplicateFilter(double threshold)
    : threshold_(threshold), shape_(band_shape(threshold)) {
  grow();
}

bool NearDuplicateFilter::add_unless_duplicate(std::string_view family, CodePrint print) {
  const uint32_t number =
      families_.try_emplace(std::string(family), static_cast<uint32_t>(families_.size()))
          .first->second;
  // What was added for other families since had no near-duplicate in an equal set, or would have
  // been left out.
  const uint64_t hash = hash_of_set(number, print.grams);
  if (!known_.contains(hash)) {
    if (has_near_duplicate(number, print)) return false;
    known_.insert(hash);
    insert(number, std::move(print));
  }
  ++size_;
  return true;
}

bool NearDuplicateFilter::has_near_duplicate(uint32_t family, const CodePrint& print) {
  ++questions_;
  for (size_t band = 0; band < shape_.bands; ++band) {
    const uint32_t value = print.bands[band];
    uint32_t at = heads_[(value & (slots_ - 1)) * shape_.bands + band];
    for (; at != kNoItem; at = next_[at * shape_.bands + band]) {
      if (bands_[at * shape_.bands + band] != value) continue;
      Entry& entry = entries_[at];
      if (entry.family == family || entry.last_question == questions_) continue;
      entry.last_question = questions_;
      if (jaccard_from(threshold_, entry.grams, print.grams)) return true;
    }
  }
  return false;
}

void NearDuplicateFilter::insert(uint32_t family, CodePrint print) {
  print.grams.shrink_to_fit();
  entries_.push_back({family, 0, std::move(print.grams)});
  bands_.insert(bands_.end(), print.bands.begin(), print.bands.end());
  next_.resize(bands_.size(), kNoItem);
  if (entries_.size() > slots_) {
    grow();
  } else {
    link(static_cast<uint32_t>(entries_.size() - 1));
  }
}

void NearDuplicateFilter::link(uint32_t entry) {
  for (size_t band = 0; band < shape_.bands; ++band) {
    const size_t at = entry * shape_.bands + band;
    uint32_t& head = heads_[(bands_[at] & (slots_ - 1)) * shape_.bands + band];
    next_[at] = std::exchange(head, entry);
  }
}

void NearDuplicateFilter::grow() {
  slots_ = std::max(1024U, slots_ * 2);
  heads_.assign(slots_ * shape_.bands, kNoItem);
  for (uint32_t entry = 0; entry < entries_.size(); ++entry)
    link(entry);
}

}  // namespace kcast::corpus
