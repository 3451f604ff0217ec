// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

// RotaryEmbedding: x is [batch, heads, length, size], or [batch, length, heads, size].

/// The cosines or sines, with an axis for the heads: of the positions, or of all of them.
value_id cache(expansion& e, std::size_t slot, const extents& dims, std::size_t head_axis,
               std::int64_t half) {
    value_id v = e.input(slot);
    if (e.has_input(3)) v = e.add("Gather", {v, e.input(3)}, {{"axis", std::int64_t(0)}});
    extents wanted{dims[0], dims[head_axis == 1 ? 2 : 1], half};
    if (e.dims(v) != wanted) fail_shape(e, slot);
    wanted.insert(wanted.begin() + static_cast<std::ptrdiff_t>(head_axis), 1);
    return reshaped(e, v, wanted);
}

/// The first and second halves of all rotated pairs, each [..., half].
std::pair<value_id, value_id> halves(expansion& e, value_id x, std::int64_t half,
                                     bool interleaved) {
    if (interleaved) return {sliced(e, x, 3, 0, 2 * half, 2), sliced(e, x, 3, 1, 2 * half, 2)};
    return {sliced(e, x, 3, 0, half), sliced(e, x, 3, half, 2 * half)};
}

value_id joined(expansion& e, value_id a, value_id b, bool interleaved) {
    if (!interleaved) return concatenated(e, {a, b}, 3);
    extents dims = e.dims(a), pairs = dims;
    pairs.push_back(1);
    const value_id both = concatenated(e, {reshaped(e, a, pairs), reshaped(e, b, pairs)}, 4);
    dims[3] *= 2;
    return reshaped(e, both, dims);
}

value_id rotated(expansion& e, value_id x, std::size_t head_axis, std::int64_t half) {
    const extents dims = e.dims(x);
    const bool interleaved = integer_attribute(e.at, "interleaved", 0) != 0;
    const value_id cosines = cache(e, 1, dims, head_axis, half);
    const value_id sines = cache(e, 2, dims, head_axis, half);
    const auto [a, b] = halves(e, x, half, interleaved);
    const value_id real = e.add("Sub", {product(e, cosines, a), product(e, sines, b)});
    const value_id imaginary = e.add("Add", {product(e, sines, a), product(e, cosines, b)});
    const value_id turned = joined(e, real, imaginary, interleaved);
    if (2 * half == dims[3]) return turned;
    return concatenated(e, {turned, sliced(e, x, 3, 2 * half, dims[3])}, 3);
}

bool expand_rotary_embedding(expansion& e) {
    for (std::size_t slot = 0; slot < 3; ++slot) require_float(e, slot);
    const extents given = e.dims(e.input(0));
    const std::int64_t heads = integer_attribute(e.at, "num_heads", 0);
    if (given.size() != 4 && (given.size() != 3 || heads < 1 || given[2] % heads != 0))
        fail_shape(e, 0);
    const bool is_split = given.size() == 4;
    const value_id x = is_split
                           ? e.input(0)
                           : reshaped(e, e.input(0), {given[0], given[1], heads, given[2] / heads});
    const std::int64_t size = e.dims(x)[3];
    const std::int64_t asked = integer_attribute(e.at, "rotary_embedding_dim", 0);
    const std::int64_t turned = asked == 0 ? size : asked;
    if (turned < 2 || turned > size || turned % 2 != 0)
        fail_bad_input(e.at, fmt::format("it rotates {} of {} elements", turned, size));
    e.give(0, reshaped(e, rotated(e, x, is_split ? 1 : 2, turned / 2), given));
    return true;
}

}  // namespace

namespace operators {

operator_entries rotary_embedding_operators() {
    return {
        {.type = "RotaryEmbedding",
         .versions = {{.since = {23},
                       .inputs = {3, 4},
                       .attributes = {flag("interleaved"), integer("num_heads"),
                                      integer("rotary_embedding_dim")}}},
         .expand = expand_rotary_embedding},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
