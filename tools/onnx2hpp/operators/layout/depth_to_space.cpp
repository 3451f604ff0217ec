// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// The size of blocks of an image [batch, channels, rows, columns].
std::int64_t block_size(const expansion& e) {
    const extents& dims = e.dims(e.input(0));
    const std::int64_t block = integer_attribute(e.at, "blocksize", 0);
    if (dims.size() != 4 || block < 1 || block > max_elements)
        fail_bad_input(e.at, fmt::format("blocks of {} do not fit shape {}", block, to_text(dims)));
    return block;
}

[[noreturn]] void fail_blocks(const expansion& e, std::int64_t block) {
    fail_bad_input(e.at, fmt::format("shape {} is not made of blocks of {}",
                                     to_text(e.dims(e.input(0))), block));
}

bool expand_depth_to_space(expansion& e) {
    const std::int64_t b = block_size(e);
    const extents d = e.dims(e.input(0));
    if (d[1] % (b * b) != 0) fail_blocks(e, b);
    const std::string mode = text_attribute(e.at, "mode", "DCR");
    if (mode != "DCR" && mode != "CRD")
        fail_bad_input(e.at, fmt::format("mode {} does not exist", in_quotes(mode)));
    const std::int64_t channels = d[1] / (b * b);
    const value_id blocks =
        mode == "DCR" ? transposed(e, reshaped(e, e.input(0), {d[0], b, b, channels, d[2], d[3]}),
                                   {0, 3, 4, 1, 5, 2})
                      : transposed(e, reshaped(e, e.input(0), {d[0], channels, b, b, d[2], d[3]}),
                                   {0, 1, 4, 2, 5, 3});
    e.give(0, reshaped(e, blocks, {d[0], channels, d[2] * b, d[3] * b}));
    return true;
}

bool expand_space_to_depth(expansion& e) {
    const std::int64_t b = block_size(e);
    const extents d = e.dims(e.input(0));
    if (d[2] % b != 0 || d[3] % b != 0) fail_blocks(e, b);
    const value_id blocks = reshaped(e, e.input(0), {d[0], d[1], d[2] / b, b, d[3] / b, b});
    e.give(0, reshaped(e, transposed(e, blocks, {0, 3, 5, 1, 2, 4}),
                       {d[0], d[1] * b * b, d[2] / b, d[3] / b}));
    return true;
}

}  // namespace

namespace operators {

operator_entries depth_to_space_operators() {
    return {
        {.type = "DepthToSpace",
         .versions = {{.since = {1}, .attributes = {required(integer("blocksize"))}},
                      {.since = {11, 13},
                       .attributes = {required(integer("blocksize")), text("mode")}}},
         .expand = expand_depth_to_space},
        {.type = "SpaceToDepth",
         .versions = {{.since = {1, 13}, .attributes = {required(integer("blocksize"))}}},
         .expand = expand_space_to_depth},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
