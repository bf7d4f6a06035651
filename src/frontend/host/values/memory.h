// Memory of the host evaluator: objects with sparse contents and a journal.
//
// An object costs what was written to it, not what it holds: a buffer of many
// gigabytes is a few words. Contents are shared until written, so that saving
// the state of an object before a branch costs one reference.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/host/values/journal.h"
#include "frontend/host/values/profile.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// Where a value is stored. Object 0 is nowhere: reads are unknown, writes are lost.
struct Place {
  uint32_t object = 0;
  bool offset_known = true;
  CauseSet causes = 0;  // why the place is not known
  int64_t offset = 0;   // with `loop`: in the first round that is meant
  uint32_t loop = 0;    // that a place which is not known moves with
  int64_t step = 0;     // with `loop`: per round
  int64_t span = 0;     // with `loop`: from the first to the last
};

// Beyond this many bytes an offset or a size is not followed, so that sums cannot overflow.
constexpr int64_t kFarthestByte = int64_t{1} << 55;

Place place_of(const EvalValue& pointer);
EvalValue address_of(const Place& place);

struct MemoryCell {
  int64_t offset = 0;
  uint32_t bytes = 0;
  EvalValue value;
};

// For searches among cells in the order of their offsets.
inline bool cell_before(const MemoryCell& cell, int64_t offset) {
  return cell.offset < offset;
}

struct MemoryPattern {
  std::string text;               // Text
  std::vector<MemoryCell> cells;  // Periodic
  int64_t period = 1;
};

enum class RegionKind : uint8_t { Unknown, Byte, Text, Periodic };

// A range that holds the same thing throughout; later regions hide earlier ones.
struct MemoryRegion {
  int64_t begin = INT64_MIN;
  int64_t end = INT64_MAX;
  RegionKind kind = RegionKind::Unknown;
  uint8_t byte = 0;
  CauseSet causes = 0;  // Unknown: 0 means never assigned
  int64_t phase = 0;    // the offset where the pattern starts
  std::shared_ptr<const MemoryPattern> pattern;

  bool operator==(const MemoryRegion&) const = default;
};

struct MemoryContent {
  std::vector<MemoryCell> cells;      // sorted, not overlapping; they hide the regions
  std::vector<MemoryRegion> regions;  // the first one covers everything
  ContentProfile profile;             // of what was written, forgotten or not
};

enum class MemorySpace : uint8_t { Host, Device };

struct MemoryObject {
  ContentRef content;
  std::string name;       // of the variable, or of the one it was allocated through
  uint32_t named_by = 0;  // object that gave a heap object its name
  uint32_t named_generation = 0;
  uint32_t generation = 0;  // counts the reuses of this number
  MemorySpace space = MemorySpace::Host;
  bool is_heap = false;
  bool is_external = false;  // came in from outside the program text
  bool is_user = false;      // a variable that the user's code declares
  bool is_dead = false;
  bool is_summary = false;  // stands for one of several heap objects
  int64_t bytes = -1;       // -1: not known
  CauseSet size_causes = 0;
  std::string size_text;
  uint64_t serial = 0;         // objects are numbered as they are made
  uint32_t lifetime = 0;       // number of the call that ends it; 0: none does
  const void* type = nullptr;  // clang::QualType as an opaque pointer, or null
  std::vector<std::pair<int64_t, const void*>> dynamic_types;  // offset, CXXRecordDecl
};

class HostMemory {
 public:
  static constexpr size_t kMaxObjects = 200'000;
  static constexpr size_t kMaxCells = 4096;
  static constexpr size_t kMaxRegions = 64;

  explicit HostMemory(CauseTable& causes);

  uint32_t create(int64_t bytes);  // 0 when there are too many objects
  void recycle(uint32_t object);   // the number may be used again
  MemoryObject& object(uint32_t id) { return objects_[id]; }
  const MemoryObject& object(uint32_t id) const { return objects_[id]; }
  size_t size() const { return objects_.size(); }
  uint64_t created() const { return created_; }
  const MemoryContent& content(uint32_t id) const { return *objects_[id].content; }
  ContentRef share(uint32_t id) const { return objects_[id].content; }
  void replace(uint32_t id, ContentRef content);

