// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/message_memory.hpp>
#include <onnx2hpp/load/parse_model.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

verdict verdict_of_bytes(const std::string& bytes) {
    return verdict_of([&bytes] { load_bytes(bytes); });
}

/// A small network with every kind of thing that a file can hold.
onnx::ModelProto network() {
    onnx::ModelProto m = make_model(13);
    add_input(m, "image", {1, 2, 6, 6});
    add_initializer<float>(m, "scale", {}, {0.25f});
    add_initializer<std::int8_t>(m, "zero", {}, {3});
    add_weights(m, "filters", {4, 2, 3, 3});
    add_weights(m, "bias", {4});
    add_weights(m, "matrix", {10, 16});
    add_node(m, "QuantizeLinear", {"image", "scale", "zero"}, {"codes"});
    add_node(m, "DequantizeLinear", {"codes", "scale", "zero"}, {"real"});
    set(add_node(m, "Conv", {"real", "filters", "bias"}, {"features"}), "auto_pad",
        std::string("SAME_UPPER"));
    auto* pool = add_node(m, "MaxPool", {"features"}, {"pooled"});
    set(pool, "kernel_shape", extents{3, 3});
    set(pool, "strides", extents{3, 3});
    *add_attribute(add_node(m, "Constant", {}, {"shape"}), "value", onnx::AttributeProto::TENSOR)
         ->mutable_t() = make_tensor_proto<std::int64_t>("", {2}, {0, -1});
    add_node(m, "Reshape", {"pooled", "shape"}, {"flat"});
    set(add_node(m, "Gemm", {"flat", "matrix", ""}, {"logits"}), "transB", std::int64_t{1});
    add_node(m, "Softmax", {"logits"}, {"classes"});
    add_value_info(m, "features", {1, 4, 6, 6});
    add_output(m, "classes");
    return m;
}

/// A model's graph, its node, the node's attribute, the attribute's graph, and so on: so many, one
/// in the other. Written by hand, from within: protobuf would recurse.
std::string nested_messages(int count) {
    std::string reversed;
    while (count-- > 0) {
        std::string length;
        for (std::size_t rest = reversed.size();; rest >>= 7) {
            length += static_cast<char>(rest > 127 ? (rest & 127) | 128 : rest);
            if (rest <= 127) break;
        }
        const char key = count == 0 ? '\x3A' : "\x32\x0A\x2A"[count % 3];
        reversed.append(length.rbegin(), length.rend()) += key;
    }
    return {reversed.rbegin(), reversed.rend()};
}

}  // namespace

TEST_CASE("the network of this test is a valid model") {
    CHECK(value_named(load_proto(network()), "classes").dims == extents{1, 10});
}

TEST_CASE("what is no model is refused") {
    CHECK(verdict_of_bytes("").says(bad, "is empty"));
    CHECK(
        verdict_of_bytes("This is a text, and no model at all.\n").says(bad, "not an ONNX model"));
    CHECK(verdict_of_bytes(std::string(1000, '\0')).says(bad, "not an ONNX model"));
    CHECK(verdict_of_bytes(std::string("\x1c\0\0\0TFL3", 8) + std::string(100, '\0'))
              .says(bad, "is a TensorFlow Lite model; convert it to ONNX first"));
    CHECK(verdict_of_bytes("PK\x03\x04....archive/data.pkl....")
              .says(bad, "is a PyTorch file; write ONNX instead: torch.onnx.export("));
    CHECK(verdict_of_bytes("PK\x03\x04....config.json....")
              .says(bad, "is a zip archive; unpack it, or write ONNX: torch.onnx.export"));
    CHECK(verdict_of_bytes("\x89HDF\r\n\x1a\n....")
              .says(bad,
                    "is an HDF5 file, such as a Keras model; convert it to ONNX first: "
                    "tf2onnx.convert.from_keras("));
    std::mt19937 random(1);
    std::string noise(4096, ' ');
    for (char& c : noise) c = static_cast<char>(random());
    CHECK(verdict_of_bytes(noise).says(bad, "not an ONNX model"));
}

TEST_CASE("a message without an IR version, a graph, an output or an opset is no model") {
    const auto without = [](void (*take)(onnx::ModelProto&)) {
        onnx::ModelProto m = network();
        take(m);
        return verdict_of_loading(m);
    };
    using model = onnx::ModelProto;
    CHECK(without([](model& m) { m.clear_ir_version(); }).says(bad, "no IR version"));
    CHECK(without([](model& m) { m.set_ir_version(2); }).says(bad, "no IR version"));
    CHECK(without([](model& m) { m.clear_graph(); }).says(bad, "no graph"));
    CHECK(without([](model& m) { m.mutable_graph()->clear_output(); }).says(bad, "no output"));
    CHECK(without([](model& m) { m.clear_opset_import(); }).says(bad, "it imports no opset"));
    CHECK(without([](model& m) {
              m.mutable_opset_import(0)->set_version(0);
          }).says(bad, "version 0"));
    CHECK(
        without([](model& m) { m.add_opset_import()->set_version(12); }).says(bad, "two versions"));
}

TEST_CASE("a file that is cut off anywhere is refused, or is a model") {
    const temporary_folder folder;
    const std::string bytes = network().SerializeAsString();
    int refused = 0;
    for (std::size_t length = 0; length < bytes.size(); length += bytes.size() / 200) {
        const std::string path = folder.write("model.onnx", bytes.substr(0, length));
        refused += verdict_of([&path] { load_file(path); }).code == bad;
    }
    CHECK(refused >= 200);
}

TEST_CASE("a file with flipped bits is refused, or is a model") {
    const temporary_folder folder;
    const std::string bytes = network().SerializeAsString();
    std::mt19937 random(1);
    int refused = 0;
    for (int round = 0; round < 1000; ++round) {
        std::string damaged = bytes;
        for (int flips = 0; flips < 1 + round % 4; ++flips)
            damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
        const std::string path = folder.write("model.onnx", damaged);
        refused += verdict_of([&path] { load_file(path); }).code != outcome::success;
    }
    CHECK(refused > 50);
}

TEST_CASE("messages that are nested deeper than any model's are bad input, and said to be so") {
    for (const int count : {600, 6000, 60'000})
        CHECK(verdict_of_bytes(make_model().SerializeAsString() + nested_messages(count))
                  .says(bad, "nested too deeply"));
}

TEST_CASE("messages may be nested as deep as protobuf reads them") {
    const auto* model = onnx::ModelProto::descriptor();
    CHECK_FALSE(is_nested_too_deeply(nested_messages(99), model));
    CHECK(is_nested_too_deeply(nested_messages(100), model));
    CHECK(memory_of_message(nested_messages(99), model) >
          memory_of_message(nested_messages(98), model));
}

TEST_CASE("files whose few bytes would take much memory are refused before they are read") {
    onnx::ModelProto m = network();
    auto* tensor = m.mutable_graph()->add_initializer();
    SUBCASE("numbers of one byte each") { tensor->mutable_int64_data()->Resize(20'000'000, 0); }
    SUBCASE("empty messages") {
        for (int i = 0; i < 2'000'000; ++i) m.mutable_graph()->add_node();
    }
    SUBCASE("empty texts") {
        for (int i = 0; i < 8'000'000; ++i) tensor->add_string_data("");
    }
    CHECK(verdict_of_loading(m).says(outcome::unsupported, "MB to read; keep elements"));
}
