// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the steps of synthetic networks compute, in the order in which kernels read and write.

#include <helpers/synthetic_memory.hpp>

namespace tigris::test {

/// One call of a step: rows of its output from a window for each input. `in_slice[i]`: input i
/// already lies in its part of the output.
struct shadow_call {
    const owned_network& n;
    int step = 0;
    shadow_rows out{};
    std::vector<shadow_window> in{};
    std::vector<bool> in_slice{};

    const planning::step_facts& facts() const { return n.steps[std::size_t(step)]; }
    int input_tensor(int i) const { return n.view().inputs_of(step)[i]; }
    int output_tensor() const { return n.view().output_of(step); }
    const planning::tensor_facts& tensor(int t) const { return n.tensors[std::size_t(t)]; }
    row_extents extents(int t) const { return planning::rows_for(facts(), tensor(t).extents); }
    std::int32_t element_bytes(int t) const { return tensor(t).bits / 8; }
    std::int32_t pixel_bytes(int t) const { return extents(t).channels * element_bytes(t); }
    std::uint64_t seed() const { return mixed(77, std::uint64_t(step) + 1); }
};

/// What is where there is no input.
inline constexpr std::uint64_t padding = 1000;

/// Bytes [begin, end) of the rows under the window of output row `row`, of input i.
template <class Look>
std::uint64_t look_at_rows(const shadow_call& c, int i, std::int32_t row, const Look& look) {
    const ops::row_reach& r = c.facts().op.reach;
    const std::int32_t rows = c.extents(c.input_tensor(i)).rows;
    std::uint64_t seen = c.seed();
    for (std::int32_t k = 0; k < r.kernel; ++k) {
        const std::int32_t y = floor_divide(row * r.stride - r.pad + k * r.dilation, r.divisor);
        const bool is_there = y >= 0 && y < rows;
        seen = mixed(seen, is_there ? look(y - c.in[std::size_t(i)].image_row) : padding);
    }
    return seen;
}

/// One pixel of an input, if the kernel has it.
inline std::uint64_t look_at_pixel(shadow_machine& m, const shadow_call& c, int i, std::int32_t k,
                                   std::int32_t column) {
    const int t = c.input_tensor(i);
    const shadow_window& in = c.in[std::size_t(i)];
    if (column < in.columns.first || column >= in.columns.last) return padding;
    if (column < 0 || column >= c.extents(t).width) return padding;
    std::uint64_t seen = 0;
    for (std::int32_t b = 0; b < c.pixel_bytes(t); ++b)
        seen = mixed(seen, in.read(m, k, column * c.pixel_bytes(t) + b));
    return seen;
}

/// All that the windows of output pixel (row, column) show of all inputs: a window of columns where
/// the step knows columns, else all of them.
inline std::uint64_t look(shadow_machine& m, const shadow_call& c, std::int32_t row,
                          std::int32_t column) {
    const ops::row_reach& r = c.facts().op.columns;
    std::uint64_t seen = 0;
    for (int i = 0; i < int(c.in.size()); ++i)
        seen = mixed(seen, look_at_rows(c, i, row, [&](std::int32_t k) {
                         std::uint64_t pixels = 0;
                         if (!c.facts().by_columns())
                             for (std::int32_t x = 0; x < c.extents(c.input_tensor(i)).width; ++x)
                                 pixels = mixed(pixels, look_at_pixel(m, c, i, k, x));
                         else
                             for (std::int32_t x = 0; x < r.kernel; ++x)
                                 pixels = mixed(pixels, look_at_pixel(m, c, i, k,
                                                                      column * r.stride - r.pad +
                                                                          x * r.dilation));
                         return pixels;
                     }));
    return seen;
}

/// Neither the input rows of a call nor the rows that it makes may have lost a byte at its end,
/// since kernels write in whatever order they like.
inline void run_windows(shadow_machine& m, const shadow_call& c) {
    const auto each_pixel = [&](const auto& visit) {
        for (std::int32_t y = 0; y < c.out.count; ++y)
            for (std::int32_t x = c.out.columns.first; x < c.out.columns.last; ++x)
                if (c.facts().by_columns() || x == c.out.columns.first)
                    visit(y, x, look(m, c, c.out.image_row + y, x));
    };
    const std::int32_t pixel = c.out.dense_pixel;
    each_pixel([&](std::int32_t y, std::int32_t x, std::uint64_t seen) {
        const std::int32_t end = c.facts().by_columns() ? (x + 1) * pixel : c.out.end();
        for (std::int32_t b = x * pixel; b < end; ++b)
            c.out.write(m, std::int64_t(y) * c.out.row_bytes + b, mixed(seen, std::uint64_t(b)));
    });
    each_pixel([](std::int32_t, std::int32_t, std::uint64_t) {});
    c.out.check(m);
}

/// Lane by lane: all operands are read, then the result is written. An operand of one row is read
/// for every row; one of one pixel for every pixel.
inline std::uint64_t read_lane(shadow_machine& m, const shadow_call& c, int i, std::int64_t lane) {
    const int t = c.input_tensor(i);
    const row_extents e = c.extents(t), out = c.extents(c.output_tensor());
    const std::int64_t elements = std::int64_t(out.rows) * out.row_elements();
    if (c.facts().op.contract == ops::contract::whole && e.rows * e.row_elements() < elements)
        lane = lane / (elements / e.rows) * e.row_elements() + lane % e.row_elements();
    else if (e.rows * e.row_elements() < elements)
        lane %= e.row_elements();
    std::uint64_t seen = 0;
    for (std::int32_t b = 0; b < c.element_bytes(t); ++b)
        seen = mixed(seen, c.in[std::size_t(i)].read_span(m, lane * c.element_bytes(t) + b));
    return seen;
}

inline void run_lane(shadow_machine& m, const shadow_call& c, std::int64_t lane,
                     std::uint64_t seen) {
    for (int i = 0; i < int(c.in.size()); ++i) seen = mixed(seen, read_lane(m, c, i, lane));
    const std::int32_t bytes = c.element_bytes(c.output_tensor());
    for (std::int32_t b = 0; b < bytes; ++b)
        c.out.write(m, lane * bytes + b, mixed(seen, std::uint64_t(b)));
}

/// Calls visit(lane) for the elements of all rows of a call.
template <class Visit>
void each_lane(const shadow_call& c, std::int32_t step, const Visit& visit) {
    const std::int32_t bytes = c.element_bytes(c.output_tensor());
    for (std::int32_t y = 0; y < c.out.count; ++y)
        for (std::int32_t b = c.out.begin(); b < c.out.end(); b += step * bytes)
            visit((std::int64_t(y) * c.out.row_bytes + b) / bytes);
}

inline void run_lanes(shadow_machine& m, const shadow_call& c) {
    each_lane(c, 1, [&](std::int64_t lane) { run_lane(m, c, lane, c.seed()); });
    c.out.check(m);
}

/// First the whole pixel is looked at, then it is read again and replaced lane by lane.
inline void run_pixels(shadow_machine& m, const shadow_call& c) {
    const std::int32_t channels = c.extents(c.output_tensor()).channels;
    each_lane(c, channels, [&](std::int64_t pixel) {
        std::uint64_t seen = c.seed();
        for (std::int32_t k = 0; k < channels; ++k)
            seen = mixed(seen, read_lane(m, c, 0, pixel + k));
        for (std::int32_t k = 0; k < channels; ++k) run_lane(m, c, pixel + k, seen);
    });
    c.out.check(m);
}

/// Input by input, pixel by pixel; codes change, so that what lies in its place is rewritten too.
inline void run_joined(shadow_machine& m, const shadow_call& c) {
    const std::int32_t total = c.pixel_bytes(c.output_tensor());
    for (std::int32_t y = 0; y < c.out.count; ++y) {
        std::int32_t before = 0;
        for (int i = 0; i < int(c.in.size()); ++i) {
            const std::int32_t part = c.pixel_bytes(c.input_tensor(i));
            shadow_window in = c.in[std::size_t(i)];
            in.dense_pixel = part;
            in.pixel = c.in_slice[std::size_t(i)] ? total : 0;
            for (std::int32_t b = c.out.columns.first * part; b < c.out.columns.last * part; ++b)
                c.out.write(
                    m, std::int64_t(y) * c.out.row_bytes + b / part * total + before + b % part,
                    mixed(c.seed() + std::uint64_t(i), in.read(m, y, b)));
            before += part;
        }
    }
    c.out.check(m);
}

/// Every byte of the inputs from `first` on.
inline std::uint64_t look_at_inputs(shadow_machine& m, const shadow_call& c, int first) {
    std::uint64_t seen = c.seed();
    for (int i = first; i < int(c.in.size()); ++i)
        for (std::int64_t b = 0; b < c.tensor(c.input_tensor(i)).bytes; ++b)
            seen = mixed(seen, c.in[std::size_t(i)].read_span(m, b));
    return seen;
}

/// Makes each byte of the output by `make(b)`.
template <class Make>
void write_all(shadow_machine& m, const shadow_call& c, const Make& make) {
    for (std::int64_t b = 0; b < std::int64_t(c.out.count) * c.out.row_bytes; ++b)
        c.out.write(m, b, make(b));
}

/// Everything that there is.
inline void run_mixed(shadow_machine& m, const shadow_call& c) {
    const std::uint64_t seen = look_at_inputs(m, c, 0);
    write_all(m, c, [&](std::int64_t b) { return mixed(seen, std::uint64_t(b)); });
    look_at_inputs(m, c, 0);
    c.out.check(m);
}

/// The first input is copied byte by byte. The others are read before and after bytes change.
inline void run_scattered(shadow_machine& m, const shadow_call& c) {
    write_all(m, c, [&](std::int64_t b) { return mixed(c.seed(), c.in[0].read_span(m, b)); });
    const std::uint64_t seen = look_at_inputs(m, c, 1);
    c.out.write(m, 0, seen);
    look_at_inputs(m, c, 1);
    c.out.check(m);
}

/// Bytes one row apart are read before the first of them is written.
inline void run_grouped(shadow_machine& m, const shadow_call& c) {
    const std::int64_t row = c.out.row_bytes, end = row * c.out.count;
    for (std::int64_t first = 0; first < row; ++first) {
        std::uint64_t seen = c.seed();
        for (std::int64_t b = first; b < end; b += row) seen = mixed(seen, c.in[0].read_span(m, b));
        for (std::int64_t b = first; b < end; b += row)
            c.out.write(m, b, mixed(seen, c.in[0].read_span(m, b)));
    }
    c.out.check(m);
}

/// Sums of a step, which lie in the arena from begin to end: eight bytes that count, all others
/// must not change.
struct shadow_sums {
    int step = 0;
    int memory = 0;
    std::int64_t base = 0;
    std::int32_t bytes = 0;

