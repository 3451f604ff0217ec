// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/layout/alignment.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr tensor_facts of_bits(int16_t bits, tensor_kind kind = tensor_kind::activation) {
    return {.kind = kind, .bits = bits};
}

}  // namespace

TEST_CASE("wide elements raise the alignment, those of constants do not") {
    static constexpr tensor_facts wide[]{of_bits(8), of_bits(64), of_bits(32)};
    static constexpr tensor_facts narrow[]{of_bits(8), of_bits(64, tensor_kind::constant)};
    static_assert(alignment_for({wide, 3}, {}, {.alignment = 4}) == 8);
    static_assert(alignment_for({wide, 3}, {}, {.alignment = 16}) == 16);
    static_assert(alignment_for({narrow, 2}, {}, {.alignment = 4}) == 4);
    static_assert(alignment_for({narrow, 2}, {}, {.alignment = 1}) == 1);
}

TEST_CASE("wide sums raise the alignment, although no element is as wide") {
    static constexpr tensor_facts codes[]{of_bits(16)};
    static constexpr step_facts narrow[]{{}, {.kernel = {.bytes_of_sum = 4}}};
    static constexpr step_facts wide[]{{.kernel = {.bytes_of_sum = 8}}, {}};
    static_assert(alignment_for({codes, 1}, {narrow, 2}, {.alignment = 1}) == 4);
    static_assert(alignment_for({codes, 1}, {wide, 2}, {.alignment = 4}) == 8);
    static_assert(alignment_for({codes, 1}, {wide, 2}, {.alignment = 16}) == 16);
}

TEST_CASE("kernels that read vectors raise the alignment") {
    static constexpr tensor_facts codes[]{of_bits(8)};
    static constexpr step_facts vectors[]{{}, {.kernel = {.alignment = 16}}};
    static_assert(alignment_for({codes, 1}, {vectors, 2}, {.alignment = 4}) == 16);
    static_assert(alignment_for({codes, 1}, {vectors, 2}, {.alignment = 32}) == 32);
}
