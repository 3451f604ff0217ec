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

/// Since opset 9: states, then what is cut into slices along an axis each.
tensors scan(const call& c) {
    if (c.opset < 9) throw unsupported("Scan of opset 8");
    const auto& body = body_of(c);
    const auto scanned = std::size_t(c.integer("num_scan_inputs", 0));
    const std::size_t states = c.inputs.size() - scanned;
    tensors carried;
    for (std::size_t i = 0; i < states; ++i) carried.push_back(c[i]);
    std::vector<tensors> slices(std::size_t(body.output_size()) - states);
    std::vector<std::size_t> axes;
    for (std::size_t k = 0; k < scanned; ++k)
        axes.push_back(
            axis_of(number_at(c.integers("scan_input_axes", {}), k), c[states + k].rank()));
    const shape backwards = c.integers("scan_input_directions", {});
    const std::int64_t length = c[states].dims[axes.at(0)];
    for (std::int64_t i = 0; i < length; ++i) {
        tensors given = carried;
        for (std::size_t k = 0; k < scanned; ++k)
            given.push_back(slice_at(c[states + k], axes[k],
                                     number_at(backwards, k) != 0 ? length - 1 - i : i));
        const tensors made = c.run_graph(body, given);
        for (std::size_t k = 0; k < states; ++k) carried[k] = made.at(k);
        for (std::size_t k = 0; k < slices.size(); ++k) slices[k].push_back(made.at(states + k));
    }
    for (std::size_t k = 0; k < slices.size(); ++k) {
        if (number_at(c.integers("scan_output_directions", {}), k) != 0)
            std::reverse(slices[k].begin(), slices[k].end());
        carried.push_back(stacked(slices[k], number_at(c.integers("scan_output_axes", {}), k)));
    }
    return carried;
}

}  // namespace

void add_loops(operator_map& all) {
    all["Loop"] = loop;
    all["Scan"] = scan;
}

}  // namespace reference
