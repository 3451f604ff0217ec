// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Networks that are chains of layers, and what their segments keep while they run.

#include <algorithm>
#include <helpers/random.hpp>
#include <helpers/synthetic_rows.hpp>

namespace tigris::test {

inline constexpr int longest_chain = 6;

/// Layers with windows of up to 4 rows, over images of up to so many columns. Task k makes tensor
/// k + 1 from tensor k.
inline owned_network random_chain(int seed, int widest) {
    random_numbers random{std::uint64_t(seed)};
    network_builder b;
    int at = b.input({1, random.between(12, 20), random.between(1, widest), random.between(1, 5)});
    for (int layers = random.between(2, longest_chain); layers > 0; --layers) {
        const int kernel = random.between(1, 4), pad = random.between(0, kernel - 1);
        b.kernel.call_cycles = random.between(10, 90);
        at = b.conv(at, {.kernel = kernel, .pad = pad, .pad_end = kernel - 1 - pad},
                    random.between(1, 8));
    }
    b.keep(at);
    return b.made;
}

/// Bytes that the replay of a chain's segment keeps: of what several rows are needed of, and the
/// most that passes row by row, with the row that is made of it if that passes as well.
struct replayed_bytes {
    std::int64_t rings = 0;
    std::int64_t transient = 0;
    planning::overlap overlap;

    replayed_bytes(const synthetic_rows& rows, const planning::segment_tasks& s) {
        const auto made = rows.replay<longest_chain>(s);
        overlap = made;
        const auto row = [&](int k) {
            return std::int64_t(rows.tensors[std::size_t(s.begin + k + 1)].row_bytes);
        };
        for (int k = 0; k < s.size() - 1; ++k) {
            const bool both = k + 2 < s.size() && made.ring[k + 1] == 1;
            if (made.ring[k] > 1)
                rings += made.ring[k] * row(k);
            else
                transient = std::max(transient, row(k) + (both ? row(k + 1) : 0));
        }
    }
};

}  // namespace tigris::test
