// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/quantization/narrow_weights.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The least and the largest of some weights and 0.
struct narrow_range {
    std::int64_t low = 0;
    std::int64_t high = 0;

    void add(std::int64_t code) {
        low = std::min(low, code);
        high = std::max(high, code);
    }
    /// Requires a width of at most 255.
    std::int64_t offset() const {
        return high > 127 ? high - 127 : std::min<std::int64_t>(low + 128, 0);
    }
};

}  // namespace

centered_weights centered_weights_of(const expansion& e, value_id w, value_id zero_point,
                                     std::size_t axis) {
    if (!e.is_constant(w) || (zero_point != absent && !e.is_constant(zero_point))) return {};
    e.require_memory(element_count(e.dims(w)));
    const extents dims = e.dims(w);
    centered_weights result{integers_of(*e.of(w).constant), static_cast<std::size_t>(dims[axis]),
                            1};
    for (std::size_t i = axis + 1; i < dims.size(); ++i)
        result.inner *= static_cast<std::size_t>(dims[i]);
    if (zero_point == absent) return result;
    const std::vector<std::int64_t> zeros = integers_of(*e.of(zero_point).constant);
    if (zeros.size() != 1 &&
        (e.dims(zero_point).size() != 1 || static_cast<std::int64_t>(zeros.size()) != dims[axis]))
        return {};
    for (std::size_t i = 0; i < result.numbers.size(); ++i)
        result.numbers[i] -= zeros[zeros.size() == 1 ? 0 : result.output_of(i)];
    return result;
}

std::vector<std::int64_t> offsets_of(const centered_weights& w) {
    std::vector<narrow_range> ranges(w.outputs);
    narrow_range all;
    for (std::size_t i = 0; i < w.numbers.size(); ++i) {
        ranges[w.output_of(i)].add(w.numbers[i]);
        all.add(w.numbers[i]);
    }
    if (all.high - all.low <= 255) return std::vector<std::int64_t>(w.outputs, all.offset());
    std::vector<std::int64_t> offsets;
    for (const narrow_range& each : ranges) offsets.push_back(each.offset());
    return offsets;
}

}  // namespace onnx2hpp
