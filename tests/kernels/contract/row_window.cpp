// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/row_window.hpp>

#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// A window on [first_row, ...) of a tensor that lies whole has the rows that exist, where they
/// lie.
constexpr bool reads_what_exists(int rows) {
    constexpr int elements = 3;
    int image[8 * elements]{};
    for (int first_row = -4; first_row <= rows + 2; ++first_row) {
        const auto in = whole_window<int>(&image[0], first_row, rows, elements);
        for (int k = 0; k < 10; ++k) {
            const int row = first_row + k;
            const int* expected = row >= 0 && row < rows ? &image[row * elements] : nullptr;
            if (in(k) != expected) return false;
        }
        if (in(-1)) return false;
        if (in.first > in.last) return false;
    }
    return true;
}

/// Rows k of a ring of `held` rows: row k of the image lies in place (begin + k) % held.
constexpr row_window<int> ring(const int* base, int held, int begin) {
    return {.base = base,
            .offset = begin * 2,
            .row_elements = 2,
            .ring_elements = held * 2,
            .last = held,
            .wrap = held - begin};
}

constexpr bool ring_wraps(int held) {
    int memory[16]{};
    for (int begin = 0; begin < held; ++begin)
        for (int k = 0; k < held; ++k)
            if (ring(memory, held, begin)(k) != &memory[(begin + k) % held * 2]) return false;
    return true;
}

/// As many rows as follow each other without a step back, found one by one.
constexpr bool neighbors_are_counted(int held) {
    int memory[16]{};
    for (int begin = 0; begin < held; ++begin) {
        const auto in = ring(memory, held, begin);
        for (int y = 0; y < held; ++y)
            for (int behind = y + 1; behind <= held + 1; ++behind) {
                int count = 1;
                while (y + count < behind && y + count < held && in(y + count) == in(y) + 2 * count)
                    ++count;
                if (neighboring_rows(in, y, behind, 2) != count) return false;
                if (neighboring_rows(in, y, behind, 3) != 1) return false;
            }
    }
    return true;
}

}  // namespace

TEST_CASE("rows that do not exist are null, those that do lie where the tensor has them") {
    TIGRIS_CHECK(reads_what_exists, 2);
    TIGRIS_CHECK(reads_what_exists, 1);
    CHECK(reads_what_exists(8));
}

TEST_CASE("a ring's rows go on at its begin") {
    TIGRIS_CHECK(ring_wraps, 3);
    CHECK(ring_wraps(8));
}

TEST_CASE("neighboring rows end with the call, with the image and where a ring wraps") {
    TIGRIS_CHECK(neighbors_are_counted, 3);
    CHECK(neighbors_are_counted(8));
}

TEST_CASE("a constant's rows are read from any of them on") {
    static constexpr int8_t bytes[]{1, 2, 3, 4, 5, 6};
    constexpr auto in = whole_window(constant_pointer<int8_t>{bytes}, 1, 3, 2);
    TIGRIS_HOLDS(in(0)[0] == 3 && in(0)[1] == 4 && in(1)[1] == 6);
    TIGRIS_HOLDS(in(-1)[0] == 1);
}
