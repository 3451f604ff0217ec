// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random models: single operators that go through the table row by row, and networks.

#include "draft.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace differential {

/// Number `index` of a series of a seed. Nothing where many draws gave no valid model; `op` and
/// `reason` then say of what and why.
struct drawn_model {
    std::optional<draft> model;
    std::string op;
    std::string reason;
};

drawn_model draw_operator(random_source& random, std::int64_t index);
drawn_model draw_network(random_source& random);

}  // namespace differential
