// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Networks of plain facts, without kernels: what planners see, and how each step treats its bytes.

#include <tigris/planning/rows/row_network.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

namespace tigris::test {

/// How a step makes its output. windows: of all rows under a window. lanes: element by element.
/// pixels: the same, after a look at the whole pixel (softmax). joined: a concatenation. summed: of
/// all elements. ordered: of a row and of what those before it left. mixed: of everything at once.
/// scattered: a copy, of which some elements change. grouped: of elements one row apart, group
/// after group.
enum class style : std::uint8_t {
    windows,
    lanes,
    pixels,
    joined,
    summed,
    ordered,
    mixed,
    scattered,
    grouped,
    alias
};

/// Steps that look at all of their inputs at once, not at an image.
constexpr bool looks_at_everything(style s) {
    return s == style::mixed || s == style::scattered || s == style::grouped;
}

/// A network that owns its arrays, and the styles of its steps.
struct owned_network {
    std::vector<planning::tensor_facts> tensors;
    std::vector<planning::step_facts> steps;
    std::vector<std::int16_t> edges;
    std::vector<style> styles;

    planning::network view() const {
        return {{tensors.data(), int(tensors.size())},
                {steps.data(), int(steps.size())},
                {edges.data(), int(edges.size())}};
    }
    int count(tensor_kind kind) const {
        int count = 0;
        for (const planning::tensor_facts& t : tensors) count += t.kind == kind;
        return count;
    }
};

/// The tensor whose bytes each tensor is: itself, or what a reshape made it of.
inline std::vector<std::int16_t> storages_of(const owned_network& n) {
    std::vector<std::int16_t> storage(n.tensors.size());
    std::iota(storage.begin(), storage.end(), std::int16_t(0));
    for (int step = 0; step < int(n.steps.size()); ++step)
        if (n.steps[std::size_t(step)].op.contract == ops::contract::alias)
            storage[std::size_t(n.view().output_of(step))] =
                storage[std::size_t(n.view().inputs_of(step)[0])];
    return storage;
}

constexpr bool same_extents(const row_extents& a, const row_extents& b) {
    return a.images == b.images && a.rows == b.rows && a.width == b.width &&
           a.channels == b.channels;
}

constexpr std::int64_t elements_of(const row_extents& e) {
    return std::int64_t(e.images) * e.rows * e.row_elements();
}

/// Rows that a window gives of `rows` rows; not above 0 where it does not fit.
constexpr std::int32_t rows_under(const ops::row_reach& r, std::int32_t rows) {
    const std::int32_t room = rows + r.pad + r.pad_end - (r.kernel - 1) * r.dilation - 1;
    return room < 0 ? 0 : room / r.stride + 1;
}

/// Adds tensors and steps to a network, each function the step of its name. Gives tensor numbers.
class network_builder {
public:
    owned_network made;
    /// Facts of the kernel of the next step.
    kernel_facts kernel{};

    const row_extents& extents(int t) const { return made.tensors[std::size_t(t)].extents; }
    int bits(int t) const { return made.tensors[std::size_t(t)].bits; }

    int input(const row_extents& e, int bits = 8) {
        return tensor(tensor_kind::input, e, bits, inputs_++);
    }
    int constant(const row_extents& e, int bits = 8) {
        return tensor(tensor_kind::constant, e, bits, constants_++);
    }
    void keep(int t) {
        planning::tensor_facts& kept = made.tensors[std::size_t(t)];
        if (kept.kind != tensor_kind::activation) return;
        kept.kind = tensor_kind::output;
        kept.index = std::int16_t(outputs_++);
    }

