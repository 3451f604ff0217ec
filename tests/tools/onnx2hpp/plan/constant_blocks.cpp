// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/constant_blocks.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/plan/memories_left.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <helpers/contains.hpp>
#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

enum region { dtcm, sram, flash, mram, serial, bare };

std::shared_ptr<const mapped_board> make_board() {
    board b{.name = "mine",
            .core = "cortex-m4",
            .memories =
                {{.name = "DTCM", .bytes = 1024, .section = ".bss.dtcm"},
                 {.name = "SRAM", .bytes = 4096, .read_cost = 100, .write_cost = 100},
                 {.name = "FLASH", .bytes = 65536, .is_writable = false},
                 {.name = "MRAM", .bytes = 65536, .is_writable = false, .section = ".rodata.mram"},
                 {.name = "SERIAL",
                  .bytes = 65536,
                  .is_writable = false,
                  .is_addressable = false,
                  .section = ".serial"},
                 {.name = "BARE", .bytes = 65536, .is_writable = false}},
            .constants = flash};
    return std::make_shared<const mapped_board>(std::move(b));
}

options for_board() {
    options wanted;
    wanted.name = "net";
    wanted.board = make_board();
    wanted.memories = &wanted.board->map;
    return wanted;
}

/// x * 2 + 3, elementwise: constants 0 and 1, of 256 and 64 bytes.
lowered_model product_and_sum(const options& wanted, std::vector<constant_place> places) {
    model_builder b;
    const value_id x = b.input({4, 16});
    const value_id y = b.node("Mul", {x, b.constant({4, 16}, std::vector<double>(64, 2))});
    b.output(b.node("Add", {y, b.constant({16}, std::vector<double>(16, 3))}));
    lowered_model model = lower(b.build(), wanted);
    model.constant_places = std::move(places);
    return with_memories_left(std::move(model), wanted);
}

std::string header_with(std::vector<constant_place> places, weight_form form = weight_form::literal,
                        std::size_t file = 0) {
    options wanted = for_board();
    wanted.weights = form;
    wanted.output = "net.hpp";
    return emit(product_and_sum(wanted, std::move(places)), wanted)[file].bytes;
}

std::string complaint(std::vector<constant_place> places) {
    try {
        product_and_sum(for_board(), std::move(places));
    } catch (const failure& f) {
        return f.what();
    }
    return "";
}

}  // namespace

TEST_CASE("constants of one destination are one block in the order of constants") {
    const options wanted = for_board();
    const auto blocks =
        find_constant_blocks(product_and_sum(wanted, {{mram, dtcm}, {mram, dtcm}}), wanted);
    REQUIRE(blocks.size() == 1);
    CHECK(blocks[0].memory == mram);
    CHECK(blocks[0].destination == dtcm);
    CHECK(blocks[0].constants == std::vector<std::size_t>{0, 1});
    CHECK(blocks[0].offsets == std::vector<std::int64_t>{0, 256});
    CHECK(blocks[0].bytes == 320);
}

TEST_CASE(
    "each destination has a block of its own, and a memory that is the destination has none") {
    const options wanted = for_board();
    CHECK(
        find_constant_blocks(product_and_sum(wanted, {{mram, dtcm}, {-1, sram}}), wanted).size() ==
        2);
    CHECK(
        find_constant_blocks(product_and_sum(wanted, {{flash, -1}, {sram, sram}}), wanted).empty());
}

TEST_CASE("blocks leave less of a memory to activations") {
    const options wanted = for_board();
    const lowered_model model = product_and_sum(wanted, {{mram, dtcm}, {-1, -1}});
    CHECK(target_of(model, wanted).fast == 1024 - 256 + 4096);
    const lowered_model plain = product_and_sum(wanted, {});
    CHECK(target_of(plain, wanted).fast == 1024 + 4096);
}

