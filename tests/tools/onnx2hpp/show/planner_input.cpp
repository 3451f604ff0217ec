// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/planner_input.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/memories_left.hpp>

#include <helpers/contains.hpp>
#include <helpers/squeeze_excite.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

options with_budget(std::uint64_t fast) {
    options wanted;
    wanted.fast = fast;
    wanted.backend = tigris::cmsis_nn;
    wanted.rounds = tigris::rounding::tflite;
    wanted.input_modes = {tigris::io::rows};
    wanted.costs.mac = 700;
    return wanted;
}

/// A board where constants are copied before a run, which takes some of its memory.
options for_board() {
    options wanted;
    wanted.board = std::make_shared<const mapped_board>(
        board{.name = "mine",
              .core = "cortex-m4",
              .memories = {{.name = "DTCM", .bytes = 1 << 15, .section = ".bss.dtcm"},
                           {.name = "SRAM", .bytes = 1 << 20, .read_cost = 100, .write_cost = 90},
                           {.name = "FLASH", .bytes = 1 << 20, .is_writable = false}},
              .constants = 2});
    wanted.memories = &wanted.board->map;
    wanted.fast = 1 << 15;
    return wanted;
}

lowered_model with_copied_constants(const options& wanted) {
    lowered_model model = squeeze_excite();
    model.constant_places.resize(model.constants.size());
    model.constant_places[0].destination = 0;
    model.tensor_places.resize(model.tensors.size());
    return with_memories_left(std::move(model), wanted);
}

std::string planned(planner_input input) {
    input.wanted.json = true;
    return to_json(analyze_with_states(input.model, input.wanted));
}

/// The bytes with the sum at their end that they should have (FNV-1a).
std::string with_sum(std::string bytes) {
    std::uint64_t sum = 0xCBF29CE484222325u;
    for (const char c : bytes) sum = (sum ^ std::uint8_t(c)) * 0x100000001B3u;
    for (int i = 0; i < 8; ++i) bytes += char(sum >> (8 * i));
    return bytes;
}

/// What is wrong with the bytes; nothing where they can be read.
std::string complaint(const std::string& bytes) {
    try {
        planner_input_of(bytes);
        return {};
    } catch (const failure& f) {
        CHECK(f.code == outcome::bad_input);
        return f.what();
    }
}

}  // namespace

TEST_CASE("a planner that reads a model makes the plan of the one that wrote it") {
    const planner_input written{squeeze_excite(), with_budget(20000)};
    CHECK(planned(planner_input_of(to_bytes(written))) == planned(written));
}

TEST_CASE("weights are not among what is written") {
    planner_input written{squeeze_excite(), with_budget(20000)};
    const std::string bytes = to_bytes(written);
    CHECK(bytes.size() < 4000);
    written.model.constants.clear();
    CHECK(to_bytes(written) == bytes);
}

TEST_CASE("a board comes with the memory that constants leave") {
    const options wanted = for_board();
    const planner_input written{with_copied_constants(wanted), wanted};
    REQUIRE(written.model.memories_left);
    const planner_input read = planner_input_of(to_bytes(written));
    REQUIRE(read.model.memories_left);
    CHECK(*read.model.memories_left == *written.model.memories_left);
    CHECK(read.wanted.memories == &read.wanted.board->map);
    CHECK(planned(read) == planned(written));
}

TEST_CASE("any changed or missing byte is found") {
    const std::string bytes = to_bytes({squeeze_excite(), with_budget(20000)});
    CHECK(complaint(bytes).empty());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string damaged = bytes;
        damaged[i] = char(damaged[i] ^ 0x10);
        CHECK(contains(complaint(damaged), "damaged"));
        CHECK(contains(complaint(bytes.substr(0, i)), "damaged"));
    }
    CHECK(contains(complaint(bytes + bytes), "damaged"));
}

TEST_CASE("what another version wrote is not read") {
    std::string bytes = to_bytes({squeeze_excite(), with_budget(20000)});
    bytes.resize(bytes.size() - 8);
    CHECK(complaint(with_sum(bytes)).empty());
    bytes[0] = char(bytes[0] ^ 1);
    CHECK(contains(complaint(with_sum(bytes)), "another version"));
    CHECK(contains(complaint(with_sum("")), "damaged"));
}
