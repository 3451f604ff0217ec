// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_file.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

// onnx_pb.h is generated code that -Wconversion and -Wpedantic have much to say about.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <onnx/onnx_pb.h>
#pragma GCC diagnostic pop

using namespace verify;
using tigris::dtype;

namespace {

/// A file that is gone after the test.
struct temporary_file {
    std::filesystem::path path = std::filesystem::temp_directory_path() /
                                 ("tigris_array_" + std::to_string(std::rand()) + ".pb");
    explicit temporary_file(const std::string& text) {
        std::ofstream(path, std::ios::binary) << text;
    }
    ~temporary_file() { std::filesystem::remove(path); }
    std::string text() const {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

array read(const std::string& text) { return read_array(temporary_file(text).path); }

template <class T>
std::vector<T> elements_of(const array& values) {
    std::vector<T> result(values.bytes.size() / sizeof(T));
    std::memcpy(result.data(), values.bytes.data(), values.bytes.size());
    return result;
}

onnx::TensorProto proto_of(int type, int count) {
    onnx::TensorProto proto;
    proto.set_name("x");
    proto.set_data_type(type);
    proto.add_dims(count);
    return proto;
}

}  // namespace

TEST_CASE("what protobuf writes is read from each typed field") {
    onnx::TensorProto floats = proto_of(onnx::TensorProto::FLOAT, 3);
    for (const float x : {0.5f, -1e30f, 3.0f}) floats.add_float_data(x);
    CHECK(elements_of<float>(read(floats.SerializeAsString())) == std::vector{0.5f, -1e30f, 3.0f});

    onnx::TensorProto bytes = proto_of(onnx::TensorProto::INT8, 3);
    for (const int x : {-128, -1, 127}) bytes.add_int32_data(x);
    CHECK(elements_of<std::int8_t>(read(bytes.SerializeAsString())) ==
          std::vector<std::int8_t>{-128, -1, 127});

    const auto lowest = std::numeric_limits<std::int64_t>::min();
    onnx::TensorProto longs = proto_of(onnx::TensorProto::INT64, 3);
    for (const std::int64_t x : {lowest, std::int64_t(-1), std::int64_t(300)})
        longs.add_int64_data(x);
    CHECK(elements_of<std::int64_t>(read(longs.SerializeAsString())) ==
          std::vector<std::int64_t>{lowest, -1, 300});

    onnx::TensorProto words = proto_of(onnx::TensorProto::UINT32, 2);
    for (const std::uint32_t x : {0xffffffffu, 7u}) words.add_uint64_data(x);
    CHECK(elements_of<std::uint32_t>(read(words.SerializeAsString())) ==
          std::vector{0xffffffffu, 7u});
}

TEST_CASE("doubles are read, and elements of 4 bits become those of 8") {
    onnx::TensorProto doubles = proto_of(onnx::TensorProto::DOUBLE, 2);
    for (const double x : {0.1, -1e300}) doubles.add_double_data(x);
    CHECK(elements_of<double>(read(doubles.SerializeAsString())) == std::vector{0.1, -1e300});

    constexpr int uint4 = 21, int4 = 22;
    onnx::TensorProto fields = proto_of(int4, 3);
    for (const int pair : {0x7f, 0x08}) fields.add_int32_data(pair);
    const array codes = read(fields.SerializeAsString());
    CHECK(codes.type == dtype::i8);
    CHECK(elements_of<std::int8_t>(codes) == std::vector<std::int8_t>{-1, 7, -8});
    onnx::TensorProto raw = proto_of(uint4, 3);
    raw.set_raw_data(std::string("\x7f\x08", 2));
    CHECK(elements_of<std::uint8_t>(read(raw.SerializeAsString())) ==
          std::vector<std::uint8_t>{15, 7, 8});
    raw.set_raw_data("x");
    CHECK_THROWS_AS(read(raw.SerializeAsString()), std::runtime_error);
}

TEST_CASE("names, extents and raw data are read, and what is not known is passed over") {
    onnx::TensorProto proto = proto_of(onnx::TensorProto::UINT16, 300);
    proto.add_dims(1);
    proto.set_doc_string("of no interest");
    proto.set_raw_data(std::string(600, '\x81'));
    const array values = read(proto.SerializeAsString());
    CHECK(values.name == "x");
    CHECK(values.type == dtype::u16);
    CHECK(values.dims == std::vector<std::int64_t>{300, 1});
    CHECK(elements_of<std::uint16_t>(values) == std::vector<std::uint16_t>(300, 0x8181));
}

TEST_CASE("protobuf reads what is written") {
    array values{"scores", dtype::bf16, {2, 1000}, std::vector<std::byte>(4000, std::byte(0xa5))};
    const temporary_file file("");
    write_array(file.path, values);
    onnx::TensorProto proto;
    REQUIRE(proto.ParseFromString(file.text()));
    CHECK(proto.name() == "scores");
    CHECK(proto.data_type() == onnx::TensorProto::BFLOAT16);
    CHECK(std::vector<std::int64_t>(proto.dims().begin(), proto.dims().end()) == values.dims);
    CHECK(proto.raw_data() == std::string(4000, '\xa5'));
}

TEST_CASE("what is missing or ends early is refused") {
    onnx::TensorProto proto = proto_of(onnx::TensorProto::INT32, 40);
    proto.clear_name();  // which is optional and comes last
    for (int i = 0; i < 40; ++i) proto.add_int32_data(i - 20);
    const std::string text = proto.SerializeAsString();
    CHECK(read(text).size() == 40);
    for (std::size_t size = 0; size < text.size(); ++size)
        CHECK_THROWS_AS(read(text.substr(0, size)), std::runtime_error);
    CHECK_THROWS_WITH_AS(read_array("/nowhere/x.pb"), "/nowhere/x.pb: is missing",
                         std::runtime_error);
    CHECK_THROWS_AS(read(std::string(20, '\xff')), std::runtime_error);
}

TEST_CASE("extents whose product no integer holds are refused") {
    for (const std::int64_t extent : {std::int64_t{106}, std::int64_t{1} << 62, std::int64_t{-1}}) {
        onnx::TensorProto proto = proto_of(onnx::TensorProto::INT32, 0);
        proto.set_dims(0, 639913424072509440);
        proto.add_dims(extent);
        CHECK_THROWS_WITH_AS(read(proto.SerializeAsString()),
                             doctest::Contains("has impossible extents"), std::runtime_error);
    }
}