TEST_CASE("constants that lie in a memory of activations leave less of it") {
    const options wanted = for_board();
    const lowered_model model = product_and_sum(wanted, {{dtcm, -1}, {sram, sram}});
    CHECK(target_of(model, wanted).fast == 1024 - 256 + 4096 - 64);
    CHECK(contains(header_with({{dtcm, -1}, {sram, sram}}),
                   "cold{{\n        {\"DTCM\", 256},\n        {\"SRAM\", 64},\n    }};"));
    CHECK_FALSE(contains(header_with({{mram, -1}, {-1, -1}}), "cold{"));
    options small = wanted;
    tigris::memory_map map = *wanted.memories;
    map.regions[dtcm].bytes = 255;
    small.memories = &map;
    CHECK_THROWS_WITH_AS(product_and_sum(small, {{dtcm, -1}, {-1, -1}}),
                         "DTCM has 255 bytes, and 256 bytes of constants are to lie there; leave "
                         "some of them in another memory",
                         failure);
}

TEST_CASE("what cannot be is refused with the names of constants and memories") {
    CHECK(contains(complaint({{mram, dtcm}, {flash, dtcm}}),
                   "are both copied to DTCM, but come from MRAM and from FLASH"));
    CHECK(contains(complaint({{-1, mram}, {}}), "is to be copied to MRAM, which is not writable"));
    CHECK(contains(complaint({{sram, dtcm}, {}}), "is to be copied from SRAM, which is writable"));
    CHECK(contains(complaint({{serial, -1}, {}}), "lie in SERIAL, which is not addressable"));
    CHECK(contains(complaint({{bare, -1}, {}}), "lie in BARE, but the board names no section"));
    CHECK(complaint({{serial, dtcm}, {serial, dtcm}}).empty());
}

TEST_CASE("a memory that is smaller than its block is named") {
    options wanted = for_board();
    model_builder b;
    b.output(b.node("Add", {b.input({16, 32}), b.constant({16, 32}, std::vector<double>(512, 1))}));
    lowered_model model = lower(b.build(), wanted);
    model.constant_places = {{-1, dtcm}};
    CHECK_THROWS_WITH_AS(with_memories_left(model, wanted),
                         "DTCM has 1024 bytes, and 2064 bytes of constants are to be copied there; "
                         "leave some of them where they are",
                         failure);
}

TEST_CASE("a complaint begins with where the rule is written") {
    CHECK(complaint({{mram, dtcm, "rules.yaml:2"}, {-1, dtcm, "rules.yaml:5"}})
              .starts_with("rules.yaml:5: 'c"));
    CHECK(complaint({{mram, dtcm}, {-1, dtcm}}).starts_with("'c"));
}

TEST_CASE("cold constants lie in the section of their memory") {
    const std::string header = header_with({{mram, -1}, {dtcm, -1}});
    CHECK(contains(header,
                   "[[gnu::section(\".rodata.mram\")]] alignas(16) inline constexpr int8_t "));
    CHECK(
        contains(header, "[[gnu::section(\".data.dtcm\")]] alignas(16) inline constinit int8_t "));
    CHECK_FALSE(contains(header, "constant_places"));
    CHECK_FALSE(contains(header_with({{flash, -1}, {-1, -1}}), "gnu::section"));
    const std::string source = header_with({{mram, -1}, {dtcm, -1}}, weight_form::object, 1);
    CHECK(contains(source, ".section .rodata.mram,\"a\",%progbits"));
    CHECK(contains(source, ".section .data.dtcm,\"aw\",%progbits"));
}

TEST_CASE("staged constants are a struct in the section of their memory") {
    const std::string header = header_with({{mram, dtcm}, {-1, -1}});
    CHECK(contains(header, "struct constants_for_DTCM_type {\n    alignas(16) int8_t "));
    CHECK(contains(header,
                   "[[gnu::section(\".rodata.mram\")]] inline constexpr constants_for_DTCM_type "
                   "constants_for_DTCM{\n"));
    CHECK(contains(header, "        {0, 0},\n        {-1, 0},\n"));
    CHECK(contains(header, "{\"MRAM\", \"DTCM\", &constants_for_DTCM, 256},\n"));
    CHECK(contains(header,
                   "TIGRIS_ARENA(net::model, net::model.default_target, 12, \".bss.dtcm\");\n"));
    const std::string source = header_with({{mram, dtcm}, {-1, -1}}, weight_form::object, 1);
    CHECK(contains(source,
                   ".section .rodata.mram,\"a\",%progbits\n    .balign 16\n    .global "
                   "tigris_net_constants_for_DTCM\n"));
}
