#include "analyze/memory/contents.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace kcast::memory {

namespace {

constexpr uint64_t kApart = uint64_t{4} << 20;  // between buffers of other launches
constexpr int64_t kMostPieces = 64;             // of a buffer
constexpr double kLinesOfPiece = 24;            // sampled ones, so that a share means something
constexpr double kLeastShare = 0.01;
constexpr int64_t kMostOtherBuffers = 1 << 16;

// Position of a buffer behind the launch's own.
size_t order_of(const L2Piece& piece, size_t n_own) {
  return piece.buffer < kFirstOther ? static_cast<size_t>(piece.buffer)
                                    : n_own + static_cast<size_t>(piece.buffer - kFirstOther);
}

// Where all buffers lie: those of the launch, then those that others left.
std::vector<exec::Extent> places(const std::vector<exec::Extent>& extents,
                                 const L2Contents* contents) {
  std::vector<exec::Extent> out = extents;
  uint64_t end = 0;
  for (const exec::Extent& extent : extents)
    end = std::max(end, extent.base + static_cast<uint64_t>(extent.bytes));
  if (contents == nullptr) return out;
  for (const L2Piece& piece : contents->pieces) {
    if (piece.buffer < kFirstOther || piece.buffer >= kFirstOther + kMostOtherBuffers) continue;
    const size_t at = order_of(piece, extents.size());
    if (at >= out.size()) out.resize(at + 1);
    out[at].bytes = std::max(out[at].bytes, piece.first_byte + piece.bytes);
  }
  for (size_t i = extents.size(); i < out.size(); ++i) {
    out[i].base = (end / kApart + 2) * kApart;
    end = out[i].base + static_cast<uint64_t>(out[i].bytes);
  }
  return out;
}

// A number from 0 to below 1 that belongs to the line.
double draw(uint64_t line, uint64_t salt) {
  return static_cast<double>(mix_bits(line ^ salt) >> 11) * 0x1p-53;
}

// Of a stretch of a buffer, in sampled lines.
struct PieceCount {
  double here = 0;
  double dirty = 0;
  double copies = 0;
  double age = 0;
};

int64_t n_pieces(int64_t bytes, uint64_t sampling) {
  const double lines = static_cast<double>(bytes) / kLineBytes / static_cast<double>(sampling);
  return std::clamp<int64_t>(static_cast<int64_t>(lines / kLinesOfPiece), 1, kMostPieces);
}

// The first byte of a piece; the last piece ends with the buffer.
int64_t piece_begin(int64_t bytes, int64_t pieces, int64_t number) {
  const double begin =
      static_cast<double>(bytes) * static_cast<double>(number) / static_cast<double>(pieces);
  return number == pieces ? bytes : static_cast<int64_t>(begin) / kLineBytes * kLineBytes;
}

}  // namespace

void put_contents(const L2Contents& contents, const std::vector<exec::Extent>& extents,
                  uint64_t sampling, L2Model& model) {
  const std::vector<exec::Extent> where = places(extents, &contents);
  std::vector<L2Piece> oldest_first = contents.pieces;
  std::stable_sort(oldest_first.begin(), oldest_first.end(),
                   [](const L2Piece& a, const L2Piece& b) { return a.age > b.age; });
  for (const L2Piece& piece : oldest_first) {
    const size_t at = order_of(piece, extents.size());
    if (piece.buffer < 0 || at >= where.size()) continue;
    const uint64_t begin =
        where[at].base + static_cast<uint64_t>(std::max<int64_t>(piece.first_byte, 0));
    const uint64_t first = begin / kLineBytes;
    const uint64_t last =
        (begin + static_cast<uint64_t>(std::max<int64_t>(piece.bytes, 1)) - 1) / kLineBytes;
    for (uint64_t line = (first + sampling - 1) / sampling * sampling; line <= last;
         line += sampling) {
      if (draw(line, 1) >= piece.share) continue;
      const double dirty = piece.share > 0 ? piece.dirty / piece.share : 0;
      model.put(line, draw(line, 2) < dirty, draw(line, 3) < piece.copies);
    }
  }
}

namespace {

// Lines of a buffer that are there lie between these, and are counted by pieces.
struct BufferCount {
  uint64_t low = UINT64_MAX;  // addresses
  uint64_t high = 0;
  std::vector<PieceCount> pieces;
};

// Finds the buffer that an address is in.
class BufferFinder {
 public:
  explicit BufferFinder(const std::vector<exec::Extent>& where)
      : where_(where), by_base_(where.size()) {
    for (size_t i = 0; i < where.size(); ++i)
      by_base_[i] = i;
    std::sort(by_base_.begin(), by_base_.end(),
              [&](size_t a, size_t b) { return where[a].base < where[b].base; });
  }

