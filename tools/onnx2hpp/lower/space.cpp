// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/space.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace onnx2hpp {

tigris::ops::space_numbers space_numbers_of(const node& n, const extents& numbers,
                                            std::int32_t missing) {
    if (numbers.size() > tigris::ops::space_axes)
        fail_unsupported(n, "it has " + std::to_string(numbers.size()) + " spatial axes",
                         "one to three are supported");
    tigris::ops::space_numbers result{{missing, missing, missing}};
    const int first = tigris::ops::space_axes - static_cast<int>(numbers.size());
    for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
        if (std::abs(numbers[axis]) >= std::int64_t{1} << 24)
            fail_unsupported(n, "a number of its window is beyond 24 bits", "use a smaller window");
        result[first + static_cast<int>(axis)] = static_cast<std::int32_t>(numbers[axis]);
    }
    return result;
}

extents space_behind(const extents& dims) { return {dims.begin() + 2, dims.end()}; }

bool fits_rows(const window& w) {
    const auto fit = [](const extents& numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [](std::int64_t number) {
            return number >= 0 && number <= std::numeric_limits<std::int16_t>::max();
        });
    };
    return w.kernel.size() <= 2 && fit(w.kernel) && fit(w.strides) && fit(w.dilations) &&
           fit(w.pads_begin) && fit(w.pads_end);
}

}  // namespace onnx2hpp
