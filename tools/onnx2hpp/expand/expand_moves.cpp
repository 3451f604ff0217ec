// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/padding.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace onnx2hpp {
namespace {

constexpr std::int64_t before_the_first = std::numeric_limits<std::int64_t>::min();

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

/// Index `first` and those behind it, `step` apart; nothing where they are not regular.
struct regular_indices {
    std::int64_t first, step, count;
};

std::optional<regular_indices> regular(const expansion& e, std::int64_t extent) {
    if (!e.is_constant(e.input(1)) || !is_readable(e.type(e.input(1)))) return {};
    extents indices = integers_of(*e.of(e.input(1)).constant);
    for (std::int64_t& index : indices) {
        index += index < 0 ? extent : 0;
        if (index < 0 || index >= extent) return {};
    }
    if (indices.empty()) return {};
    const std::int64_t step = indices.size() > 1 ? indices[1] - indices[0] : 1;
    for (std::size_t i = 1; i < indices.size(); ++i)
        if (indices[i] - indices[i - 1] != step) return {};
    if (step == 0) return {};
    return regular_indices{indices[0], step, static_cast<std::int64_t>(indices.size())};
}

/// Pads of one sign.
extents signed_pads(extents pads, bool positive) {
    for (std::int64_t& pad : pads) pad = (pad > 0) == positive ? pad : 0;
    return pads;
}

/// The input without what negative pads cut off.
value_id cropped(expansion& e, value_id x, const extents& pads) {
    const extents dims = e.dims(x);
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const std::int64_t begin = std::max<std::int64_t>(0, -pads[axis]);
        const std::int64_t end = dims[axis] + std::min<std::int64_t>(0, pads[dims.size() + axis]);
        if (begin != 0 || end != dims[axis]) x = sliced(e, x, axis, begin, std::max(begin, end));
    }
    return x;
}

/// The input between pads of a number that is computed at run time.
value_id bordered(expansion& e, const extents& pads) {
    const value_id x = e.input(0);
    check_size(e, e.dims(x));
    const std::vector<std::int64_t> ones(static_cast<std::size_t>(element_count(e.dims(x))), 1);
    const auto boolean = tigris::dtype::boolean;
    const value_id list = e.integers(pads);
    const value_id inside = e.add("Pad", {e.constant(make_tensor(boolean, e.dims(x), ones)), list});
    return e.add("Where", {inside, e.add("Pad", {x, list}), e.input(2)});
}

/// By how much an extent changes at its begin: an odd element comes or goes at the end.
std::int64_t change_before(std::int64_t extent, std::int64_t target) {
    return target >= extent ? (target - extent) / 2 : -((extent - target) / 2);
}

}  // namespace

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

/// Constant indices that are regular are a Slice.
bool expand_gather(expansion& e) {
    const value_id x = e.input(0);
    const extents dims = e.dims(x), indices = e.dims(e.input(1));
    const std::size_t axis = e.axis(integer_attribute(e.at, "axis", 0), dims.size());
    const auto taken = regular(e, dims[axis]);
    if (!taken) return false;
    const std::int64_t end = taken->first + taken->step * taken->count;
    value_id result =
        sliced(e, x, axis, taken->first, end < 0 ? before_the_first : end, taken->step);
    extents wanted = dims;
    wanted.erase(wanted.begin() + static_cast<std::ptrdiff_t>(axis));
    wanted.insert(wanted.begin() + static_cast<std::ptrdiff_t>(axis), indices.begin(),
                  indices.end());
    if (e.dims(result) != wanted) result = reshaped(e, result, wanted);
    e.give(0, result);
    return true;
}

/// What one canonical step cannot do: a border computed at run time, and to cut some axes off while
/// others are mirrored.
bool expand_pad(expansion& e) {
    const std::string mode = text_attribute(e.at, "mode", "constant");
    const extents pads = padding_of(e.source(), e.at);
    if (mode == "constant" && e.has_input(2) && !e.is_constant(e.input(2))) {
        e.give(0, bordered(e, pads));
        return true;
    }
    const extents negative = signed_pads(pads, false);
    const bool crops = std::any_of(negative.begin(), negative.end(), [](auto p) { return p != 0; });
    if (mode == "constant" || !crops) return false;
    const value_id inner = cropped(e, e.input(0), negative);
    e.give(0, e.add("Pad", {inner, e.integers(signed_pads(pads, true))}, {{"mode", mode}}));
    return true;
}

bool expand_center_crop_pad(expansion& e) {
    const extents dims = e.dims(e.input(0)), targets = e.list(1, "extents");
    const std::vector<std::size_t> axes =
        e.axes(integers_attribute(e.at, "axes", e.all_axes(dims.size())), dims.size());
    if (axes.size() != targets.size())
        fail_bad_input(e.at,
                       fmt::format("extents {} do not fit {} axes", to_text(targets), axes.size()));
    extents pads(2 * dims.size(), 0);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (targets[i] < 0 || targets[i] > max_elements)
            fail_bad_input(e.at, fmt::format("its extent {} is impossible", targets[i]));
        pads[axes[i]] = change_before(dims[axes[i]], targets[i]);
        pads[dims.size() + axes[i]] = targets[i] - dims[axes[i]] - pads[axes[i]];
    }
    e.give(0, e.add("Pad", {e.input(0), e.integers(pads)}));
    return true;
}

}  // namespace onnx2hpp
