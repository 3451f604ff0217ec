// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// When each tensor is needed, and which tensors may be written straight into the output of their
// reader.

#include <tigris/planning/rows/row_network.hpp>

namespace tigris::planning {

/// The tasks that make and read a tensor. A given tensor without a reader is needed until task 0,
/// because its memory is written before the run.
struct lifetime {
    int16_t producer = -1;      // task that makes the tensor; -1: it is given
    int16_t first_reader = -1;  // first task that reads it; -1: none
    /// Last task that reads it; -1: it is not needed; the number of all tasks: it is kept after the
    /// run.
    int16_t last_reader = -1;
    int16_t readers = 0;  // reads by all tasks
    /// It shares memory with the output of its only reader, row by row, if one segment runs both.
    bool merges = false;

    /// Whether the tensor is there between task c - 1 and task c.
    constexpr bool crosses(int c) const { return producer < c && last_reader >= c; }
};

/// Whether each row of `out` ends no later than the same row of `in`, if both tensors begin at one
/// address. A step may see several images as a single row; then the bytes of the whole tensors
/// count.
constexpr bool has_rows_before(const row_tensor& in, const row_tensor& out) {
    if (in.rows == out.rows) return in.row_bytes >= out.row_bytes;
    return (in.rows == 1 || out.rows == 1) && in.bytes() >= out.bytes();
}

/// Whether task k may overwrite `input`: it reads each element before it writes to its bytes. This
/// holds only top-down. Bottom-up it would overwrite elements that it still has to read.
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

/// Whether a tensor may be made in the output of its reader: a step makes it by rows, and a single
/// task needs it.
constexpr bool may_merge(const row_network& n, const lifetime& l, const row_tensor& t) {
    return l.readers == 1 && l.producer >= 0 && !t.given && !t.kept && t.home == home::arena &&
           n.tasks[l.producer].does == action::compute && !n.tasks[l.producer].whole;
}

/// Whether a tensor that may merge fits into the output of its reader, `result`. A tensor that is
/// pinned to another region does not. After a reshape, the tensor has other pixels than its
/// producer writes.
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
