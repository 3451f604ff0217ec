// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/slicing.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// Exact, however large.
value_id one_integer(model_builder& b, std::int64_t number) {
    return b.add_value("n", tigris::dtype::i64, {1},
                       tensor_of(tigris::dtype::i64, {1}, extents{number}));
}

slicing sliced(std::int64_t start, std::int64_t end, std::int64_t step) {
    model_builder b;
    const value_id x = b.input({10});
    b.node("Slice",
           {x, one_integer(b, start), one_integer(b, end), b.integers({0}), one_integer(b, step)});
    return slicing_of(b.model, b.model.nodes[0]);
}

bool takes(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t begin,
           std::int64_t count) {
    const slicing s = sliced(start, end, step);
    return s.begin == extents{begin} && s.count == extents{count};
}

verdict refusal_of(const extents& starts, const extents& ends, const extents& axes,
                   const extents& steps) {
    model_builder b;
    const value_id x = b.input({4, 4});
    b.node("Slice", {x, b.integers(starts), b.integers(ends), b.integers(axes), b.integers(steps)});
    return verdict_of([&] { slicing_of(b.model, b.model.nodes[0]); });
}

}  // namespace

// As numpy does it with [start:end:step] on ten elements.
TEST_CASE("starts and ends count from the end, and are brought into range") {
    CHECK(takes(2, 8, 1, 2, 6));
    CHECK(takes(2, 8, 4, 2, 2));
    CHECK(takes(-3, highest, 1, 7, 3));
    CHECK(takes(lowest, -8, 1, 0, 2));
    CHECK(takes(20, 30, 1, 10, 0));
    CHECK(takes(5, 2, 1, 5, 0));
}

TEST_CASE("backwards, the end before the first element has no number but a far one") {
    CHECK(takes(highest, lowest, -1, 9, 10));
    CHECK(takes(8, 2, -4, 8, 2));
    CHECK(takes(3, -1, -1, 3, 0));
    CHECK(takes(-100, lowest, -1, 0, 1));
    CHECK(takes(9, 0, lowest, 9, 1));
}

TEST_CASE("lists that do not fit are refused") {
    CHECK(refusal_of({0}, {1}, {0}, {0}).says(bad, "one of its steps is 0"));
    CHECK(refusal_of({0, 0}, {1, 1}, {0, -2}, {1, 1}).says(bad, "name one twice"));
    CHECK(refusal_of({0}, {1}, {2}, {1}).says(bad, "axis 2 is outside"));
    CHECK(refusal_of({0}, {1, 2}, {0}, {1}).says(bad, "1 starts, 2 ends"));
}

TEST_CASE("starts that are computed at run time are unsupported") {
    model_builder b;
    const value_id x = b.input({4});
    b.node("Slice", {x, b.input({1}, tigris::dtype::i64), b.integers({2})});
    CHECK(verdict_of([&] {
              slicing_of(b.model, b.model.nodes[0]);
          }).says(outcome::unsupported, "its starts 'x1' are computed at run time"));
}
