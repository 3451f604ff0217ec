// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that are joined, cut, repeated, padded and reordered.

#include <reference/call.hpp>
#include <reference/lines.hpp>

#include <algorithm>
#include <functional>
#include <limits>

namespace reference {
namespace {

/// An element of the result for each index: from the input at the index that `source` gives, or the
/// fill where this is empty.
using source_index = std::function<shape(const shape&)>;

tensor moved(const tensor& x, const shape& dims, const source_index& source,
             const tensor* fill = nullptr) {
    std::vector<std::int64_t> positions;
    for (const shape& at : indices_of(dims)) {
        const shape from = source(at);
        positions.push_back(
            from.size() == x.rank() && is_inside(from, x.dims) ? position_of(from, x.dims) : -1);
    }
    return pick(x, dims, positions, fill);
}

tensors concat(const call& c) {
    const std::size_t axis = axis_of(c.integer("axis", 1), c[0].rank());
    shape dims = c[0].dims;
    dims[axis] = 0;
    for (std::size_t i = 0; i < c.inputs.size(); ++i) dims[axis] += c[i].dims.at(axis);
    tensor y(c[0].type, dims);
    std::int64_t first = 0;
    for (std::size_t i = 0; i < c.inputs.size(); ++i) {
        for (std::int64_t k = 0; k < c[i].size(); ++k) {
            shape at = index_of(k, c[i].dims);
            at[axis] += first;
            if (y.is_real())
                y.set(position_of(at, dims), c[i].number(k));
            else
                y.set(position_of(at, dims), c[i].integer(k));
        }
        first += c[i].dims[axis];
    }
    return {y};
}

/// Lengths as given, or equal ones, of which the last may be shorter.
shape split_lengths(const call& c, std::int64_t extent) {
    if (c.has(1)) return c[1].integers;
    if (c.attribute("split")) return c.integers("split");
    const std::int64_t count = c.integer("num_outputs", c.node.output_size());
    const std::int64_t each = (extent + count - 1) / count;
    shape result(std::size_t(count), each);
    result.back() = extent - each * (count - 1);
    return result;
}

tensors split(const call& c) {
    const std::size_t axis = axis_of(c.integer("axis", 0), c[0].rank());
    tensors result;
    std::int64_t first = 0;
    for (const std::int64_t length : split_lengths(c, c[0].dims[axis])) {
        shape dims = c[0].dims;
        dims[axis] = length;
        result.push_back(moved(c[0], dims, [&](shape at) {
            at[axis] += first;
            return at;
        }));
        first += length;
    }
    return result;
}

struct cut {
    std::int64_t start = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
};

/// Python's slice: negative places count from the end, all are clipped.
cut cut_of(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t extent) {
    if (step == 0) throw std::invalid_argument("a slice without steps");
    const std::int64_t low = step < 0 ? -1 : 0;
    const std::int64_t high = step < 0 ? extent - 1 : extent;
    const auto place = [&](std::int64_t at) {
        return std::clamp(at < 0 ? at + extent : at, low, high);
    };
    const std::int64_t from = place(start);
    const std::int64_t span = step > 0 ? place(end) - from : from - place(end);
    const std::int64_t size = step > 0 ? step : -step;
    return {from, step, std::max<std::int64_t>(0, (span + size - 1) / size)};
}

tensors slice(const call& c) {
    const bool has_inputs = c.opset >= 10;
    const shape starts = has_inputs ? c[1].integers : c.integers("starts");
    const shape ends = has_inputs ? c[2].integers : c.integers("ends");
    const shape axes = c.has(3) ? c[3].integers : c.integers("axes");
    std::vector<cut> cuts;
    for (const std::int64_t extent : c[0].dims) cuts.push_back({0, 1, extent});
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::size_t axis = axes.empty() ? i : axis_of(axes.at(i), c[0].rank());
        cuts.at(axis) = cut_of(starts[i], ends.at(i), c.has(4) ? c[4].integer(std::int64_t(i)) : 1,
                               c[0].dims[axis]);
    }
    shape dims;
    for (const cut& each : cuts) dims.push_back(each.count);
    return {moved(c[0], dims, [&](shape at) {
        for (std::size_t i = 0; i < at.size(); ++i) at[i] = cuts[i].start + at[i] * cuts[i].step;
        return at;
    })};
}

/// A place outside of [0, extent), brought inside; -1 where it is to be filled.
std::int64_t padded_place(std::int64_t at, std::int64_t extent, const std::string& mode) {
    if (at >= 0 && at < extent) return at;
    if (mode == "edge") return at < 0 ? 0 : extent - 1;
    if (mode == "wrap") return (at % extent + extent) % extent;
    if (mode != "reflect") return -1;
    if (extent == 1) return 0;
    const std::int64_t period = 2 * (extent - 1);
    const std::int64_t rest = (at % period + period) % period;
    return rest < extent ? rest : period - rest;
}

tensors pad(const call& c) {
    const bool has_inputs = c.opset >= 11;
    const std::size_t rank = c[0].rank();
    const shape given = has_inputs ? c[1].integers : c.integers("pads");
    shape first(rank);
    shape dims = c[0].dims;
    const std::size_t count = given.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t axis = c.has(3) ? axis_of(c[3].integer(std::int64_t(i)), rank) : i;
        first.at(axis) = given[i];
        dims.at(axis) += given[i] + given[i + count];
    }
    tensor fill(c[0].type, {});
    if (has_inputs && c.has(2) && c[2].size() > 0) fill = c[2];
    if (!has_inputs) fill.set(0, c.real("value", 0));
    const std::string mode = c.text("mode", "constant");
    return {moved(
        c[0], dims,
        [&](shape at) {
            for (std::size_t i = 0; i < at.size(); ++i)
                at[i] = padded_place(at[i] - first[i], c[0].dims[i], mode);
            return at;
        },
        &fill)};
}

