// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spread.hpp"

#include "test_sets.hpp"

#include <algorithm>

namespace verify {

reference_results read_reference_results(const std::filesystem::path& folder) {
    reference_results result;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::vector<array> outputs = read_numbered(entry.path(), "output_");
        if (entry.path().filename() == "nearest")
            result.nearest = std::move(outputs);
        else
            result.draws.push_back(std::move(outputs));
    }
    return result;
}

void allow_spread(comparison& found, const reference_results& results, std::size_t i,
                  tigris::quantization quant) {
    double mean_limit = found.limit;
    for (const std::vector<array>& draw : results.draws) {
        const comparison apart = compare(results.nearest.at(i), draw.at(i), quant, bound{});
        found.limit = std::max(found.limit, 2 * apart.largest);
        mean_limit = std::max(mean_limit, 2 * apart.root_mean_square);
    }
    found.mean_limit = mean_limit;
}

}  // namespace verify
