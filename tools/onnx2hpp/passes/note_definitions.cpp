// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/padding.hpp>
#include <onnx2hpp/onnx/resize.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/passes/average_ties.hpp>
#include <onnx2hpp/passes/note_definitions.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

bool clips_cell_state(const onnx_model&, const node& n) {
    return is_own(n, "LSTMOutputs") && real_attribute(n, "clip", 0) > 0;
}

/// Whether an axis is as long as its scale says only when that is rounded down.
bool aligns_to_fraction(const onnx_model& m, const node& n) {
    if (n.op_type != "Resize") return false;
    const resizing r = resizing_of(m, n);
    if (r.coordinates != "align_corners") return false;
    const extents& dims = value_at(m, n.inputs[0]).dims;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const float length = r.scales[axis] * static_cast<float>(dims[axis]);
        if (r.scales[axis] != static_cast<float>(r.output[axis]) / static_cast<float>(dims[axis]) &&
            length != static_cast<float>(r.output[axis]))
            return true;
    }
    return false;
}

/// Whether an axis is cropped whose extent stays as it is.
bool crops_kept_axis(const onnx_model& m, const node& n) {
    if (n.op_type != "Resize") return false;
    const resizing r = resizing_of(m, n);
    if (r.coordinates != "tf_crop_and_resize" || r.mode != "nearest") return false;
    for (std::size_t axis = 0; axis < r.scales.size(); ++axis)
        if (r.scales[axis] == 1 && (r.begin[axis] != 0 || r.end[axis] != 1)) return true;
    return false;
}

/// Whether an axis is padded by more elements than it has.
bool wraps_more_than_once(const onnx_model& m, const node& n) {
    if (n.op_type != "Pad" || text_attribute(n, "mode", "constant") != "wrap") return false;
    const extents& dims = value_at(m, n.inputs[0]).dims;
    const extents pads = padding_of(m, n);
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (std::max(pads[axis], pads[dims.size() + axis]) > dims[axis]) return true;
    return false;
}

/// Whether indices mean other places than those of output_shape.
bool unpools_to_other_extents(const onnx_model& m, const node& n) {
    return n.op_type == "MaxUnpool" && has_input(n, 2) &&
           unpooled_extents(n, value_at(m, n.inputs[0]).dims) != value_at(m, n.outputs[0]).dims;
}

void note_first(const onnx_model& m, bool (*concerns)(const onnx_model&, const node&),
                const std::string& sentence) {
    const node* first = nullptr;
    int others = -1;
    for (const node& n : m.nodes) {
        if (!concerns(m, n)) continue;
        if (!first) first = &n;
        ++others;
    }
    if (!first) return;
    const std::string more = others > 0 ? fmt::format(" and {} more", others) : "";
    note(fmt::format("node {}{}: {}", in_quotes(first->name), more, sentence));
}

}  // namespace

void note_definitions(const onnx_model& m, const options& wanted) {
    note_first(m, clips_cell_state,
               "clip bounds the cell state before its activation, too, as ONNX says; ONNX Runtime "
               "bounds only the gates (docs/reference/operators.md)");
    note_first(m, aligns_to_fraction,
               "corners are aligned to the fractional length that the scale gives, as ONNX's test "
               "data says; ONNX Runtime rounds it down (docs/reference/operators.md)");
    note_first(m, crops_kept_axis,
               "an axis whose scale is 1 is cropped, too, as ONNX's formula says; ONNX Runtime "
               "keeps its elements (docs/reference/operators.md)");
    note_first(m, wraps_more_than_once,
               "pads wrap around as often as needed, as ONNX says; ONNX Runtime leaves elements "
               "unset where an axis is padded by more than it has (docs/reference/operators.md)");
    note_first(m, unpools_to_other_extents,
               "its indices count in the extents that kernel, strides and pads give, as ONNX's "
               "test data says; ONNX Runtime counts in output_shape (docs/reference/operators.md)");
    if (wanted.rounds == tigris::rounding::nearest)
        note_first(m, may_average_to_ties,
                   "averages halfway between two codes become the even one; ONNX Runtime computes "
                   "in floating point and may take the other (docs/reference/operators.md)");
}

}  // namespace onnx2hpp
