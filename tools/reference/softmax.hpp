// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Softmax, which attention uses, too.

#include <reference/tensor.hpp>

namespace reference {

/// exp(x) over its sum along an axis. A line of minus infinities gives NaN, as the quotient does.
tensor softmax(const tensor& x, std::size_t axis);

}  // namespace reference