    int conv(int t, const ops::row_reach& reach, std::int32_t channels) {
        row_extents e = extents(t);
        e.rows = rows_under(reach, e.rows);
        e.width = (e.width + reach.stride - 1) / reach.stride;
        e.channels = channels;
        return step(style::windows, {t}, e,
                    {.op = {.reach = reach,
                            .macs = elements_of(e) * reach.kernel * reach.kernel,
                            .by_columns = true,
                            .columns = reach},
                     .writes_slices = true});
    }
    int pointwise(int t, std::int32_t channels) { return conv(t, {}, channels); }
    /// `up` rows of `down`.
    int resize(int t, std::int32_t up, std::int32_t down = 1) {
        return resized(t, up, down, {.stride = down, .divisor = up});
    }
    /// Between two rows, as linear interpolation reads them.
    int resize_linear(int t, std::int32_t up, std::int32_t down = 1) {
        return resized(t, up, down,
                       {.kernel = 2, .stride = down, .dilation = up, .pad = up / 2, .divisor = up});
    }
    int convert(int t, int to_bits) {
        return step(style::lanes, {t}, extents(t),
                    {.op = {.in_place = ops::first_input(to_bits <= bits(t)), .by_columns = true},
                     .writes_slices = true},
                    to_bits);
    }
    int softmax(int t) {
        return step(style::pixels, {t}, extents(t), {.op = {.in_place = ops::first_input()}});
    }
    /// Of equal shapes, or one of them has a single row. What is one row of each of several images
    /// cannot be read row by row.
    int add(int a, int b) {
        const bool first = elements_of(extents(a)) >= elements_of(extents(b));
        const row_extents small = extents(first ? b : a), large = extents(first ? a : b);
        const bool by_rows = small.rows == large.rows || small.images == 1;
        const ops::input_set as_output{std::uint8_t(elements_of(small) == elements_of(large) ? 3
                                                    : first                                  ? 1
                                                                                             : 2)};
        return step(style::lanes, {a, b}, large,
                    {.op = {.contract = by_rows ? ops::contract::rows : ops::contract::whole,
                            .in_place = as_output,
                            .by_columns = by_rows && knows_columns(small, large)},
                     .writes_slices = true});
    }
    int concat(const std::vector<int>& in) {
        row_extents e = extents(in[0]);
        e.channels = 0;
        for (const int t : in) e.channels += extents(t).channels;
        return step(style::joined, in, e,
                    {.op = {.concatenates = true, .by_columns = true}, .writes_slices = true});
    }
    int global_average(int t) {
        const row_extents e = extents(t);
        kernel.accumulator_bytes = 8 * e.channels;
        return step(style::summed, {t}, {e.images, 1, 1, e.channels},
                    {.op = {.contract = ops::contract::accumulate}});
    }
    /// Of one vector, which a reshape may have made of several rows.
    int gemm(int t, std::int32_t channels) {
        kernel.accumulator_bytes = 8 * channels;
        return step(style::summed, {t}, {1, 1, 1, channels},
                    {.op = {.macs = elements_of(extents(t))}});
    }
    int recurrent(int t, std::int32_t channels) {
        const row_extents e = extents(t);
        kernel.accumulator_bytes = 8 * channels;
        return step(style::ordered, {t}, {e.images, e.rows, 1, channels},
                    {.op = {.in_order = true}});
    }
    int transpose(int t) {
        const row_extents e = extents(t);
        return step(style::mixed, {t}, {e.images, e.width, e.rows, e.channels},
                    {.op = {.contract = ops::contract::whole}});
    }
    /// `data`, which the result may overwrite, with elements replaced as `places` says.
    int scatter(int data, int places) {
        return step(style::scattered, {data, places}, extents(data),
                    {.op = {.contract = ops::contract::whole, .in_place = ops::first_input()}});
    }
    /// Each column of bytes is read, and then written.
    int group(int t) {
        return step(style::grouped, {t}, extents(t),
                    {.op = {.contract = ops::contract::whole,
                            .in_place = ops::first_input(),
                            .same_place = true}});
    }
    int reshape(int t, const row_extents& e) {
        return step(style::alias, {t}, e,
                    {.op = {.contract = ops::contract::alias, .in_place = ops::first_input()}});
    }

private:
    static constexpr bool knows_columns(const row_extents& small, const row_extents& large) {
        return small.width == large.width || small.width == 1;
    }

    int tensor(tensor_kind kind, const row_extents& e, int bits, int index) {
        made.tensors.push_back(
            {kind, std::int16_t(index), elements_of(e) * bits / 8, e, std::int16_t(bits)});
        return int(made.tensors.size()) - 1;
    }

    int resized(int t, std::int32_t up, std::int32_t down, const ops::row_reach& reach) {
        row_extents e = extents(t);
        e.rows = e.rows * up / down;
        if (reach.kernel == 1) e.width = (e.width * up + down - 1) / down;
        return step(style::windows, {t}, e, {.op = {.reach = reach}});
    }

    int step(style how, const std::vector<int>& in, const row_extents& e,
             planning::step_facts facts, int to_bits = 0) {
        facts.first_input = std::int16_t(made.edges.size());
        facts.inputs = std::int16_t(in.size());
        for (const int t : in) made.edges.push_back(std::int16_t(t));
        facts.first_output = std::int16_t(made.edges.size());
        facts.outputs = 1;
        facts.kernel = kernel;
        kernel = {};
        const int out = tensor(tensor_kind::activation, e, to_bits ? to_bits : bits(in[0]), -1);
        made.edges.push_back(std::int16_t(out));
        made.steps.push_back(facts);
        made.styles.push_back(how);
        return out;
    }

    int inputs_ = 0, outputs_ = 0, constants_ = 0;
};

}  // namespace tigris::test