  // None: it is of a variable or of local memory.
  std::optional<size_t> find(uint64_t address) const {
    auto behind =
        std::upper_bound(by_base_.begin(), by_base_.end(), address,
                         [&](uint64_t at, size_t buffer) { return at < where_[buffer].base; });
    if (behind == by_base_.begin()) return std::nullopt;
    const size_t buffer = *--behind;
    const bool inside = address - where_[buffer].base < static_cast<uint64_t>(where_[buffer].bytes);
    return inside ? std::optional(buffer) : std::nullopt;
  }

 private:
  const std::vector<exec::Extent>& where_;
  std::vector<size_t> by_base_;
};

void count_line(const CacheLine& line, double age, bool copy, PieceCount& piece) {
  if (copy) {
    ++piece.copies;
    return;
  }
  const double part = std::popcount(static_cast<uint8_t>(line.valid | line.dirty)) /
                      static_cast<double>(kSectorsPerLine);
  piece.here += part;
  piece.dirty += line.dirty != 0 ? part : 0;
  piece.age += part * age;
}

}  // namespace

L2Contents contents_of(const L2Model& model, const std::vector<exec::Extent>& extents,
                       const L2Contents* before, uint64_t sampling) {
  const std::vector<exec::Extent> where = places(extents, before);
  const BufferFinder finder(where);
  std::vector<BufferCount> counts(where.size());
  const auto each = [&](const auto& visit) {
    model.each_line([&](const CacheLine& line, double age, bool copy) {
      const uint64_t address = line.line * kLineBytes;
      const auto buffer = finder.find(address);
      if (!buffer || (line.valid == 0 && line.dirty == 0)) return;
      visit(address, counts[*buffer], line, age, copy);
    });
  };
  each([](uint64_t address, BufferCount& count, const CacheLine&, double, bool) {
    count.low = std::min(count.low, address);
    count.high = std::max(count.high, address + kLineBytes);
  });
  // Of a long buffer only what is used is cut into pieces; the sampled lines are some lines apart.
  for (size_t i = 0; i < where.size(); ++i) {
    BufferCount& count = counts[i];
    if (count.high == 0) continue;
    count.low = std::max(where[i].base,
                         count.low - std::min(count.low, (sampling - 1) * uint64_t{kLineBytes}));
    count.high = std::min(where[i].base + static_cast<uint64_t>(where[i].bytes),
                          count.high + (sampling - 1) * kLineBytes);
    count.pieces.resize(
        static_cast<size_t>(n_pieces(static_cast<int64_t>(count.high - count.low), sampling)));
  }
  each([](uint64_t address, BufferCount& count, const CacheLine& line, double age, bool copy) {
    const double place = static_cast<double>(address - std::min(address, count.low)) /
                         static_cast<double>(count.high - count.low);
    const auto number = static_cast<size_t>(place * static_cast<double>(count.pieces.size()));
    count_line(line, age, copy, count.pieces[std::min(number, count.pieces.size() - 1)]);
  });
  L2Contents out;
  for (size_t i = 0; i < where.size(); ++i) {
    const auto n = static_cast<int64_t>(counts[i].pieces.size());
    const auto span = static_cast<int64_t>(n > 0 ? counts[i].high - counts[i].low : 0);
    const auto offset = static_cast<int64_t>(n > 0 ? counts[i].low - where[i].base : 0);
    for (int64_t p = 0; p < n; ++p) {
      const PieceCount& count = counts[i].pieces[static_cast<size_t>(p)];
      const int64_t first = piece_begin(span, n, p);
      const int64_t end = piece_begin(span, n, p + 1);
      const double lines = std::max(
          1.0, static_cast<double>(end - first) / kLineBytes / static_cast<double>(sampling));
      const auto share = [&](double of) { return std::min(1.0, of / lines); };
      if (end <= first || share(count.here) < kLeastShare) continue;
      const bool own = i < extents.size();
      const auto number = static_cast<int64_t>(own ? i : i - extents.size());
      out.pieces.push_back({.buffer = own ? number : kFirstOther + number,
                            .first_byte = offset + first,
                            .bytes = end - first,
                            .share = share(count.here),
                            .dirty = share(count.dirty),
                            .copies = share(count.copies),
                            .age = count.age / count.here});
    }
  }
  return out;
}

}  // namespace kcast::memory
