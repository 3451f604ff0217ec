// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/advice.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/show/summary.hpp>

#include <helpers/contains.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <map>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A convolution that makes 64 pixels of 4 channels of 72 weights, and a layer of 10 x 256 weights.
onnx::ModelProto conv_before_gemm() {
    onnx::ModelProto m = make_model();
    add_input(m, "image", {1, 2, 8, 8});
    add_weights(m, "conv_weight", {4, 2, 3, 3});
    add_weights(m, "fc_weight", {10, 256});
    const auto conv = add_node(m, "Conv", {"image", "conv_weight"}, {"conv"});
    set(conv, "pads", extents{1, 1, 1, 1});
    add_node(m, "Flatten", {"conv"}, {"flat"});
    set(add_node(m, "Gemm", {"flat", "fc_weight"}, {"scores"}), "transB", std::int64_t{1});
    add_output(m, "scores");
    return m;
}

options on_board(const char* board) {
    options wanted;
    apply_board(board, {}, wanted);
    return wanted;
}

/// Its target names memories of the options' board.
analysis analyzed_with(const options& wanted) {
    onnx_model read = load_proto(conv_before_gemm());
    run_passes(read, wanted);
    return analyze(lower(read, wanted), wanted);
}

std::map<std::string, advised_move> moves_by_name(const analysis& a) {
    std::map<std::string, advised_move> moves;
    for (const advised_move& m : advise(a)) moves[a.model.tensor_names[std::size_t(m.tensor)]] = m;
    return moves;
}

}  // namespace

TEST_CASE("weights that are read for many pixels save most, in the memory that costs least") {
    const options wanted = on_board("stm32h743");
    const analysis a = analyzed_with(wanted);
    const std::vector<advised_move> moves = advise(a);
    REQUIRE(moves.size() >= 2);
    CHECK(a.model.tensor_names[std::size_t(moves[0].tensor)] == "conv_weight");
    CHECK(moves[0].bytes == 72 * 4);
    constexpr int pairs = 64 / 2;  // of pixels, with which floats are multiplied at once
    CHECK(moves[0].accessed == pairs * 72 * 4);
    CHECK(moves[0].saved == pairs * 72 * 4 * 500);  // FLASH costs half a cycle a byte, DTCM nothing
    const auto by_name = moves_by_name(a);
    CHECK(by_name.at("fc_weight").accessed == 2560 * 4);
    CHECK((*a.target.memories)[by_name.at("fc_weight").to].name == std::string("DTCM"));
}

TEST_CASE("the summary of a board names the move that saves most") {
    const analysis a = analyzed_with(on_board("stm32h743"));
    CHECK(contains(to_summary(a, false), "conv_weight in DTCM instead of FLASH saves "));
}

TEST_CASE("what saves less for each byte comes later, and all moves fit together") {
    const options wanted = on_board("stm32h743");
    const analysis a = analyzed_with(wanted);
    std::map<int, std::int64_t> taken;
    double last = 1e9;
    for (const advised_move& m : advise(a)) {
        CHECK(m.saved_per_byte() <= last);
        last = m.saved_per_byte();
        taken[m.to] += m.bytes;
    }
    for (const auto& [region, bytes] : taken)
        CHECK(bytes + a.plan.region_bytes[std::size_t(region)] <=
              std::int64_t((*a.target.memories)[region].bytes));
}

TEST_CASE("without a board there is no advice") {
    onnx_model read = load_proto(conv_before_gemm());
    run_passes(read, {});
    CHECK(advise(analyze(lower(read, {}), {})).empty());
}
