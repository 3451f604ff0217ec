// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/tensor_list.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/placement/parse_rules.hpp>
#include <onnx2hpp/placement/place_tensors.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// Two equal biases, and weights that are dequantized.
onnx::ModelProto quantized_weights() {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 4});
    add_initializer(m, "w", {2, 4}, std::vector<std::int8_t>{1, 2, 3, 4, 5, 6, 7, 8});
    add_initializer(m, "scale", {}, std::vector<float>{0.5f});
    add_weights(m, "first", {2});
    add_weights(m, "second", {2});
    add_node(m, "DequantizeLinear", {"w", "scale"}, {"w_real"});
    set(add_node(m, "Gemm", {"x", "w_real", "first"}, {"sum"}), "transB", std::int64_t{1});
    add_node(m, "Relu", {"sum"}, {"a"});
    add_weights(m, "v", {2, 2});
    add_node(m, "Gemm", {"a", "v", "second"}, {"y"});
    add_output(m, "y");
    return m;
}

std::vector<listed_tensor> list_for(const char* board, const std::vector<tensor_rule>& rules = {}) {
    options wanted;
    wanted.rules = rules;
    if (board) apply_board(board, {.backend = tigris::portable}, wanted);
    onnx_model read = load_proto(quantized_weights());
    const model_names names(read, keeps_elements);
    run_passes(read, wanted);
    const lowered_model made = with_places(lower(read, wanted), names, wanted);
    return list_tensors(analyze(made, wanted), names);
}

const listed_tensor& find_listed(const std::vector<listed_tensor>& all, const std::string& id) {
    for (const listed_tensor& t : all)
        if (t.id == id || std::count(t.other_ids.begin(), t.other_ids.end(), id) > 0) return t;
    throw std::out_of_range("no tensor has the id " + id);
}

}  // namespace

TEST_CASE("a tensor has its id, kind, shape, bytes and readers") {
    const auto all = list_for(nullptr);
    const listed_tensor& x = find_listed(all, "x");
    CHECK(x.kind == "SCRATCH");
    CHECK(x.shape == std::vector<std::int32_t>{1, 4});
    CHECK(x.bytes == 16);
    CHECK(x.readers.size() == 1);
    CHECK(x.memory == "caller");
    CHECK(find_listed(all, "w").kind == "CONSTANT");
    CHECK(find_listed(all, "w").memory == "flash");
}

TEST_CASE("other names of the file are other ids: of what is dequantized, and of equal constants") {
    const auto all = list_for(nullptr);
    CHECK(&find_listed(all, "w") == &find_listed(all, "w_real"));
    CHECK(&find_listed(all, "first") == &find_listed(all, "second"));
}

TEST_CASE("memories are those of the plan and of rules") {
    CHECK(find_listed(list_for("apollo510"), "w").memory == "MRAM");
    CHECK(find_listed(list_for("apollo510"), "a").memory == "DTCM");
    CHECK(find_listed(list_for("apollo510", {parse_place("SCRATCH=SRAM")}), "a").memory == "SRAM");
    const auto staged = list_for("apollo510", {parse_place(":w=:DTCM")});
    CHECK(find_listed(staged, "w").memory == "MRAM");
    CHECK(find_listed(staged, "w").destination == "DTCM");
}

TEST_CASE("JSON has the same") {
    const auto json = nlohmann::ordered_json::parse(to_json(list_for("apollo510")));
    CHECK(json.begin().key() == "schema_version");
    CHECK(json["schema_version"] == 3);
    REQUIRE(json["tensors"].is_array());
    CHECK(json["tensors"][0]["id"] == "x");
    CHECK(json["tensors"][0]["memory"] == "caller");
    CHECK(json["tensors"][0]["destination"].is_null());
}

TEST_CASE("the table has a line for each tensor, and one of titles") {
    const auto all = list_for("apollo510");
    const std::string text = to_text(all);
    CHECK(std::size_t(std::count(text.begin(), text.end(), '\n')) == all.size() + 1);
}
