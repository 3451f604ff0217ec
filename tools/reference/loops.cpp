// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop and Scan: a body that is computed once for each iteration.

#include <reference/call.hpp>

#include <algorithm>

namespace reference {
namespace {

const onnx::GraphProto& body_of(const call& c) {
    const auto* body = c.attribute("body");
    if (!body) throw std::invalid_argument("no body");
    return body->g();
}

/// The slice at a place of an axis, without the axis.
tensor slice_at(const tensor& x, std::size_t axis, std::int64_t place) {
    shape dims = x.dims;
    dims.erase(dims.begin() + std::ptrdiff_t(axis));
    std::vector<std::int64_t> positions;
    for (shape at : indices_of(dims)) {
        at.insert(at.begin() + std::ptrdiff_t(axis), place);
        positions.push_back(position_of(at, x.dims));
    }
    return pick(x, dims, positions);
}

/// Slices of one shape, one after the other along a new axis.
tensor stacked(const tensors& slices, std::int64_t axis_number) {
    if (slices.empty()) throw unsupported("a stack of nothing");
    shape dims = slices[0].dims;
    const std::size_t axis = axis_of(axis_number, dims.size() + 1);
    dims.insert(dims.begin() + std::ptrdiff_t(axis), std::int64_t(slices.size()));
    tensor result(slices[0].type, dims);
    for (std::int64_t i = 0; i < result.size(); ++i) {
        shape at = index_of(i, dims);
        const tensor& from = slices[std::size_t(at[axis])];
        at.erase(at.begin() + std::ptrdiff_t(axis));
        const std::int64_t position = position_of(at, from.dims);
        if (from.dims != slices[0].dims) throw std::invalid_argument("slices differ in shape");
        if (result.is_real())
            result.set(i, from.number(position));
        else
            result.set(i, from.integer(position));
    }
    return result;
}

tensor scalar_of(element_type type, std::int64_t value) { return integers({}, {value}, type); }

/// Inputs: how often at most, whether at all, what is carried. The body takes the number of the
/// iteration, the condition and what is carried; it gives the next condition, what is carried on,
/// and slices.
tensors loop(const call& c) {
    const auto& body = body_of(c);
    const std::int64_t most = c.has(0) ? c[0].integer(0) : INT64_MAX;
    bool goes_on = !c.has(1) || c[1].integer(0) != 0;
    tensors carried;
    for (std::size_t i = 2; i < c.inputs.size(); ++i) carried.push_back(c[i]);
    const std::size_t count = carried.size();
    std::vector<tensors> slices(std::size_t(body.output_size()) - 1 - count);
    for (std::int64_t i = 0; i < most && goes_on; ++i) {
        tensors given{scalar_of(element_type::int64, i), scalar_of(element_type::boolean, 1)};
        given.insert(given.end(), carried.begin(), carried.end());
        const tensors made = c.run_graph(body, given);
        goes_on = made.at(0).integer(0) != 0;
        for (std::size_t k = 0; k < count; ++k) carried[k] = made.at(1 + k);
        for (std::size_t k = 0; k < slices.size(); ++k) slices[k].push_back(made.at(1 + count + k));
    }
    for (const tensors& each : slices) carried.push_back(stacked(each, 0));
    return carried;
}

std::int64_t number_at(const shape& values, std::size_t i) {
    return i < values.size() ? values[i] : 0;
}

/// What a scan takes and how: an axis and a direction for each scanned input and for each stack.
struct scan_parts {
    tensors states;
    tensors scanned;
    std::vector<std::size_t> axes;
    shape backwards;
    shape stack_axes;
    shape stack_backwards;
};

tensors scan_of(const call& c, const scan_parts& parts) {
    const auto& body = body_of(c);
    tensors carried = parts.states;
    const std::size_t states = carried.size();
    std::vector<tensors> slices(std::size_t(body.output_size()) - states);
    const std::int64_t length = parts.scanned.at(0).dims[parts.axes.at(0)];
    for (std::int64_t i = 0; i < length; ++i) {
        tensors given = carried;
        for (std::size_t k = 0; k < parts.scanned.size(); ++k)
            given.push_back(slice_at(parts.scanned[k], parts.axes[k],
                                     number_at(parts.backwards, k) != 0 ? length - 1 - i : i));
        const tensors made = c.run_graph(body, given);
        for (std::size_t k = 0; k < states; ++k) carried[k] = made.at(k);
        for (std::size_t k = 0; k < slices.size(); ++k) slices[k].push_back(made.at(states + k));
    }
    for (std::size_t k = 0; k < slices.size(); ++k) {
        if (number_at(parts.stack_backwards, k) != 0)
            std::reverse(slices[k].begin(), slices[k].end());
        carried.push_back(stacked(slices[k], number_at(parts.stack_axes, k)));
    }
    return carried;
}

/// Inputs from `others` on: states, then what is cut into slices.
scan_parts parts_of(const call& c, std::size_t others) {
    scan_parts parts;
    const std::size_t first = c.inputs.size() - std::size_t(c.integer("num_scan_inputs", 0));
    for (std::size_t i = others; i < c.inputs.size(); ++i)
        (i < first ? parts.states : parts.scanned).push_back(c[i]);
    parts.axes.assign(parts.scanned.size(), 0);
    return parts;
}

/// Before opset 9 axis 0 is a batch, each entry of which is scanned alone.
tensors scan_batches(const call& c) {
    const scan_parts all = parts_of(c, 1);
    const std::int64_t batch = all.scanned.at(0).dims.at(0);
    const std::int64_t length = all.scanned[0].dims.at(1);
    std::vector<tensors> results;
    for (std::int64_t b = 0; b < batch; ++b) {
        if (c.has(0) && c[0].integer(b) != length) throw unsupported("sequences of many lengths");
        scan_parts one = all;
        one.backwards = c.integers("directions", {});
        for (tensor& each : one.states) each = slice_at(each, 0, b);
        for (tensor& each : one.scanned) each = slice_at(each, 0, b);
        const tensors made = scan_of(c, one);
        results.resize(made.size());
        for (std::size_t k = 0; k < made.size(); ++k) results[k].push_back(made[k]);
    }
    tensors outputs;
    for (const tensors& each : results) outputs.push_back(stacked(each, 0));
    return outputs;
}

tensors scan(const call& c) {
    if (c.opset < 9) return scan_batches(c);
    scan_parts parts = parts_of(c, 0);
    for (std::size_t k = 0; k < parts.scanned.size(); ++k)
        parts.axes[k] =
            axis_of(number_at(c.integers("scan_input_axes", {}), k), parts.scanned[k].rank());
    parts.backwards = c.integers("scan_input_directions", {});
    parts.stack_axes = c.integers("scan_output_axes", {});
    parts.stack_backwards = c.integers("scan_output_directions", {});
    return scan_of(c, parts);
}

}  // namespace

void add_loops(operator_map& all) {
    all["Loop"] = loop;
    all["Scan"] = scan;
}

}  // namespace reference
