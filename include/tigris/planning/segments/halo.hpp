// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many rows of a segment's input a row of its output depends on, along every path between them.

#include <tigris/planning/rows/lifetime.hpp>
#include <tigris/planning/segments/segment.hpp>

namespace tigris::planning {

/// Walks a segment backwards from single rows of its results: outputs that no window inside the
/// segment reads. The image is taken to have no edges, so rows of padding count. Inputs that all
/// rows read alike, or that are added up row by row, do not count. Compilers evaluate this for
/// every segment.
class halo_walk {
public:
    constexpr halo_walk(const row_network& n, view<const lifetime> lifetimes,
                        const segment_tasks& s)
        : n_(n), lifetimes_(lifetimes), s_(s), left_((ring_bit(s.size() - 1) << 1) - 1) {}

    /// The halo: rows of the input that an output row needs beside its own. It is the largest over
    /// all inputs and all positions.
    constexpr int32_t halo() {
        while (left_) {
            const int result = 63 - __builtin_clzll(left_);
            const int32_t rows = n_.tensors.data[n_.tasks.data[s_.begin + result].output].rows;
            positions_ = 1;
            for (int32_t q = 0; q < rows && q < positions_; ++q) walk_from(result, q);
        }
        return most_ - 1;
    }

private:
    /// Walks backwards from row q of a result. If rows are interpolated, windows differ in height
    /// from row to row. There are at most as many heights as the product of the divisors.
    constexpr void walk_from(int result, int32_t q) {
        for (int k = 0; k < result; ++k) made_[k] = {};
        made_[result] = {q, q + 1};
        for (int k = result; k >= 0; --k) {
            if (made_[k].last <= made_[k].first) continue;
            left_ &= ~ring_bit(k);
            const task& t = n_.tasks.data[s_.begin + k];
            if (t.reads == 0) take(made_[k]);
            if (t.contract == ops::contract::accumulate) continue;
            for (int i = t.first_read; i < t.first_read + t.reads; ++i)
                follow(n_.reads.data[i], k, result, q);
        }
    }

    constexpr void follow(const row_read& r, int k, int result, int32_t q) {
        if (r.tensor < 0 || r.rate.stride == 0) return;
        if (q == 0 && r.rate.divisor > 1 && positions_ < INT32_MAX / r.rate.divisor)
            positions_ *= r.rate.divisor;
        const lifetime& l = lifetimes_.data[r.tensor];
        if (l.producer >= s_.begin)
            made_[l.producer - s_.begin].cover(window(k, r.rate));
        else
            take(l.readers == 1 ? window(k, r.rate) : windows_over(r.tensor, k, result));
    }

    /// Rows of an input of the segment that tasks k to `result` read.
    constexpr row_range windows_over(int16_t input, int k, int result) const {
        row_range all{};
        for (; k <= result; ++k)
            for (const row_read& r : n_.reads_of(s_.begin + k))
                if (r.tensor == input && r.rate.stride > 0 && made_[k].count() > 0)
                    all.cover(window(k, r.rate));
        return all;
    }

    constexpr row_range window(int k, const row_rate& r) const {
        const int32_t first = made_[k].first * r.stride + r.first;
        const int32_t last = (made_[k].last - 1) * r.stride + r.last;
        if (r.divisor == 1) return {first, last + 1};
        return {floor_divide(first, r.divisor), floor_divide(last, r.divisor) + 1};
    }

    constexpr void take(const row_range& rows) {
        if (rows.last - rows.first > most_) most_ = rows.last - rows.first;
    }

    const row_network& n_;
    view<const lifetime> lifetimes_;
    const segment_tasks& s_;
    local_set left_;  // tasks that no walk has come to
    int32_t positions_ = 1;
    int32_t most_ = 1;
    row_range made_[max_segment_tasks];
};

/// Rows of the segment's input, beside its own, that a row of its output depends on.
constexpr int32_t halo_of(const row_network& n, view<const lifetime> lifetimes,
                          const segment_tasks& s) {
    return halo_walk(n, lifetimes, s).halo();
}

}  // namespace tigris::planning
