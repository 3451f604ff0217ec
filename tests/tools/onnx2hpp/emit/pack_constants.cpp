// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/pack_constants.hpp>

#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/emit/header_plan.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/lower/split_layers.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/show/analysis.hpp>
#include <tigris/execution/memory/lz4.hpp>

#include <helpers/contains.hpp>
#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::vector<double> numbers(int count, bool are_alike) {
    std::vector<double> found;
    std::uint32_t state = 1;
    for (int i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        found.push_back(are_alike ? 0.5 : double(state) / 4294967296.0);
    }
    return found;
}

options packing(std::uint64_t group = 16 << 10) {
    options wanted;
    wanted.name = "net";
    wanted.packs = true;
    wanted.group_bytes = group;
    return wanted;
}

/// A vector of 64, times weights for `outputs` of them, plus 1.
lowered_model one_layer(int outputs, bool are_alike, const options& wanted) {
    model_builder b;
    const value_id weights = b.constant({64, outputs}, numbers(64 * outputs, are_alike));
    b.output(b.node("MatMul", {b.input({1, 64}), weights}));
    return lower(b.build(), wanted);
}

}  // namespace

TEST_CASE("weights that repeat are packed, and decoded they are what they were") {
    const lowered_model model = with_packed_constants(one_layer(32, true, packing()), packing());
    REQUIRE(model.packed.size() == 1);
    const packed_group& group = model.packed[0];
    CHECK(group.bytes == 64 * 32 * 4);
    CHECK(std::int64_t(group.block.size()) < group.bytes / 50);
    CHECK(model.prefix_bytes == group.bytes);
    std::vector<std::byte> decoded(std::size_t(group.bytes));
    REQUIRE(tigris::execution::decode_lz4(group.block.data(), int(group.block.size()),
                                          decoded.data(), int(decoded.size())));
    CHECK(decoded == flash_bytes(model.constants[group.constants[0]]));
    CHECK(contains(describe_packing(model, packing()), "1 group of constants"));
}

TEST_CASE("what does not shrink is not packed, and neither is anything without the option") {
    const lowered_model random = with_packed_constants(one_layer(32, false, packing()), packing());
    CHECK(random.packed.empty());
    CHECK(random.prefix_bytes == 0);
    CHECK(contains(describe_packing(random, packing()), "nothing is compressed"));
    options plain = packing();
    plain.packs = false;
    CHECK(with_packed_constants(one_layer(32, true, plain), plain).packed.empty());
    CHECK(describe_packing(random, plain).empty());
}

TEST_CASE("a layer beyond a group is split, each part with a group of its own") {
    const options wanted = packing(4096);  // 16 outputs of 64 floats
    const lowered_model read = one_layer(40, true, wanted);
    CHECK(with_packed_constants(read, wanted).packed.empty());
    const lowered_model split = with_split_layers(read, 4096);
    REQUIRE(split.nodes.size() == read.nodes.size() + 3);
    CHECK(split.constants.size() == read.constants.size() + 2);
    for (std::size_t k = 0; k < 3; ++k) {
        const lowered_node& part = split.nodes[k];
        CHECK(part.name == read.nodes[0].name + "_from_" + std::to_string(16 * k));
        CHECK(split.tensors[std::size_t(part.outputs[0])].dims[1] == (k < 2 ? 16 : 8));
    }
    const lowered_model packed = with_packed_constants(split, wanted);
    REQUIRE(packed.packed.size() == 3);
    CHECK(packed.packed[0].bytes == 4096);
    CHECK(packed.packed[2].bytes == 2048);
    CHECK(packed.prefix_bytes == 4096);
}

TEST_CASE("names of equal constants stay with their tensors in a split model") {
    lowered_model read = one_layer(40, true, packing(4096));
    for (std::size_t t = 0; t < read.tensors.size(); ++t)
        read.shared_names.emplace_back("twin of " + read.tensor_names[t], int(t));
    const lowered_model split = with_split_layers(read, 4096);
    CHECK(split.shared_names.size() < read.shared_names.size());  // the weights are gone
    for (const auto& [name, t] : split.shared_names)
        CHECK(name == "twin of " + split.tensor_names[std::size_t(t)]);
}

TEST_CASE("layers that fit a group stay whole") {
    const lowered_model read = one_layer(32, true, packing());
    CHECK(with_split_layers(read, 8192).nodes.size() == read.nodes.size());
}

TEST_CASE("the prefix is taken from fast memory") {
    options wanted = packing();
    wanted.fast = 16 << 10;
    const lowered_model model = with_packed_constants(one_layer(32, true, wanted), wanted);
    CHECK(target_of(model, wanted).fast == (16 << 10) - 8192);
    const header_plan plan = plan_of_header(model, wanted, {});
    CHECK(plan.region_bytes[0] == plan.fast_peak_bytes);
    CHECK(plan.fast_peak_bytes >= 8192);
}

TEST_CASE("budgets count the prefix once") {
    options wanted = packing();
    wanted.input_modes = {tigris::io::arena};
    const lowered_model model = with_packed_constants(one_layer(32, true, wanted), wanted);
    const auto least = std::uint64_t(analyze(model, wanted).smallest_without_slow);
    CHECK(least == 8192 + 64 * 4);  // the prefix, and the input
    wanted.fast = least;
    const analysis fitting = analyze(model, wanted);
    CHECK_FALSE(fitting.exceeded);
    CHECK(std::uint64_t(fitting.plan.fast_peak_bytes) <= least);
    wanted.fast = least - 1;
    const analysis refused = analyze(model, wanted);
    REQUIRE(refused.exceeded);
    CHECK(contains(refused.exceeded->sentence, std::to_string(least)));
    wanted.fast = {};
    wanted.finds_sweep = true;
    const analysis swept = analyze(model, wanted);
    REQUIRE_FALSE(swept.sweep.empty());
    CHECK(swept.sweep.front().fast == least);
}

TEST_CASE("a header has the groups, and where constants are in them") {
    const options wanted = packing();
    const std::string header =
        emit(with_packed_constants(one_layer(32, true, wanted), wanted), wanted)[0].bytes;
    CHECK(contains(header, "alignas(16) inline constexpr int8_t packed_0["));
    CHECK(contains(header, "        {packed_0, "));
    CHECK(contains(header, "static constexpr int64_t prefix_bytes = 8192;\n"));
}

TEST_CASE("groups that a segment needs together lie side by side, or are not packed") {
    options wanted = packing();
    lowered_model model = with_packed_constants(one_layer(32, true, wanted), wanted);
    owned_plan plan = plan_of_header(model, wanted, {});
    packed_group small = model.packed[0];
    small.bytes = 1024;
    model.packed.push_back(small);
    model.packed[0].bytes = 4096;
    const lowered_model beside = with_groups_side_by_side(model, plan);
    REQUIRE(beside.packed.size() == 2);
    CHECK(beside.packed[1].offset == 4096);
    model.packed[0].bytes = 8192;
    CHECK(with_groups_side_by_side(model, plan).packed.size() == 1);
}
