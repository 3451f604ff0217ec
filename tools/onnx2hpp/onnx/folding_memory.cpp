// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/folding_memory.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace onnx2hpp {
namespace {

/// What is smaller is not worth a look at all constants.
constexpr std::int64_t few_bytes = std::int64_t{1} << 20;

std::int64_t bytes_of(const value& v) {
    return v.constant ? static_cast<std::int64_t>(v.constant->bytes.size()) : 0;
}

/// Values may share a constant.
std::int64_t bytes_of_constants(const onnx_model& m) {
    std::int64_t bytes = 0;
    std::set<const tensor_data*> counted;
    for (const value& v : m.values)
        if (v.constant && counted.insert(v.constant.get()).second) bytes += bytes_of(v);
    return bytes;
}

std::size_t place(value_id v) { return static_cast<std::size_t>(v); }

/// f of each value that a node reads or depends on.
template <class F>
void each_read(const node& n, F f) {
    for (const value_id v : n.inputs)
        if (v != absent) f(place(v));
    for (const branch& b : n.branches) f(place(b.condition));
}

/// For each value whether it is computed at run time, or may be: inputs of the model lead to it.
std::vector<char> computed_at_run_time(const onnx_model& m) {
    std::vector<char> result(m.values.size(), false);
    for (const value_id v : m.inputs) result[place(v)] = true;
    for (const node& n : m.nodes) {
        bool depends = false;
        each_read(n, [&](std::size_t v) { depends |= result[v] != 0; });
        for (const value_id v : n.outputs)
            if (v != absent && depends) result[place(v)] = true;
    }
    return result;
}

std::int64_t width_of(const value& v) {
    return (static_cast<std::int64_t>(tigris::bits_of(v.type)) + 7) / 8;
}

/// The most that rules of evaluate/ hold beside what they read and make: a place for each element
/// of two operands, and the elements of two operands and of the result.
std::int64_t work_of(const onnx_model& m, const node& n) {
    const operator_traits& traits = traits_of(m, n);
    std::int64_t elements = 0, width = traits.evaluates_wide ? 8 : 1;
    for (const auto* values : {&n.inputs, &n.outputs})
        for (const value_id v : *values)
            if (v != absent) {
                elements = std::max(elements, element_count(m.values[place(v)].dims));
                width = std::max(width, width_of(m.values[place(v)]));
            }
    return traits.copies_bytes ? 0 : elements * (16 + 3 * width);
}

}  // namespace

folding_memory* folding_memory::current = nullptr;

folding_memory::folding_memory(const onnx_model& m)
    : file_bytes(bytes_of_constants(m)),
      readers(m.values.size(), 0),
      needed(m.values.size(), false),
      kept(m.values.size(), false) {
    const std::vector<char> at_run_time = computed_at_run_time(m);
    for (const value_id v : m.outputs) needed[place(v)] = true;
    for (const node& n : m.nodes) {
        bool runs = false;
        each_read(n, [&](std::size_t v) { runs |= at_run_time[v] != 0, ++readers[v]; });
        if (runs) each_read(n, [&](std::size_t v) { needed[v] = true; });
    }
    current = this;
}

/// Bytes of the constants that the firmware needs: those that folding has made, and later also
/// those that folding has still to make.
std::int64_t folding_memory::needed_bytes(const onnx_model& m) const {
    std::int64_t bytes = 0;
    for (std::size_t v = 0; v < needed.size(); ++v)
        if (needed[v]) bytes += bytes_of(m.values[v]);
    return std::min(bytes, most_needed_bytes);
}

void folding_memory::require(const onnx_model& m, const node& n, std::int64_t result,
                             std::int64_t work) {
    unseen_bytes += result + work;
    if (unseen_bytes < few_bytes) return;
    unseen_bytes = 0;
    const auto output = static_cast<std::size_t>(n.outputs[0]);
    const bool is_model = output < needed.size() && needed[output];
    const std::int64_t model =
        file_bytes + std::min(needed_bytes(m) + (is_model ? result : 0), most_needed_bytes);
    // The file's message is there, too, until declarations are compared with what was found.
    const std::int64_t taken = file_bytes + bytes_of_constants(m) + result + work;
    const std::int64_t most = 4 * model + free_bytes;
    if (taken > most)
        fail_unsupported(
            n,
            fmt::format("computing this constant would take {} MB with what is there, of which {} "
                        "MB are supported for a model of {} MB",
                        (taken + 999'999) / 1'000'000, most / 1'000'000, model / 1'000'000),
            "compute it before, and make it an initializer");
}

void folding_memory::release(onnx_model& m, const node& n) {
    for (; seen_nodes < m.nodes.size(); ++seen_nodes)
        each_read(m.nodes[seen_nodes], [&](std::size_t v) {
            if (v < kept.size()) kept[v] = true;
        });
    each_read(n, [&](std::size_t v) {
        value& read = m.values[v];
        const bool is_output = std::find(m.outputs.begin(), m.outputs.end(),
                                         static_cast<value_id>(v)) != m.outputs.end();
        if (--readers[v] == 0 && !kept[v] && !is_output && bytes_of(read) >= few_bytes)
            read.constant.reset();
    });
}

void require_folding_memory(const onnx_model& m, const node& n) {
    const value& output = m.values[place(n.outputs[0])];
    require_constant_memory(m, n, element_count(output.dims) * width_of(output), work_of(m, n));
}

void require_constant_memory(const onnx_model& m, const node& n, std::int64_t result,
                             std::int64_t work) {
    if (folding_memory::current) folding_memory::current->require(m, n, result, work);
}

}  // namespace onnx2hpp
