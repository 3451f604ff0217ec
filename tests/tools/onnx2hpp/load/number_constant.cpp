// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/number_constant.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/operators/list.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

tensor_data tensor_of_numbers(dtype type, const std::optional<extents>& dims,
                              const names& numbers) {
    return *number_constant({0, type, dims}, "k", numbers);
}

verdict refusal_of_numbers(dtype type, const std::optional<extents>& dims, const names& numbers) {
    return verdict_of([&] { tensor_of_numbers(type, dims, numbers); });
}

}  // namespace

TEST_CASE("numbers have the declared type") {
    CHECK(elements_of<float>(tensor_of_numbers(dtype::f32, extents{3}, {"1", "-2.5", "1e-3"})) ==
          std::vector<float>{1, -2.5f, 1e-3f});
    CHECK(elements_of<std::int8_t>(tensor_of_numbers(dtype::i8, extents{2}, {"-128", "127"})) ==
          std::vector<std::int8_t>{-128, 127});
    CHECK(elements_of<std::uint64_t>(
              tensor_of_numbers(dtype::u64, extents{}, {"18446744073709551615"})) ==
          std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max()});
    CHECK(
        elements_of<std::int64_t>(tensor_of_numbers(dtype::i64, extents{}, {"9007199254740993"})) ==
        std::vector<std::int64_t>{9007199254740993});
    const tensor_data flags = tensor_of_numbers(dtype::boolean, extents{2}, {"0", "1"});
    CHECK(flags.type == dtype::boolean);
    CHECK(flags.bytes == std::vector<std::byte>{std::byte{0}, std::byte{1}});
}

TEST_CASE("a number that its type does not have is refused") {
    CHECK(refusal_of_numbers(dtype::u8, extents{}, {"256"})
              .says(bad, "--constant k: '256' is no uint8 (0 to 255), which the model's input is"));
    CHECK(refusal_of_numbers(dtype::u8, extents{}, {"-1"}).says(bad, "'-1' is no uint8"));
    CHECK(refusal_of_numbers(dtype::i64, extents{}, {"1.5"}).says(bad, "'1.5' is no int64"));
    CHECK(refusal_of_numbers(dtype::i64, extents{}, {"9223372036854775808"})
              .says(bad, "is no int64"));
    CHECK(
        refusal_of_numbers(dtype::f32, extents{}, {"1e39"}).says(bad, "'1e39' is no float, which"));
    CHECK(
        refusal_of_numbers(dtype::boolean, extents{}, {"2"}).says(bad, "'2' is no bool (0 to 1)"));
    CHECK(refusal_of_numbers(dtype::bf16, extents{}, {"1"})
              .says(outcome::unsupported, "type bfloat16"));
}

TEST_CASE("numbers have the declared shape, and fill what it leaves open") {
    CHECK(tensor_of_numbers(dtype::f32, extents{}, {"5"}).dims.empty());
    CHECK(tensor_of_numbers(dtype::f32, extents{1}, {"5"}).dims == extents{1});
    CHECK(tensor_of_numbers(dtype::f32, extents{2, 2}, {"1", "2", "3", "4"}).dims == extents{2, 2});
    CHECK(tensor_of_numbers(dtype::f32, extents{-1}, {"1", "2"}).dims == extents{2});
    CHECK(tensor_of_numbers(dtype::f32, extents{2, -1}, {"1", "2", "3", "4"}).dims ==
          extents{2, 2});
    CHECK(tensor_of_numbers(dtype::f32, std::nullopt, {"5"}).dims.empty());
    CHECK(tensor_of_numbers(dtype::f32, std::nullopt, {"5", "6"}).dims == extents{2});
    for (const extents& dims :
         {extents{}, extents{3}, extents{4, -1}, extents{-1, -1}, extents{0}, extents{0, -1}})
        CHECK(refusal_of_numbers(dtype::f32, dims, {"1", "2"}).says(bad, "2 numbers do not fill"));
}

TEST_CASE("an input becomes the constant of numbers") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_input(m, "k", {1}, onnx::TensorProto::INT64);
    add_node(m, "TopK", {"x", "k"}, {"y"});
    add_output(m, "y");
    const temporary_folder folder;
    options wanted;
    wanted.input = folder.write("model.onnx", m.SerializeAsString());
    wanted.constant_numbers = {{"k", {"2"}}};
    const onnx_model loaded = load(wanted, all_operators());
    CHECK(loaded.inputs.size() == 1);
    CHECK(value_named(loaded, "y").dims == extents{2, 2});
    wanted.constant_numbers = {{"z", {"2"}}};
    CHECK(verdict_of([&] {
              load(wanted, all_operators());
          }).says(bad, "--constant: the model has no input 'z'; it has 'x', 'k'"));
}
