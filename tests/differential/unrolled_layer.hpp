// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Recurrent layers that are written out step by step, as some exporters do.

#include "draft.hpp"

namespace differential {

/// The nodes of an LSTM, GRU or RNN over a sequence. Now and then one step differs from the others.
/// Throws bad_draw where luck or the opset fails it.
void draw_unrolled(draft& d, const std::string& op);

}  // namespace differential