tensors tile(const call& c) {
    shape dims = c[0].dims;
    for (std::size_t i = 0; i < dims.size(); ++i) dims[i] *= c[1].integer(std::int64_t(i));
    return {moved(c[0], dims, [&](shape at) {
        for (std::size_t i = 0; i < at.size(); ++i) at[i] %= c[0].dims[i];
        return at;
    })};
}

/// What is too long loses elements at both ends, what is too short gets zeros there; an odd one
/// goes to the end.
tensors center_crop_pad(const call& c) {
    const std::size_t rank = c[0].rank();
    shape axes = c.integers("axes");
    for (std::size_t i = 0; !c.attribute("axes") && i < rank; ++i) axes.push_back(std::int64_t(i));
    shape dims = c[0].dims;
    shape first(rank);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axis_of(axes[i], rank);
        const std::int64_t asked = c[1].integer(std::int64_t(i));
        first[axis] = asked < dims[axis] ? (dims[axis] - asked) / 2 : -((asked - dims[axis]) / 2);
        dims[axis] = asked;
    }
    return {moved(c[0], dims, [&](shape at) {
        for (std::size_t i = 0; i < at.size(); ++i) at[i] += first[i];
        return at;
    })};
}

tensors depth_to_space(const call& c) {
    const std::int64_t block = c.integer("blocksize", 1);
    const shape d = c[0].dims;
    const std::int64_t channels = d.at(1) / (block * block);
    const bool is_crd = c.text("mode", "DCR") == "CRD";
    return {moved(c[0], {d[0], channels, d.at(2) * block, d.at(3) * block}, [&](const shape& at) {
        const std::int64_t inner = at[2] % block * block + at[3] % block;
        const std::int64_t channel =
            is_crd ? at[1] * block * block + inner : inner * channels + at[1];
        return shape{at[0], channel, at[2] / block, at[3] / block};
    })};
}

tensors space_to_depth(const call& c) {
    const std::int64_t block = c.integer("blocksize", 1);
    const shape d = c[0].dims;
    const shape dims{d.at(0), d.at(1) * block * block, d.at(2) / block, d.at(3) / block};
    return {moved(c[0], dims, [&](const shape& at) {
        const std::int64_t inner = at[1] / d[1];
        return shape{at[0], at[1] % d[1], at[2] * block + inner / block,
                     at[3] * block + inner % block};
    })};
}

tensors reverse_sequence(const call& c) {
    const auto batch = std::size_t(c.integer("batch_axis", 1));
    const auto time = std::size_t(c.integer("time_axis", 0));
    return {moved(c[0], c[0].dims, [&](shape at) {
        const std::int64_t length = c[1].integer(at.at(batch));
        if (at.at(time) < length) at[time] = length - 1 - at[time];
        return at;
    })};
}

tensors trilu(const call& c) {
    const std::int64_t k = c.has(1) ? c[1].integer(0) : 0;
    const bool is_upper = c.integer("upper", 1) != 0;
    return {moved(c[0], c[0].dims, [&](const shape& at) {
        const std::int64_t distance = at[at.size() - 1] - at[at.size() - 2];
        return (is_upper ? distance >= k : distance <= k) ? at : shape{};
    })};
}

}  // namespace

void add_moves(operator_map& all) {
    all["CenterCropPad"] = center_crop_pad;
    all["Concat"] = concat;
    all["DepthToSpace"] = depth_to_space;
    all["Pad"] = pad;
    all["ReverseSequence"] = reverse_sequence;
    all["Slice"] = slice;
    all["SpaceToDepth"] = space_to_depth;
    all["Split"] = split;
    all["Tile"] = tile;
    all["Trilu"] = trilu;
}

}  // namespace reference
