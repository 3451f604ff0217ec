// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/tensors.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <onnx2hpp/constants.hpp>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

onnx::TensorProto typed(int type, const extents& dims) {
    onnx::TensorProto tensor;
    tensor.set_name("t");
    tensor.set_data_type(type);
    for (const std::int64_t extent : dims) tensor.add_dims(extent);
    return tensor;
}

verdict verdict_of_tensor(const onnx::TensorProto& tensor) {
    return verdict_of([&tensor] { tensor_from(tensor, "."); });
}

}  // namespace

TEST_CASE("raw data and typed fields give the same tensor") {
    auto fields = typed(onnx::TensorProto::INT8, {3});
    for (const int element : {-128, 0, 127}) fields.add_int32_data(element);
    const auto raw = make_tensor_proto<std::int8_t>("t", {3}, {-128, 0, 127});
    CHECK(tensor_from(fields, ".")->bytes == tensor_from(raw, ".")->bytes);
    CHECK(elements_of<std::int8_t>(*tensor_from(raw, ".")) ==
          std::vector<std::int8_t>{-128, 0, 127});
}

TEST_CASE("every typed field is read") {
    auto reals = typed(onnx::TensorProto::FLOAT, {1});
    reals.add_float_data(1.5f);
    CHECK(elements_of<float>(*tensor_from(reals, ".")) == std::vector{1.5f});
    auto words = typed(onnx::TensorProto::INT64, {1});
    words.add_int64_data(-5);
    CHECK(elements_of<std::int64_t>(*tensor_from(words, ".")) == std::vector<std::int64_t>{-5});
    auto naturals = typed(onnx::TensorProto::UINT32, {1});
    naturals.add_uint64_data(4000000000);
    CHECK(elements_of<std::uint32_t>(*tensor_from(naturals, ".")) == std::vector{4000000000u});
    auto doubles = typed(onnx::TensorProto::DOUBLE, {1});
    doubles.add_double_data(0.1);
    CHECK(elements_of<double>(*tensor_from(doubles, ".")) == std::vector{0.1});
    auto halves = typed(onnx::TensorProto::FLOAT16, {1});
    halves.add_int32_data(0x3c00);
    CHECK(elements_of<float>(*tensor_from(halves, ".")) == std::vector{1.0f});
    auto flags = typed(onnx::TensorProto::BOOL, {2});
    flags.set_raw_data(std::string("\0\7", 2));
    CHECK(elements_of<std::uint8_t>(*tensor_from(flags, ".")) == std::vector<std::uint8_t>{0, 1});
}

TEST_CASE("elements of 4 bits lie two to a byte in files, and become those of 8 bits") {
    auto raw = typed(22, {3});
    raw.set_raw_data(std::string("\x7F\x08", 2));
    CHECK(tensor_from(raw, ".")->type == tigris::dtype::i8);
    CHECK(elements_of<std::int8_t>(*tensor_from(raw, ".")) == std::vector<std::int8_t>{-1, 7, -8});
    auto fields = typed(21, {3});
    for (const int pair : {0x7F, 0x08}) fields.add_int32_data(pair);
    CHECK(elements_of<std::uint8_t>(*tensor_from(fields, ".")) ==
          std::vector<std::uint8_t>{15, 7, 8});
    raw.set_raw_data(std::string("\x7F", 1));
    CHECK(
        verdict_of_tensor(raw).says(outcome::bad_input, "has 1 bytes, but its shape [3] needs 2"));
}

TEST_CASE("a scalar has one element, an empty tensor none") {
    CHECK(tensor_from(make_tensor_proto<float>("t", {}, {2}), ".")->bytes.size() == 4);
    CHECK(tensor_from(make_tensor_proto<float>("t", {0}, {}), ".")->bytes.empty());
}

TEST_CASE("bytes that do not fit the shape are bad input") {
    CHECK(verdict_of_tensor(make_tensor_proto<float>("t", {3}, {1, 2}))
              .says(bad, "tensor 't' has 8 bytes, but its shape [3] needs 12"));
    CHECK(verdict_of_tensor(typed(onnx::TensorProto::FLOAT, {2})).says(bad, "has 0 bytes"));
    CHECK(verdict_of_tensor(typed(onnx::TensorProto::FLOAT, {-1})).says(bad, "impossible shape"));
    CHECK(verdict_of_tensor(typed(onnx::TensorProto::FLOAT, {1 << 20, 1 << 20, 1 << 20, 1 << 20}))
              .says(bad, "impossible shape"));
    CHECK(
        verdict_of_tensor(typed(onnx::TensorProto::FLOAT, {0, INT64_MAX})).says(bad, "impossible"));
    auto wide = typed(onnx::TensorProto::INT8, {1});
    wide.add_int32_data(128);
    CHECK(verdict_of_tensor(wide).says(bad, "128 does not fit"));
    auto twice = make_tensor_proto<float>("t", {1}, {1});
    twice.add_float_data(1);
    CHECK(verdict_of_tensor(twice).says(bad, "twice"));
    CHECK(verdict_of_tensor(typed(onnx::TensorProto::UNDEFINED, {1})).says(bad, "no element type"));
}

TEST_CASE("types that the tool has no use for are refused by name") {
    CHECK(verdict_of_tensor(typed(onnx::TensorProto::COMPLEX64, {1})).says(no, "complex64"));
    CHECK(verdict_of_tensor(typed(onnx::TensorProto::STRING, {1})).says(no, "string"));
    CHECK(verdict_of_tensor(typed(99, {1})).says(no, "unknown (99)"));
}
