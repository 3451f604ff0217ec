// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/board.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/search/search.hpp>

#include <helpers/contains.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

options for_board(const std::string& which) {
    options wanted;
    wanted.name = "net";
    wanted.input_modes = wanted.output_modes = {tigris::io::arena};
    apply_board(which, {}, wanted);
    return wanted;
}

lowered_model two_steps(const options& wanted) {
    model_builder b;
    b.output(b.node("Neg", {b.node("Relu", {b.input({1, 64})})}));
    return lower(b.build(), wanted);
}

std::string header_for(const options& wanted) { return emit(two_steps(wanted), wanted)[0].bytes; }

}  // namespace

TEST_CASE("a header for a board has its memories and a target for them") {
    const std::string header = header_for(for_board("apollo510"));
    CHECK(contains(header, "// For the board apollo510 (cortex-m55, 250000000 Hz).\n"));
    CHECK(contains(header, "{.name = \"ITCM\", .bytes = 262144, .is_writable = false},"));
    CHECK(contains(header,
                   "{.name = \"PSRAM\", .bytes = 33554432, .read_cost = 2000, .write_cost = 2000, "
                   ".section = \".bss.psram\"},"));
    CHECK(contains(header,
                   "default_target{.fast = 3653632, .flash = 4177920, .backend = tigris::helium, "
                   ".input = tigris::io::arena, .output = tigris::io::arena, .alignment = 4, "
                   ".costs = {.flash_byte = 625}, .memories = &memories};"));
}

TEST_CASE("without a board a header has none of this") {
    model_builder b;
    b.output(b.node("Relu", {b.input({1, 64})}));
    const std::string header = emit(lower(b.build(), {}), {})[0].bytes;
    for (const char* part : {"memories", "alignment", "TIGRIS_ARENA", "For the board"})
        CHECK_FALSE(contains(header, part));
}

TEST_CASE("memories that a plan uses and that name a section have an arena there") {
    const std::string header = header_for(for_board("stm32h743"));
    CHECK(contains(header,
                   "TIGRIS_ARENA(net::model, net::model.default_target, 0, \".bss.dtcm\");\n"));
    CHECK_FALSE(contains(header_for(for_board("apollo510")), "TIGRIS_ARENA"));  // DTCM names none
}

TEST_CASE("a header for a board says what bind() calls its arenas") {
    const std::string header = header_for(for_board("stm32h743"));
    CHECK(contains(
        header,
        "    enum arena : int {\n        scratch_DTCM = 0,\n        scratch_SRAM = 1,\n    };\n"));
}

TEST_CASE("hints are for the board's alignment, backend and memories") {
    options wanted = for_board("esp32s3");
    wanted.fast = 512;
    const lowered_model model = two_steps(wanted);
    owned_hint hint{.target = target_of(model, wanted), .segments = {{.end = 2}}};
    const std::string header = emit(model, wanted, {hint})[0].bytes;
    CHECK(contains(header,
                   ".target = {.fast = 512, .slow = 8388608, .backend = {7}, .input = "
                   "tigris::io::arena, .output = tigris::io::arena, .alignment = 8, "
                   ".memories = &memories}"));
}

TEST_CASE("an alignment that is given without a board is the default target's") {
    options wanted;
    wanted.name = "net";
    wanted.states_alignment = true;
    CHECK(contains(header_for(wanted), "default_target{.alignment = 4};"));
    wanted.alignment = 16;
    CHECK(contains(header_for(wanted), "default_target{.alignment = 16};"));
    wanted.workers = 2;
    CHECK(contains(header_for(wanted), "default_target{.alignment = 16, .workers = 2};"));
}
