// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/common_values.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/bounds.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {

value_id sliced(expansion& e, value_id x, std::size_t axis, std::int64_t begin, std::int64_t end,
                std::int64_t step) {
    return e.add("Slice", {x, e.integers({begin}), e.integers({end}),
                           e.integers({static_cast<std::int64_t>(axis)}), e.integers({step})});
}

value_id reshaped(expansion& e, value_id x, const extents& dims) {
    return x == absent || e.dims(x) == dims ? x : e.add("Reshape", {x, e.integers(dims)});
}

value_id transposed(expansion& e, value_id x, const extents& perm) {
    return std::is_sorted(perm.begin(), perm.end()) ? x : e.add("Transpose", {x}, {{"perm", perm}});
}

void require_float(const expansion& e, std::size_t slot) {
    const value_id v = e.input(slot);
    if (v != absent && e.type(v) != tigris::dtype::f32)
        fail_unsupported(e.at, fmt::format("its input {} is {}", slot, name_of(e.type(v))),
                         "use float32");
}

void check_size(const expansion& e, const extents& dims) {
    constexpr std::int64_t sensible = std::int64_t{1} << 24;
    if (element_count(dims) > sensible)
        fail_unsupported(e.at, fmt::format("it needs a constant of shape {}", to_text(dims)),
                         "use smaller tensors");
    e.require_memory(element_count(dims));
}

value_id counted(expansion& e, std::int64_t count, const extents& dims) {
    check_size(e, {count});
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
    return e.constant(tensor_of(tigris::dtype::i64, dims, numbers));
}

value_id concatenated(expansion& e, std::vector<value_id> all, std::int64_t axis) {
    return all.size() == 1 ? all[0] : e.add("Concat", std::move(all), {{"axis", axis}});
}

value_id product(expansion& e, value_id a, value_id b) { return e.add("Mul", {a, b}); }

std::int64_t bound_of(const expansion& e) {
    const auto bound = find_attribute<std::int64_t>(e.at, bound_attribute);
    if (!bound)
        fail_unsupported(e.at, "how many rows it makes is known at run time only",
                         fmt::format("say the most rows with --bound {}=N", e.at.name));
    return *bound;
}

void fail_shape(const expansion& e, std::size_t slot) {
    fail_bad_input(e.at, fmt::format("input {} has the unfitting shape {}", slot,
                                     to_text(e.dims(e.input(slot)))));
}

}  // namespace onnx2hpp
