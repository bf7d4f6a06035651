// Questions to a language model and its answers as bytes between processes (base/wire.h).
#pragma once

#include "base/wire.h"
#include "encode/model_pipe.h"

namespace kcast::encode {

KCAST_WIRE(Turn, role, before, code, after)
KCAST_WIRE_ENUM(SlotKind, Choice)
KCAST_WIRE(AnswerSlot, kind, decimals, choices, whole)
KCAST_WIRE(AnswerStep, forced, slot)
KCAST_WIRE(HeadInfo, kind, targets, features, quantiles)
KCAST_WIRE(ModelHello, file, head)
KCAST_WIRE(ModelQuestion, prompt, steps, free_tokens, features, origin)
KCAST_WIRE(ModelAnswer, text, outputs, prompt_tokens, answer_tokens, cut, log_probability,
           prompt_seconds, answer_seconds)

}  // namespace kcast::encode
