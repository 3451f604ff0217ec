// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/folding_memory.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// So many zeros, which no byte of the file holds.
value_id zeros(model_builder& b, std::int64_t count) {
    return b.node("ConstantOfShape", {b.integers({1, count})});
}

/// `fans` constants made of one, each of so many elements, of which a maximum is left.
verdict folding_of(int fans, std::int64_t count) {
    model_builder b;
    const value_id x = b.input({1, 4});
    const value_id made = zeros(b, count);
    std::vector<value_id> negated;
    for (int i = 0; i < fans; ++i) negated.push_back(b.node("Neg", {made}));
    for (const value_id v : negated) b.output(b.node("Add", {x, b.node("ReduceMax", {v})}));
    return verdict_of([&] { b.build(); });
}

}  // namespace

TEST_CASE("constants that a file does not hold are refused before they take too much memory") {
    CHECK(folding_of(2, 1 << 20).code == outcome::success);
    CHECK(folding_of(64, 1 << 20).says(outcome::unsupported, "node 'Neg_"));
    CHECK(folding_of(1, 1 << 24).says(outcome::unsupported, "computing this constant would take"));
}

TEST_CASE("a constant that repeats one number is counted, too") {
    model_builder b;
    b.output(b.node("Add", {b.input({1, 4}), b.node("ReduceMax", {zeros(b, 1 << 26)})}));
    CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "node 'ConstantOfShape_"));
}

TEST_CASE("constants that the firmware needs count as the model") {
    model_builder b;
    const value_id x = b.input({1, 1 << 22});
    value_id sum = x;
    for (int i = 0; i < 16; ++i) sum = b.node("Add", {sum, zeros(b, 1 << 22)});
    b.output(sum);
    CHECK(verdict_of([&] { b.build(); }).code == outcome::success);
}

TEST_CASE("constants that nobody reads any more are gone, and make room") {
    model_builder b;
    const value_id x = b.input({1, 4});
    std::vector<value_id> large;
    for (int i = 0; i < 64; ++i) {
        large.push_back(zeros(b, 1 << 20));
        b.output(b.node("Add", {x, b.node("ReduceMax", {large.back()})}));
    }
    const onnx_model m = b.build();
    for (const value_id v : large) CHECK(!value_of(m, v).constant);
}
