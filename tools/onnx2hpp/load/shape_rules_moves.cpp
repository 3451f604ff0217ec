// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/slicing.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

[[noreturn]] void fail_impossible(const shape_context& c, const extents& dims) {
    fail_bad_input(c.at, fmt::format("its output has the impossible shape {}", to_text(dims)));
}

/// Extents of a Tile's result, none beyond what a tensor may have.
extents tiled(const shape_context& c, extents dims, const extents& repeats) {
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const std::int64_t count = repeats[axis];
        if (count < 0 || (dims[axis] > 0 && count > max_elements / dims[axis]))
            fail_bad_input(c.at, fmt::format("repeats {} are impossible for shape {}",
                                             to_text(repeats), to_text(dims)));
        dims[axis] *= count;
    }
    return dims;
}

}  // namespace

void shape_slice(shape_context& c) {
    c.input(0);
    c.set_output(c.input(0).type, slicing_of(c.source(), c.at).count);
}

void shape_expand(shape_context& c) {
    const extents wanted = c.constant_integers(1);
    if (!count_elements(wanted)) fail_impossible(c, wanted);
    const auto common = broadcast(c.input(0).dims, wanted);
    if (!common)
        fail_bad_input(c.at, fmt::format("shape {} does not broadcast to {}",
                                         to_text(c.input(0).dims), to_text(wanted)));
    c.set_output(c.input(0).type, *common);
}

void shape_tile(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const extents repeats = c.constant_integers(1);
    if (repeats.size() != dims.size())
        fail_bad_input(
            c.at, fmt::format("repeats {} do not fit shape {}", to_text(repeats), to_text(dims)));
    c.set_output(c.input(0).type, tiled(c, dims, repeats));
}

}  // namespace onnx2hpp
