// What an inspection says, one fact a line, for comparison with expectations
// that people write by hand:
//
//   kernel NAME<ARGS> symbol=S line=N params=(TYPE name:BYTES; ...) [bounds=MAX,MIN]
//          [required=X,Y,Z] [shared=BYTES] [dynamic] lowered | broken
//   launch NAME<ARGS> line=N grid=X,Y,Z block=X,Y,Z [shared=BYTES] count=C args=(...)
//          [not-reached] [conditional] [joined]
//   unknown NAME
//   diagnostic SEVERITY LINE
//   call __kc_NAME
//   ptx PREFIX yes | no
//
// A parameter's BYTES is the size of what it points at, or of itself; `restrict`
// stands in front of it. An argument is buffer:NAME:BYTES[+OFFSET], scalar:VALUE,
// struct{...}, local:BYTES, null or unknown. What is not known is `?`. With facts
// from several files, a line reads FILE:LINE.
#pragma once

#include <string>
#include <vector>

#include "schema/inspection.h"

namespace kcast {

std::string print_facts(const Inspection& inspection, const std::vector<std::string>& ptx_prefixes);

}  // namespace kcast
