// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a memory holds beside a plan.

#include <stdint.h>

namespace onnx2hpp {

/// What a region holds from one run to the next: copies of constants, constants that are read
/// where the linker put them, and states.
struct lasting_bytes {
    int64_t staged = 0;
    int64_t cold = 0;
    int64_t states = 0;

    constexpr int64_t sum() const { return staged + cold + states; }
};

}  // namespace onnx2hpp
