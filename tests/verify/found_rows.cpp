// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "found_rows.hpp"

#include <algorithm>
#include <stdexcept>

namespace verify {
namespace {

bool is_part_of(const std::vector<std::int64_t>& few, const std::vector<std::int64_t>& many) {
    return std::equal(few.begin(), few.end(), many.begin(), many.end(), std::less_equal{});
}

void check_counts(const array& computed, const array& reference,
                  const std::vector<std::int64_t>& counts) {
    for (std::size_t axis = 0; axis < computed.dims.size(); ++axis) {
        const std::int64_t extent = reference.dims[axis];
        if (extent != computed.dims[axis] && std::ranges::count(counts, extent) == 0)
            throw std::runtime_error(reference.name + ": the reference has shape " +
                                     spell(reference.dims) + ", the model counted " +
                                     spell(counts));
    }
}

/// The place in an array of extents `to` of element `i` of one of extents `from`.
std::int64_t place_in(const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& to,
                      std::int64_t i) {
    std::int64_t place = 0, stride = 1;
    for (std::size_t axis = from.size(); axis-- > 0; i /= from[axis]) {
        place += i % from[axis] * stride;
        stride *= to[axis];
    }
    return place;
}

}  // namespace

array found_rows(const array& computed, const array& reference,
                 const std::vector<std::int64_t>& counts) {
    if (computed.dims == reference.dims || !is_part_of(reference.dims, computed.dims))
        return computed;
    check_counts(computed, reference, counts);
    array result{computed.name, computed.type, reference.dims, {}};
    const auto size = std::int64_t(tigris::bits_of(computed.type)) / 8;
    std::int64_t elements = 1;
    for (const std::int64_t extent : reference.dims) elements *= extent;
    for (std::int64_t i = 0; i < elements; ++i) {
        const auto from =
            computed.bytes.begin() + place_in(reference.dims, computed.dims, i) * size;
        result.bytes.insert(result.bytes.end(), from, from + size);
    }
    return result;
}

}  // namespace verify
