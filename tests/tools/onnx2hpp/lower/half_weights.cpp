// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/half_weights.hpp>

#include <onnx2hpp/constants.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;
using tigris::half;

namespace {

/// A step that reads an activation and a constant of so many floats, twice of equal extent.
lowered_model model_of(any_op op, const std::vector<float>& numbers, std::size_t place = 1) {
    const auto count = static_cast<std::int32_t>(numbers.size());
    lowered_model m;
    m.tensors.resize(3);
    m.tensors[1] = {.kind = tigris::tensor_kind::constant, .index = 0, .dims = {2, {1, count}}};
    m.tensor_names = {"x", "w", "y"};
    m.constants.push_back(*tensor_of(dtype::f32, {1, count}, numbers));
    m.nodes.push_back({.name = "n", .op = std::move(op), .inputs = {0, 0}, .outputs = {2}});
    m.nodes[0].inputs.resize(place + 1, 0);
    m.nodes[0].inputs[place] = 1;
    return m;
}

const std::vector<float> exact(40, 0.5f), inexact(40, 0.1f);

dtype stored(const lowered_model& m, half_weights which) {
    const captured_notes quiet;
    return with_half_weights(m, which).tensors[1].type;
}

}  // namespace

TEST_CASE("weights become halves where they are halves, or are to be rounded") {
    const any_op layer = tigris::ops::gemm{};
    CHECK(stored(model_of(layer, exact), half_weights::exact) == dtype::f16);
    CHECK(stored(model_of(layer, inexact), half_weights::exact) == dtype::f32);
    CHECK(stored(model_of(layer, inexact), half_weights::rounded) == dtype::f16);
    const lowered_model m = with_half_weights(model_of(layer, inexact), half_weights::rounded);
    const std::vector<half> halves = elements_of<half>(m.constants[0]);
    CHECK(m.constants[0].type == dtype::f16);
    CHECK(halves.size() == 40);
    CHECK(halves[0].bits == 0x2E66);  // Source: Wikipedia, Half-precision, 0.1
}

TEST_CASE("biases, small constants and what other steps read stay float32") {
    using namespace tigris::ops;
    const auto all = half_weights::rounded;
    CHECK(stored(model_of(gemm{}, inexact, 2), all) == dtype::f32);
    CHECK(stored(model_of(gemm{}, std::vector<float>(31, 0.1f)), all) == dtype::f32);
    CHECK(stored(model_of(tigris::ops::select{}, inexact), all) == dtype::f32);
    CHECK(stored(model_of(binary{.function = binary_function::greater}, inexact), all) ==
          dtype::f32);
    for (const binary_function f :
         {binary_function::add, binary_function::subtract, binary_function::multiply})
        CHECK(stored(model_of(binary{.function = f}, inexact), all) == dtype::f16);
    CHECK(stored(model_of(matmul{}, inexact), all) == dtype::f16);
    CHECK(stored(model_of(gather{}, inexact, 0), all) == dtype::f16);
    CHECK(stored(model_of(conv_transpose{}, inexact), all) == dtype::f16);
}

TEST_CASE("a recurrent layer's matrices are both halves, or none") {
    lowered_model m = model_of(tigris::ops::recurrent{}, exact);
    m.tensors.push_back(m.tensors[1]);
    m.tensors[3].index = 1;
    m.tensor_names.push_back("r");
    m.constants.push_back(*tensor_of(dtype::f32, {1, 40}, inexact));
    m.nodes[0].inputs = {0, 1, 3};
    CHECK(stored(m, half_weights::exact) == dtype::f32);
    m.constants[1] = m.constants[0];
    CHECK(stored(m, half_weights::exact) == dtype::f16);
}

TEST_CASE("what is rounded is said, and a weight beyond float16 is refused") {
    std::vector<float> numbers = exact;
    numbers[7] = 1.0f + 0x1p-11f;  // a tie
    captured_notes notes;
    with_half_weights(model_of(tigris::ops::gemm{}, numbers), half_weights::rounded);
    CHECK(notes.take() ==
          "onnx2hpp: note: float16: 80 bytes of constants instead of 160; the largest relative "
          "error is 0.00049, of 1 in 'w'\n");
    numbers[7] = 65504;
    CHECK(stored(model_of(tigris::ops::gemm{}, numbers), half_weights::exact) == dtype::f16);
    numbers[7] = -65505;
    CHECK(verdict_of([&] {
              with_half_weights(model_of(tigris::ops::gemm{}, numbers), half_weights::rounded);
          }).says(outcome::unsupported, "weight -65505 of 'w' is beyond float16's 65504"));
    numbers[7] = std::numeric_limits<float>::infinity();
    CHECK(stored(model_of(tigris::ops::gemm{}, numbers), half_weights::rounded) == dtype::f16);
}
