#include "launch/parameter_role.h"

#include <string>

#include "base/text.h"

namespace kcast::launch {

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

}  // namespace

ParameterRole role_of(std::string_view name) {
  const std::string word = " " + to_lower(name) + " ";
  for (const NamedRole& entry : kRoles) {
    if (entry.names.find(word) != std::string_view::npos) return entry.role;
  }
  return Role::Other;
}

bool is_real_type(std::string_view type) {
  for (const char* name : {"float", "double", "half", "bfloat", "real"}) {
    if (type.find(name) != std::string_view::npos) return true;
  }
  return false;
}

bool is_number(const Parameter& parameter) {
  return !parameter.is_pointer && parameter.members.empty() && parameter.size_bytes <= 8;
}

bool is_local(const Parameter& parameter) {
  return parameter.is_pointer && parameter.address_space == "shared";
}

}  // namespace kcast::launch
