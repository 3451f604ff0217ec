// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/byte_spans.hpp>

#include <helpers/counted_copies.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using tigris::kernels::copy_spans_by;
using tigris::test::counted_copies;

namespace {

/// `spans` spans of two elements of 1, 2, ..., between elements that are 0 before.
template <class T>
std::vector<T> copied(std::int32_t step_out, std::int32_t step_in, std::int32_t spans) {
    const T in[8]{1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<T> out(8, T(0));
    counted_copies::calls = 0;
    copy_spans_by<counted_copies>(out.data(), step_out, in, step_in, 2, spans);
    return out;
}

}  // namespace

TEST_CASE_TEMPLATE("spans lie as far apart as their steps say", T, std::int8_t, std::int16_t,
                   float) {
    CHECK(copied<T>(3, 2, 2) == std::vector<T>{1, 2, 0, 3, 4, 0, 0, 0});
    CHECK(copied<T>(2, 3, 2) == std::vector<T>{1, 2, 4, 5, 0, 0, 0, 0});
    CHECK(copied<T>(4, 3, 2) == std::vector<T>{1, 2, 0, 0, 4, 5, 0, 0});
    CHECK(counted_copies::calls == 2);
}

TEST_CASE_TEMPLATE("neighboring spans are copied at once", T, std::int8_t, std::int16_t, float) {
    CHECK(copied<T>(2, 2, 3) == std::vector<T>{1, 2, 3, 4, 5, 6, 0, 0});
    CHECK(counted_copies::calls == 1);
}

TEST_CASE("no span is copied where there is none") {
    CHECK(copied<std::int8_t>(3, 2, 0) == std::vector<std::int8_t>(8, 0));
    CHECK(counted_copies::calls == 0);
}

TEST_CASE("one element may be copied many times") {
    const std::int8_t one = 7;
    std::int8_t out[5]{};
    copy_spans_by<counted_copies>(out, 2, &one, 0, 1, 3);
    CHECK(std::vector<int>(out, out + 5) == std::vector{7, 0, 7, 0, 7});
}
