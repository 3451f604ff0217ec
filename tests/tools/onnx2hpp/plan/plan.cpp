// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/plan.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <helpers/converted.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/planned.hpp>

#include <doctest/doctest.h>

#include <filesystem>

namespace {

using namespace onnx2hpp;
using namespace onnx2hpp::test;
namespace fs = std::filesystem;

std::int64_t constant_bytes(const lowered_model& model) {
    std::int64_t bytes = 0;
    for (const tensor_data& c : model.constants) bytes += std::int64_t(c.bytes.size() + 3) / 4 * 4;
    return bytes;
}

std::int64_t record_bytes(const lowered_model& model) {
    std::int64_t bytes = 0;
    for (const auto& step : network_of(model).steps) bytes += step.kernel.record_bytes;
    return bytes;
}

}  // namespace

TEST_CASE("elements of 8 bytes begin at multiples of 8, whatever the target's alignment is") {
    test::model_builder b;
    const value_id x = b.input({3}, tigris::dtype::i32);
    const value_id wide = b.node("Cast", {x}, {{"to", std::int64_t{7}}});
    b.output(b.node("Add", {wide, b.node("Transpose", {wide})}));
    b.output(b.node("Neg", {x}));
    const lowered_model model = lower(b.build(), {});
    const owned_network network = network_of(model);
    planner plans(network.view(),
                  {.input = tigris::io::arena, .output = tigris::io::arena, .alignment = 4});
    CHECK(plans.alignment() == 8);
    const auto plan = plans.plan(tigris::unlimited, 0);
    REQUIRE(plan);
    for (const auto& buffer : plan->buffers)
        if (buffer.home == tigris::planning::home::arena) CHECK(buffer.offset % 8 == 0);
}

TEST_CASE("one I/O mode is for all, and no more than there are") {
    using tigris::io;
    options wanted = options_for(fs::path(TIGRIS_TESTS) / "models/mix_int8/model.onnx");
    const lowered_model model = converted(wanted);
    CHECK(target_of(model, wanted).input == tigris::io_modes(io::caller));
    wanted.input_modes = {io::rows};
    wanted.output_modes = {io::arena, io::slow};
    CHECK(target_of(model, wanted).input == tigris::io_modes(io::rows));
    CHECK(target_of(model, wanted).output == tigris::io_modes(io::arena, io::slow));
    wanted.input_modes = {io::rows, io::rows, io::caller};
    CHECK_THROWS_WITH_AS(target_of(model, wanted),
                         doctest::Contains("--input gives 3 modes, but the model has 2"), failure);
}

TEST_CASE("flash counts constants once, records, and a table for each quantized softmax") {
    const lowered_model with_softmax = converted(small_options());
    const options floats = options_for(fs::path(TIGRIS_TESTS) / "models/conv_float/model.onnx");
    const lowered_model in_floats = converted(floats);
    CHECK(plan_of(with_softmax, small_options()).flash_bytes ==
          constant_bytes(with_softmax) + record_bytes(with_softmax) + 1024);
    CHECK(plan_of(in_floats, floats).flash_bytes ==
          constant_bytes(in_floats) + record_bytes(in_floats));
    CHECK(network_of(in_floats).steps[0].kernel.record_bytes == 36);
}
