// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How far apart right results of a model are, if it lets last bits of floats grow.

#include "array.hpp"
#include "compare.hpp"

#include <filesystem>
#include <vector>

namespace verify {

/// What tools/reference computes on one test set: `draws` differ from `nearest` in how floats are
/// rounded.
struct reference_results {
    std::vector<array> nearest;
    std::vector<std::vector<array>> draws;
};

/// Reads FOLDER/nearest/output_<i>.pb and FOLDER/<seed>/output_<i>.pb.
reference_results read_reference_results(const std::filesystem::path& folder);

/// Allows output `i` to be twice as far off as a draw is from the nearest results, by its largest
/// difference and by the root of the mean square.
void allow_spread(comparison& found, const reference_results& results, std::size_t i,
                  tigris::quantization quant);

}  // namespace verify
