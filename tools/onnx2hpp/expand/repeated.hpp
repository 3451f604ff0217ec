// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What Loop and Scan have in common: a body that runs a known number of times.

#include <onnx2hpp/expand/expansion.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace onnx2hpp {

inline constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// A loop. The body reads the number of the iteration, the condition and the carried values. It
/// makes the condition, the carried values, and a part of each stacked output. Outputs of the node
/// are the last carried values, then the stacked outputs.
struct repeated {
    subgraph body{};                           // what runs in each iteration
    std::int64_t most_iterations = unlimited;  // most iterations
    bool begins = true;                        // condition before the first iteration
    /// First values of what is carried from iteration to iteration.
    std::vector<value_id> carried{};
    std::size_t stacked = 0;  // number of stacked outputs
};

/// What the node makes: a recurrent layer where it is one (recurrent_loop.hpp), else all
/// iterations one after the other. Outputs that nobody wants are absent. Throws
/// failure(unsupported) where that needs more nodes than are sensible, or where only the run time
/// knows whether to go on.
std::vector<value_id> outputs_of(expansion& e, const repeated& loop);

/// The number of an iteration and the condition, as a body wants them.
value_id iteration_number(expansion& e, const repeated& loop, std::int64_t iteration);
value_id true_condition(expansion& e, const repeated& loop);

/// The only element, called `what` in messages. Throws failure(bad_input) unless it is one of this
/// type, failure(unsupported) where it is computed at run time.
std::int64_t single_constant(const expansion& e, value_id v, tigris::dtype type,
                             const std::string& what);

/// Throws failure(unsupported) where running bodies made more nodes than are sensible.
void check_copies(const expansion& e, const repeated& loop, std::int64_t iterations);

/// Parts of one shape, one after the other along a new axis 0.
value_id stacked(expansion& e, std::vector<value_id> parts);

}  // namespace onnx2hpp
