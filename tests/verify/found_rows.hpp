// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Outputs whose extents the data decides: a model with bounds gives more rows than were found.

#include "array.hpp"

namespace verify {

/// The elements of `computed` that its reference has, too. An extent that is shorter in the
/// reference must be one of the `counts` of what the model found. Throws std::runtime_error if it
/// is not; arrays that differ in any other way are returned as they are.
array found_rows(const array& computed, const array& reference,
                 const std::vector<std::int64_t>& counts);

}  // namespace verify
