#include "schema/parameter_role.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "base/text.h"
#include "schema/default_sizes.h"

namespace kcast {

namespace {

using Role = ParameterRole;

struct NamedRole {
  Role role;
  std::string_view names;  // separated and framed by blanks
};

constexpr NamedRole kRoles[] = {
    {Role::Length,
     " n size len length count total num nelem nelems elements elems numel numelements n_elements "
     "num_elements nelements num_items nitems items npoints num_points n_points nbodies "
     "num_bodies nparticles samples nnz vertices num_vertices nodes num_nodes edges num_edges "
     "arraysize array_size datasize data_size problem_size "},
    {Role::Width, " width w cols columns ncols num_cols n_cols nx xdim dim_x dimx sizex size_x "},
    {Role::Height, " height h rows nrows num_rows n_rows ny ydim dim_y dimy sizey size_y "},
    {Role::Depth, " depth d nz slices zdim dim_z dimz sizez size_z "},
    {Role::Extent, " m k dim dims matrix_size hidden features channels batch seq_len "},
    {Role::Pitch, " pitch ld lda ldb ldc stride row_stride "},
    {Role::Bins, " bins nbins num_bins buckets nbuckets classes num_classes "},
    {Role::Rounds, " iterations iters iter n_iter niter steps nsteps rounds reps repeats times "},
    {Role::Radius, " radius r halo "},
};

// By the last word of a name that means one; the first row that has it decides.
constexpr NamedRole kWordRoles[] = {
    {Role::Offset,
     " offset offs off start begin first base origin lo low index idx id pos position row0 col0 "
     "rank device mode level type kind phase stage "},
    {Role::Increment, " inc incx incy incr increment step dilation delta shift "},
    {Role::Pitch, " stride strides pitch ld lda ldb ldc ldd ldx ldy ldo leading row_pitch rs cs "},
    {Role::Seed, " seed salt "},
    {Role::Mask, " mask "},
    {Role::Flag, " flag flags is has use do enable enabled causal transpose transposed trans "},
    {Role::Batch,
     " batch batches batchsize nbatch head heads nhead nheads group groups expert experts stages "
     "splits split stream streams "},
    {Role::Bins, " bin bins bucket buckets class classes hist labels vocab colors "},
    {Role::Rounds,
     " iteration iterations iters iter loops loop rounds round epochs steps repeat repeats passes "
     "trips unroll "},
    {Role::Radius, " radius halo taps window pad padding border ksize "},
    {Role::Width, " width cols col columns column ncol ncols nx dimx sizex "},
    {Role::Height, " height rows row nrow nrows ny dimy sizey "},
    {Role::Depth, " depth slices planes nz dimz sizez "},
    {Role::Extent, " dim dims extent hidden features channels channel seq tokens embd states "},
    {Role::Length,
     " n num size len length count total elements elems numel items points particles bodies "
     "samples nnz vertices nodes edges max limit end last upper bound capacity cnt nums sz "
     "values entries keys vectors pixels words bytes "},
};

// "p.numRows[2]" is num and rows.
std::vector<std::string> words_of(std::string_view name) {
  const size_t path = name.find_last_of(".>");
  if (path != std::string_view::npos) name.remove_prefix(path + 1);
  name = name.substr(0, name.find('['));
  std::vector<std::string> words(1);
  for (size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool is_letter = std::isalpha(c) != 0;
    const bool starts =
        std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if ((!is_letter || starts) && !words.back().empty()) words.emplace_back();
    if (is_letter) words.back().push_back(static_cast<char>(std::tolower(c)));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_word(std::string_view words, std::string_view word) {
  return words.find(" " + std::string(word) + " ") != std::string_view::npos;
}

// Sizes of blocks and grids say in two words what they are: threads_per_block, num_blocks.
Role role_of_shape(const std::vector<std::string>& words) {
  const auto has = [&](std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const bool counts = has("num") || has("n") || has("count") || has("total");
  if (has("threads") || has("nthreads") || has("blocksize") || has("blockdim")) {
    return Role::Threads;
  }
  if (has("block") && (has("size") || has("dim"))) return Role::Threads;
  if (has("nblocks") || has("griddim") || has("gridsize")) return Role::Blocks;
  if (words == std::vector<std::string>{"blocks"}) return Role::Blocks;
  if ((has("blocks") || has("block")) && counts) return Role::Blocks;
  return Role::Other;
}

// The size of a part is not the size of the problem: group_size, head_dim; batch_size counts few.
Role role_of_part(const std::vector<std::string>& words) {
  constexpr std::string_view kSizes = " size len length dim sz ";
  constexpr std::string_view kParts =
      " group chunk tile segment seg head warp part partition subset page vec vector item element "
      "elem entry cell cluster ";
  if (words.size() < 2 || !is_word(kSizes, words.back())) return Role::Other;
  const std::string& what = words[words.size() - 2];
  if (is_word(kParts, what)) return Role::Part;
  for (const NamedRole& entry : kWordRoles) {
    const bool is_small =
        entry.role == Role::Batch || entry.role == Role::Bins || entry.role == Role::Radius;
    if (is_small && is_word(entry.names, what)) return entry.role;
  }
  return is_word(" kernel filter stencil ", what) ? Role::Radius : Role::Other;
}

// ne00 and nb01: elements and bytes along an axis, as one family of engines calls them.
Role role_of_axis(std::string_view name) {
  const size_t path = name.find_last_of(".>");
  if (path != std::string_view::npos) name.remove_prefix(path + 1);
  if (name.size() < 3 || name[0] != 'n' || (name[1] != 'e' && name[1] != 'b')) return Role::Other;
  const std::string_view rest = name.substr(2);
  if (rest.find_first_not_of("0123456789[]") != std::string_view::npos) return Role::Other;
  if (name[1] == 'b') return Role::ByteStride;
  const int64_t axis = axis_of(name);
  return axis == 0 ? Role::Width : axis == 1 ? Role::Height : Role::Increment;
}

}  // namespace

int64_t axis_of(std::string_view name) {
  const size_t last = name.find_last_of("0123456789");
  return last == std::string_view::npos ? 0 : name[last] - '0';
}

ParameterRole likely_role(std::string_view name, std::string_view type) {
  if (type == "bool") return Role::Flag;
  if (const Role exact = role_of(name); exact != Role::Other) return exact;
  if (const Role axis = role_of_axis(name); axis != Role::Other) return axis;
  const std::vector<std::string> words = words_of(name);
  if (words.empty()) return Role::Other;
  if (const Role exact = role_of(join(words, "_")); exact != Role::Other) return exact;
  if (const Role shape = role_of_shape(words); shape != Role::Other) return shape;
  if (const Role part = role_of_part(words); part != Role::Other) return part;
  for (size_t i = words.size(); i-- > 0;) {
    for (const NamedRole& entry : kWordRoles) {
      if (is_word(entry.names, words[i])) return entry.role;
    }
    if (const Role exact = role_of(words[i]); exact != Role::Other && words[i].size() > 1) {
      return exact;
    }
  }
  // nRows, numrows: what is counted follows.
  for (const std::string_view prefix : {"num", "n"}) {
    if (words.size() == 1 && words[0].size() > prefix.size() + 2 && words[0].starts_with(prefix)) {
      const Role counted = likely_role(words[0].substr(prefix.size()), type);
      return counted == Role::Other || counted > Role::Radius ? Role::Length : counted;
    }
  }
  return Role::Other;
}

ParameterRole role_of(std::string_view name) {
  const std::string word = " " + to_lower(name) + " ";
  for (const NamedRole& entry : kRoles) {
    if (entry.names.find(word) != std::string_view::npos) return entry.role;
  }
  return Role::Other;
}

int64_t usual_value(ParameterRole role, int sizes, const DefaultSizes& problem) {
  const int64_t side = sizes > 2 ? problem.extent3 : problem.extent;
  switch (role) {
    case Role::Length:
      return sizes > 1 ? side : problem.length;
    case Role::Width:
    case Role::Height:
    case Role::Depth:
    case Role::Extent:
      return side;
    case Role::Bins:
      return kDefaultBins;
    case Role::Rounds:
      return kDefaultRounds;
    case Role::Radius:
      return kDefaultRadius;
    case Role::Offset:
    case Role::Flag:
      return 0;
    case Role::Pitch:
    case Role::Increment:
    case Role::Seed:
      return 1;
    case Role::Batch:
      return kDefaultBatch;
    case Role::Threads:
      return kDefaultBlockThreads;
    case Role::Blocks:
      return std::max<int64_t>(problem.length / kDefaultBlockThreads, 1);
    case Role::Part:
    case Role::Mask:
    case Role::ByteStride:
    case Role::Other:
      return kDefaultSide;
  }
  return kDefaultSide;
}

bool is_size(ParameterRole role) {
  return role <= Role::Extent;
}

}  // namespace kcast
