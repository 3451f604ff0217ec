// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random networks of plain facts, for laws about planning. A seed is one network, whatever the
// compiler: no two arguments of a call draw numbers.

#include <helpers/random.hpp>
#include <helpers/synthetic_network.hpp>

#include <algorithm>

namespace tigris::test {

/// Convolutions of any window, pools, residual blocks, inverted bottlenecks, concatenations,
/// encoders with skips, squeeze and excite, reshapes, vectors; several inputs and outputs, several
/// images, constants, elements of 8 and 32 bits, scratch, inputs that nobody reads.
class random_network {
public:
    /// Inputs have up to `tallest` rows.
    explicit random_network(std::uint64_t seed, int tallest = 20)
        : random_(seed), tallest_(tallest) {}

    owned_network make(int pieces) {
        const int inputs = random_.chance(3) ? random_.between(2, 3) : 1;
        images_ = random_.chance(10) ? 2 : 1;
        for (int i = 0; i < inputs; ++i) {
            const int bits = random_.chance(8) ? 32 : 8;
            tensors_.push_back(
                net_.input({images_, pick(4, tallest_), pick(1, 8), pick(1, 6)}, bits));
        }
        for (int i = 0; i < inputs; ++i) note(conv_of(tensors_[std::size_t(i)]));
        for (int piece = 0; piece < pieces; ++piece) add_vector_span();
        keep_what_nobody_reads();
        if (random_.chance(8)) net_.input({images_, pick(1, tallest_), 4, 3});  // unread
        return net_.made;
    }

private:
    int pick(int low, int high) { return random_.between(low, high); }
    const row_extents& extents(int t) const { return net_.extents(t); }

    void note(int t) { tensors_.push_back(t); }

    /// Mostly one of the last, with several rows where there is one.
    int recent() {
        for (int tries = 0; tries < 6; ++tries) {
            const int back = random_.chance(4) ? pick(1, 6) : 1;
            const int t =
                tensors_[tensors_.size() - std::size_t(std::min(back, int(tensors_.size())))];
            if (extents(t).rows > 1 || random_.chance(20)) return t;
        }
        return *std::max_element(tensors_.begin(), tensors_.end(),
                                 [&](int a, int b) { return extents(a).rows < extents(b).rows; });
    }

    /// What a kernel needs besides: some have scratch, some costs.
    void choose_kernel() {
        net_.kernel = {};
        if (random_.chance(5)) net_.kernel.scratch_bytes = pick(1, 60);
        if (random_.chance(12)) net_.kernel.scratch_row_bytes = pick(1, 20);
        if (random_.chance(3)) net_.kernel.scratch_rows_most = pick(1, 60);
        if (random_.chance(3)) net_.kernel.call_cycles = pick(0, 400);
        if (random_.chance(3)) net_.kernel.window_row_cycles = pick(1, 40);
        if (random_.chance(4)) net_.kernel.pixel_block = 4;
    }

    ops::row_reach window_for(std::int32_t rows, int stride) {
        ops::row_reach r{.kernel = random_.chance(4) ? pick(1, 5) : 3, .stride = stride};
        if (random_.chance(6)) r.dilation = pick(2, 3);
        const std::int32_t reach = (r.kernel - 1) * r.dilation;
        r.pad = random_.chance(3) ? pick(0, random_.chance(4) ? 2 * reach + 2 : reach) : reach / 2;
        r.pad_end = random_.chance(3) ? pick(0, random_.chance(4) ? 2 * reach + 2 : reach)
                                      : reach - reach / 2;
        return rows_under(r, rows) > 0 ? r : ops::row_reach{};
    }
    int conv_of(int t) {
        choose_kernel();
        const int channels = pick(1, 6), stride = random_.chance(3) ? pick(2, 3) : 1;
        return net_.conv(t, window_for(extents(t).rows, stride), channels);
    }
    int same_conv(int t, std::int32_t channels) {
        const int reach = pick(0, 2);
        choose_kernel();
        return net_.conv(t, {.kernel = reach + 1, .pad = reach / 2, .pad_end = reach - reach / 2},
                         channels);
    }
    int pointwise(int t, std::int32_t channels) {
        choose_kernel();
        return net_.pointwise(t, channels);
    }
    /// Both of at least `least` channels.
    int pointwise_and_conv(int t, int least, int most_between, int most_made) {
        const int made = pick(least, most_made), between = pick(least, most_between);
        return same_conv(pointwise(t, between), made);
    }
    int conv_and_pointwise(int t) {
        const int made = pick(1, 4), between = pick(1, 8);
        return pointwise(same_conv(t, between), made);
    }

    void add_vector_span() {
        const int t = recent();
        switch (pick(0, 23)) {
            case 0:
            case 1:
            case 2:
            case 3:
            case 4: return note(conv_of(t));
            case 5: return note(pointwise(t, pick(1, 8)));
            case 6:
                return note(net_.convert(t, random_.chance(4) ? 40 - net_.bits(t) : net_.bits(t)));
            case 7:
                return note(random_.chance(2) ? net_.softmax(t) : net_.recurrent(t, pick(1, 6)));
            case 8:
            case 9: return add_residual(t);
            case 10: return add_sum(t);
            case 11:
            case 12: return add_bottleneck(t);
            case 13:
            case 14: return add_branches(t);
            case 15: return add_concat(t);
            case 16: return add_encoder(t);
            case 17: return add_resize(t);
            case 18: return add_scale(t);
            case 19: return add_vector(t);
            case 20: return add_reshape(t);
            case 21: return random_.chance(2) ? note(net_.transpose(t)) : add_scatter(t);
            case 22: return add_constant(t);
            default: return note(conv_and_pointwise(t));
        }
    }

