// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/memories_left.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/passes/tie_states.hpp>
#include <onnx2hpp/pipeline.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <helpers/contains.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

enum region { dtcm, sram, flash };

options for_board(std::uint64_t dtcm_bytes) {
    options wanted;
    wanted.name = "net";
    wanted.board = std::make_shared<const mapped_board>(
        board{.name = "mine",
              .core = "cortex-m4",
              .memories = {{.name = "DTCM", .bytes = dtcm_bytes},
                           {.name = "SRAM", .bytes = 4096, .read_cost = 100, .write_cost = 100},
                           {.name = "FLASH", .bytes = 65536, .is_writable = false}},
              .constants = flash});
    wanted.memories = &wanted.board->map;
    wanted.states = {{"h", "next"}};
    return wanted;
}

/// next = x + h, y = next + h: h is read after next is made, so that a run needs both, 24 bytes
/// each.
onnx::ModelProto reads_state_twice() {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 6});
    add_input(m, "h", {1, 6});
    add_node(m, "Add", {"x", "h"}, {"next"});
    add_node(m, "Add", {"next", "h"}, {"y"});
    add_output(m, "y");
    add_output(m, "next");
    return m;
}

lowered_model lowered(const options& wanted) {
    onnx_model read = load_proto(reads_state_twice());
    run_passes(read, wanted);
    tie_states(read, wanted);
    return lower(read, wanted);
}

owned_plan plan_of(const lowered_model& model, const options& wanted) {
    const tigris::target t = target_of(model, wanted);
    const owned_network network = network_of(model, wanted.backend);
    planner plans(network.view(), t);
    return plan_to_show(model, plans, t);
}

/// What a conversion for that board writes.
std::string header_for(std::uint64_t dtcm_bytes, tigris::io input) {
    const temporary_folder folder;
    options wanted = for_board(dtcm_bytes);
    wanted.input = folder.write("twice.onnx", reads_state_twice().SerializeAsString());
    wanted.output = "net.hpp";
    wanted.input_modes = {input};
    return converted(wanted).files.front().bytes;
}

}  // namespace

TEST_CASE("states leave less of their memory to activations") {
    const options wanted = for_board(64);
    CHECK(target_of(with_memories_left(lowered(wanted), wanted), wanted).fast == 64 - 24 + 4096);
    CHECK(target_of(with_memories_left(lowered(wanted), wanted, 2), wanted).fast == 64 - 48 + 4096);
    CHECK_THROWS_WITH_AS(with_memories_left(lowered(wanted), wanted, 3),
                         "DTCM has 64 bytes, and 72 bytes of states are to lie there; name another "
                         "memory for PERSISTENT tensors",
                         failure);
}

TEST_CASE("what a plan needs for states is known, and whether that fits") {
    for (const std::uint64_t bytes : {24U, 47U, 48U, 64U}) {
        const options wanted = for_board(bytes);
        const lowered_model model = with_memories_left(lowered(wanted), wanted);
        const owned_plan plan = plan_of(model, wanted);
        CHECK(bytes_of_states(model, plan, 4) == 48);
        CHECK(lasting_in(model, plan, wanted)[dtcm].states == 48);
        CHECK(have_states_room(model, plan, wanted) == (bytes >= 48));
    }
}

TEST_CASE("a conversion whose states do not fit is refused, and none that fits") {
    const auto convert = [](std::uint64_t bytes) { return header_for(bytes, tigris::io::caller); };
    CHECK(contains(convert(48), "state_count = 1"));
    CHECK_THROWS_WITH_AS(convert(47),
                         "DTCM has 47 bytes, and a run needs 48 bytes of states there, 0 of "
                         "constants and 0 of activations; name another memory for PERSISTENT "
                         "tensors",
                         failure);
}

TEST_CASE("decoded constants that the fastest memory cannot hold are refused") {
    lowered_model model = lowered(for_board(100));
    model.prefix_bytes = 64;
    CHECK((*with_memories_left(model, for_board(100), 1).memories_left)[dtcm].bytes == 12);
    CHECK(verdict_of([&] { with_memories_left(model, for_board(60), 1); })
              .says(outcome::over_budget,
                    "DTCM has 60 bytes, and 64 bytes of decoded constants are to lie there; use a "
                    "smaller GROUP of --compress"));
}

TEST_CASE("room for two values of each state is left where only that helps") {
    const auto convert = [](std::uint64_t bytes) { return header_for(bytes, tigris::io::arena); };
    // A run needs 48 bytes of states and 24 of the input: with 64 the input goes to SRAM.
    CHECK_FALSE(contains(convert(72), "values_of_states"));
    CHECK(contains(convert(64), "    static constexpr int values_of_states = 2;\n"));
}