    std::uint64_t read(shadow_machine& m) const {
        std::uint64_t value = 0;
        for (std::int32_t b = 0; b < bytes; ++b) {
            const std::uint64_t byte = m.read(memory, base + b, working_memory_of(step));
            if (b < 8) value |= byte << 8 * b;
        }
        return value;
    }
    void write(shadow_machine& m, std::uint64_t value) const {
        for (std::int32_t b = 0; b < bytes; ++b)
            m.write(memory, base + b, b < 8 ? std::uint8_t(value >> 8 * b) : std::uint8_t(b),
                    working_memory_of(step));
    }
};

/// Sums of bytes come in any order, those of floats only in that of the image.
inline std::uint64_t added(std::uint64_t sum, bool ordered, std::int64_t place, std::uint8_t byte) {
    const std::uint64_t term = mixed(std::uint64_t(place) + 5, byte);
    return ordered ? mixed(sum, term) + 1 : sum + term;
}

/// `rows` rows of `row_bytes` bytes of the window, which are not always all that lie there.
inline void add_rows(shadow_machine& m, const shadow_call& c, const shadow_sums& sums,
                     std::int32_t rows, std::int32_t row_bytes) {
    const shadow_window& in = c.in[0];
    const bool ordered = c.tensor(c.input_tensor(0)).bits > 8;
    std::uint64_t sum = sums.read(m);
    for (std::int32_t k = 0; k < rows; ++k)
        for (std::int32_t b = 0; b < row_bytes; ++b)
            sum = added(sum, ordered, std::int64_t(in.image_row + k) * in.row_bytes + b,
                        in.read(m, k, b));
    sums.write(m, sum);
}

inline void write_sum(shadow_machine& m, const shadow_call& c, std::uint64_t sum) {
    for (std::int32_t b = 0; b < c.out.row_bytes; ++b)
        c.out.write(m, b, mixed(sum, mixed(c.seed(), std::uint64_t(b))));
    c.out.check(m);
}

/// A vector that arrives in one piece needs no sums.
inline void run_summed(shadow_machine& m, const shadow_call& c) {
    const bool ordered = c.tensor(c.input_tensor(0)).bits > 8;
    std::uint64_t sum = 0;
    const row_extents e = c.extents(c.input_tensor(0));
    for (std::int64_t b = 0; b < std::int64_t(e.rows) * c.in[0].row_bytes; ++b)
        sum = added(sum, ordered, b, c.in[0].read_span(m, b));
    write_sum(m, c, sum);
}

/// Rows of a call, from the state before them. Gives the state behind them.
inline std::uint64_t run_ordered(shadow_machine& m, const shadow_call& c, std::uint64_t state) {
    const int t = c.input_tensor(0);
    const std::int32_t row_bytes = c.extents(t).row_elements() * c.element_bytes(t);
    for (std::int32_t y = 0; y < c.out.count; ++y) {
        for (std::int32_t b = 0; b < row_bytes; ++b)
            state = mixed(state, c.in[0].read(m, y, b)) + 1;
        for (std::int32_t b = c.out.begin(); b < c.out.end(); ++b)
            c.out.write(m, std::int64_t(y) * c.out.row_bytes + b, mixed(state, std::uint64_t(b)));
    }
    c.out.check(m);
    return state;
}

inline void run_rows(shadow_machine& m, const shadow_call& c) {
    switch (c.n.styles[std::size_t(c.step)]) {
        case style::windows: return run_windows(m, c);
        case style::lanes: return run_lanes(m, c);
        case style::pixels: return run_pixels(m, c);
        case style::joined: return run_joined(m, c);
        case style::summed: return run_summed(m, c);
        case style::ordered: run_ordered(m, c, c.seed()); return;
        case style::mixed: return run_mixed(m, c);
        case style::scattered: return run_scattered(m, c);
        case style::grouped: return run_grouped(m, c);
        case style::alias: return;
    }
}

}  // namespace tigris::test