    /// t + f(t), either first.
    void add_residual(int t) {
        const int made = same_conv(pointwise(t, pick(1, 8)), extents(t).channels);
        note(random_.chance(2) ? net_.add(t, made) : net_.add(made, t));
    }
    void add_bottleneck(int t) {
        const int deep = pointwise_and_conv(t, 4, 12, 12);
        note(net_.add(pointwise(deep, extents(t).channels), t));
    }
    /// With something older of the same extents.
    void add_sum(int t) {
        for (const int other : tensors_)
            if (same_extents(extents(other), extents(t)) && net_.bits(other) == net_.bits(t))
                return note(net_.add(t, other));
    }
    void add_branches(int t) {
        std::vector<int> parts;
        for (int i = pick(2, 4); i > 0; --i)
            parts.push_back(random_.chance(3) ? pointwise(t, pick(1, 3))
                                              : pointwise_and_conv(t, 1, 4, 3));
        if (random_.chance(4)) parts.push_back(t);
        note(net_.concat(parts));
    }
    void add_concat(int t) {
        std::vector<int> parts{t};
        for (const int other : tensors_) {
            row_extents e = extents(other);
            e.channels = extents(t).channels;
            if (same_extents(e, extents(t)) && net_.bits(other) == net_.bits(t) && parts.size() < 3)
                parts.push_back(other);
        }
        note(net_.concat(parts));
    }
    /// Half the rows, something there, and back to what there was before.
    void add_encoder(int t) {
        if (extents(t).rows % 2 || extents(t).width % 2) return note(conv_of(t));
        choose_kernel();
        const int half = net_.conv(t, {.kernel = 2, .stride = 2}, pick(1, 6));
        const int back = net_.resize(same_conv(half, pick(1, 4)), 2);
        note(same_conv(net_.concat({t, back}), pick(1, 4)));
    }
    void add_resize(int t) {
        if (extents(t).rows > 24) return note(conv_of(t));
        const int up = pick(2, 3), down = random_.chance(3) ? pick(1, 2) : 1;
        if (extents(t).rows * up % down) return note(net_.resize(t, up));
        if (random_.chance(2)) return note(net_.resize_linear(t, up, down));
        const int made = extents(t).width > 8 ? net_.resize_linear(t, up) : net_.resize(t, up);
        note(made);
    }
    /// Both operands are of the result's size, and die.
    void add_scatter(int t) {
        const std::int32_t channels = extents(t).channels;
        const int data = pointwise(t, channels), places = same_conv(t, channels);
        note(net_.scatter(data, places));
    }
    /// Squeeze and excite.
    void add_scale(int t) {
        const int mean = net_.global_average(t);
        note(net_.add(t, net_.pointwise(net_.pointwise(mean, pick(1, 4)), extents(t).channels)));
    }
    void add_vector(int t) {
        const int mean = random_.chance(2) || images_ > 1 ? net_.global_average(t) : flat_gemm(t);
        tensors_.insert(tensors_.end() - 1, mean);
    }
    int flat_gemm(int t) {
        const row_extents e = extents(t);
        const int vector = random_.chance(4) && e.rows == 1
                               ? t
                               : net_.reshape(t, {1, 1, 1, std::int32_t(elements_of(e))});
        const int made = pick(1, 10), between = pick(1, 10);
        return net_.gemm(net_.gemm(vector, between), made);
    }
    void add_reshape(int t) {
        row_extents e = extents(t);
        if (e.width % 2 == 0 && random_.chance(2))
            e.width /= 2, (random_.chance(2) ? e.rows : e.channels) *= 2;
        else if (e.rows % 2 == 0)
            e.rows /= 2, e.width *= 2;
        else
            e = {e.images, e.rows, 1, e.row_elements()};
        note(net_.reshape(t, e));
    }
    void add_constant(int t) {
        row_extents e = extents(t);
        if (random_.chance(2)) e.images = e.rows = e.width = 1;
        note(net_.add(t, net_.constant(e, net_.bits(t))));
    }

    /// Results, and sometimes what is read too; one tensor of those that share memory.
    void keep_what_nobody_reads() {
        const std::vector<bool> read = find_read();
        std::vector<std::int16_t> storage = storages_of(net_.made);
        std::vector<bool> kept(read.size());
        for (std::size_t t = 0; t < read.size(); ++t) {
            const std::size_t root = std::size_t(storage[t]);
            const bool is_made = net_.made.tensors[root].kind != tensor_kind::input;
            if (kept[root] || !is_made || (read[t] && !random_.chance(25))) continue;
            kept[root] = true;
            net_.keep(int(t));
        }
    }
    /// Whether a step reads each tensor, or another shape of its bytes.
    std::vector<bool> find_read() const {
        std::vector<bool> read(net_.made.tensors.size());
        for (const planning::step_facts& s : net_.made.steps)
            for (int i = 0; i < s.inputs; ++i)
                read[std::size_t(net_.made.edges[std::size_t(s.first_input + i)])] = true;
        return read;
    }

    random_numbers random_;
    int tallest_;
    network_builder net_;
    std::vector<int> tensors_;
    std::int32_t images_ = 1;
};

}  // namespace tigris::test