  // Unknown with no causes: the place was never assigned.
  EvalValue load(const Place& place, const Shape& shape) const;
  void store(const Place& place, uint32_t bytes, const EvalValue& value);
  void copy(const Place& to, const Place& from, int64_t bytes);
  void fill(const Place& to, const Place& element, int64_t element_bytes, int64_t count);
  void set_bytes(const Place& to, uint8_t byte, int64_t bytes);
  void set_text(uint32_t id, std::string text);
  void shuffle(uint32_t id, CauseSet causes);  // the values stay, their places do not
  void forget(uint32_t id, CauseSet causes);
  void forget_range(const Place& place, int64_t bytes, CauseSet causes);
  void reset(uint32_t id);  // as if just created

  // One object for several of host memory, of which it is not known which it is: its
  // size and contents are not known, but addresses in it can be compared.
  uint32_t create_summary(uint32_t like, CauseSet causes);
  bool can_summarise(const EvalValue& a, const EvalValue& b) const;

  // The bytes up to a zero; false when one of them is not known.
  bool read_text(const Place& place, size_t limit, std::string* text) const;

  // What a buffer is filled with; nothing where that was not recognised.
  Pattern pattern(uint32_t id) const;
  void set_profile(uint32_t id, const ContentProfile& profile);
  // Rounds of loops in loops are being tried out: writes to places that nothing is known of
  // were seen with a known place before.
  void set_trial_depth(int depth) { trial_depth_ = depth; }

  // While rounds of a loop are picked out: every write stands for `weight` writes, and numbers
  // that are only expected are drawn. Returns the weight before; 0: nothing is picked out.
  double sample(double weight) { return std::exchange(sample_weight_, weight); }
  bool is_sampling() const { return sample_weight_ > 0; }
  double sample_weight() const { return sample_weight_; }
  // A number as expected; the same in every run of the program.
  EvalValue drawn(const Expectation& expected, const Shape& shape) const;
  // Objects of which numbers were drawn since they were forgotten.
  const std::set<uint32_t>& drawn_from() const { return drawn_; }
  void forget_drawn() { drawn_.clear(); }

  // Journal: what is written between open and one of the closing calls is remembered.
  void open_journal() { journals_.open(); }
  void keep_journal() { journals_.keep(); }  // the writes stay
  MemoryDelta undo_journal();                // the writes are undone and handed out
  const MemoryJournals& journals() const { return journals_; }
  // What was written since the journal of this number was opened, as it is now.
  MemoryDelta changes_since(size_t journal) const;
  void apply(const MemoryDelta& delta);
  // What the object holds now is what it held from the start, whatever is undone.
  void settle(uint32_t id) { journals_.settle(id); }

  CauseTable& causes() { return causes_; }

 private:
  MemoryContent& write(uint32_t id);
  void add_region(uint32_t id, const MemoryRegion& region);
  void note(const Place& place, uint32_t bytes, const EvalValue& value);
  bool copy_cells(const Place& to, const Place& from, int64_t bytes);
  void lose(uint32_t id, CauseSet causes);  // forgets the contents, not their pattern

  CauseTable& causes_;
  std::vector<MemoryObject> objects_;
  std::vector<uint32_t> free_;
  uint64_t created_ = 0;
  int trial_depth_ = 0;
  double sample_weight_ = 0;
  mutable uint64_t draws_ = 0;
  mutable std::set<uint32_t> drawn_;
  MemoryJournals journals_;
};

// The value that `content` holds at an offset, read as `shape`.
EvalValue load_content(const MemoryContent& content, int64_t offset, const Shape& shape);

// The cell at the place of another one; null if there is none of its size.
const MemoryCell* cell_like(const MemoryContent& content, const MemoryCell& cell);

// The shape that a cell was stored with.
Shape shape_of_cell(const MemoryCell& cell);

}  // namespace kcast::host
