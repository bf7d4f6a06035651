// OpenCL's work-item functions and the query functions of sub-groups.
//
// An NDRange starts at offset zero. The number of dimensions is not visible to a compiled kernel;
// it is taken to be the last dimension with more than one work-item.
#include "opencl_place.h"

using namespace place;

// A dimension past the third has one work-item with index zero.
KC_API size_t get_local_id(uint d) {
  return d < 3 ? tid(d) : 0;
}
KC_API size_t get_group_id(uint d) {
  return d < 3 ? ctaid(d) : 0;
}
KC_API size_t get_local_size(uint d) {
  return d < 3 ? ntid(d) : 1;
}
KC_API size_t get_enqueued_local_size(uint d) {
  return d < 3 ? ntid(d) : 1;
}
KC_API size_t get_num_groups(uint d) {
  return d < 3 ? nctaid(d) : 1;
}
KC_API size_t get_global_size(uint d) {
  return d < 3 ? nctaid(d) * ntid(d) : 1;
}
KC_API size_t get_global_id(uint d) {
  return d < 3 ? ctaid(d) * ntid(d) + tid(d) : 0;
}
KC_API size_t get_global_offset(uint) {
  return 0;
}
KC_API uint get_work_dim() {
  return nctaid(2) * ntid(2) > 1 ? 3 : (nctaid(1) * ntid(1) > 1 ? 2 : 1);
}

KC_API size_t get_local_linear_id() {
  return local_linear();
}
KC_API size_t get_global_linear_id() {
  return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
         get_global_id(0);
}

// A sub-group is a warp of 32 work-items in the order of their linear index; the last one may be
// smaller.
KC_API uint get_max_sub_group_size() {
  return 32;
}
KC_API uint get_num_sub_groups() {
  return warps();
}
KC_API uint get_enqueued_num_sub_groups() {
  return warps();
}
KC_API uint get_sub_group_id() {
  return warp();
}
KC_API uint get_sub_group_local_id() {
  return lane();
}
KC_API uint get_sub_group_size() {
  uint rest = group_size() - (local_linear() & ~31u);
  return rest < 32 ? rest : 32;
}

KC_API inline uint4 mask_of(uint low) {
  return (uint4){low, 0, 0, 0};
}
KC_API uint4 get_sub_group_eq_mask() {
  return mask_of(1u << lane());
}
KC_API uint4 get_sub_group_ge_mask() {
  return mask_of(~0u << lane());
}
KC_API uint4 get_sub_group_gt_mask() {
  return mask_of(~1u << lane());
}
KC_API uint4 get_sub_group_le_mask() {
  return mask_of(~(~1u << lane()));
}
KC_API uint4 get_sub_group_lt_mask() {
  return mask_of(~(~0u << lane()));
}
