// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// When each tensor is needed, and which may be written straight into the tensor made of it.

#include <tigris/planning/row_network.hpp>

namespace tigris::planning {

/// A tensor's tasks: the one that makes it (-1 if it is given), the first and the last that read
/// it, and how many do. last_reader is the number of tasks for what is kept, -1 for what nobody
/// needs; without a reader, what is given is needed until task 0, because its memory is written
/// before the run. `merges`: its only reader could write over it row by row, so both may share
/// memory when they are streamed together.
struct lifetime {
    int16_t producer = -1;
    int16_t first_reader = -1;
    int16_t last_reader = -1;
    int16_t readers = 0;
    bool merges = false;

    /// Whether the tensor is there between task c - 1 and task c.
    constexpr bool crosses(int c) const { return producer < c && last_reader >= c; }
};

/// Whether no row of `out` lies behind that of `in` where both begin at one place. What only one of
/// two steps takes for a single block, such as several images, has rows as the other sees them.
constexpr bool has_rows_before(const row_tensor& in, const row_tensor& out) {
    if (in.rows == out.rows) return in.row_bytes >= out.row_bytes;
    return (in.rows == 1 || out.rows == 1) && in.bytes() >= out.bytes();
}

/// Whether task k writes each element of its output after it last read that of `input`, which is
/// no smaller. Only top-down: from the bottom it would overwrite elements that it still has to
/// read.
constexpr bool overwrites(const row_network& n, int k, int16_t input) {
    const task& t = n.tasks[k];
    return t.in_place && is_read_in_place(n.reads_of(k), input) &&
           has_rows_before(n.tensors[input], n.tensors[t.output]);
}

constexpr void find_readers(const row_network& n, view<lifetime> out) {
    for (int k = 0; k < n.tasks.size; ++k) {
        const task& reader = n.tasks.data[k];
        for (int i = reader.first_read; i < reader.first_read + reader.reads; ++i) {
            const row_read& r = n.reads.data[i];
            if (r.tensor < 0) continue;
            lifetime& l = out.data[r.tensor];
            if (l.first_reader < 0) l.first_reader = int16_t(k);
            l.last_reader = int16_t(k);
            ++l.readers;
        }
        out.data[reader.output].producer = int16_t(k);
    }
}

/// Only what a task of the model makes and nobody else needs can be made in its reader's output.
constexpr bool may_merge(const row_network& n, const lifetime& l, const row_tensor& t) {
    return l.readers == 1 && l.producer >= 0 && !t.given && !t.kept && t.home == home::arena &&
           n.tasks[l.producer].does == action::compute && !n.tasks[l.producer].whole;
}

/// Whether a tensor that may merge fits into the reader's output, `result`. What is pinned
/// elsewhere stays apart. Behind a reshape, pixels are not those that the producer writes.
constexpr bool fits_into(const row_network& n, const task& reader, const row_tensor& result,
                         const row_read& read, int producer) {
    const row_tensor& t = n.tensors[read.tensor];
    if (t.rows != result.rows || (t.region >= 0 && t.region != result.region)) return false;
    return reader.concatenates
               ? n.tasks[producer].writes_slices && t.pixel_bytes == read.pixel_bytes
               : t.row_bytes == result.row_bytes;
}

/// A residual add may write over one of its operands, a concatenation over all of them.
constexpr void find_merges(const row_network& n, view<lifetime> out) {
    for (int k = n.tasks.size - 1; k >= 0; --k) {
        const task& reader = n.tasks.data[k];
        if (reader.whole || !(reader.in_place || reader.concatenates)) continue;
        const row_tensor& result = n.tensors[reader.output];
        const bool in_slice =
            out[reader.output].merges && n.tasks[out[reader.output].last_reader].concatenates;
        if (in_slice) continue;
        for (const row_read& r : n.reads_of(k)) {
            if (r.tensor < 0 || !(r.in_place || reader.concatenates)) continue;
            lifetime& l = out[r.tensor];
            if (!may_merge(n, l, n.tensors[r.tensor])) continue;
            if (!fits_into(n, reader, result, r, l.producer)) continue;
            l.merges = true;
            if (!reader.concatenates) break;
        }
    }
}

constexpr void find_lifetimes(const row_network& n, view<lifetime> out) {
    for (lifetime& l : out) l = {};
    find_readers(n, out);
    for (int t = 0; t < n.tensors.size; ++t) {
        const row_tensor& r = n.tensors.data[t];
        if (r.kept || r.home == home::nowhere) out[t].last_reader = int16_t(n.tasks.size);
        if (r.given && out[t].last_reader < 0) out[t].last_reader = 0;
    }
    find_merges(n, out);
}

}  // namespace tigris::planning
