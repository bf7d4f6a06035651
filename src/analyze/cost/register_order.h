// The order in which ptxas is expected to issue the steps of a block before it allocates registers.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/cost/register_code.h"
#include "analyze/cost/register_set.h"

namespace kcast::cost {

struct OrderPolicy {
  int64_t limit = 1000;  // registers; above, steps that need no more come first
  bool lazy = false;     // nothing is issued before it must be
  int32_t waiting = 32;  // registers of a thread that may wait for memory
};

struct OrderContext {
  const RegisterSet& live_at_start;
  const RegisterSet& live_at_end;
  OrderPolicy policy;
};

// Places of the block's steps, in their new order.
std::vector<int32_t> issue_order(const ptx::Function& function, const RegisterCode& code,
                                 const RegisterBlock& block, const OrderContext& context);

}  // namespace kcast::cost
