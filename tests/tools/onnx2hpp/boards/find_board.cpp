// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/find_board.hpp>

#include <onnx2hpp/options.hpp>
#include <onnx2hpp/read_file.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <tigris/planning/target/banks.hpp>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("every ready-made board is sound, and is called like its file") {
    CHECK(ready_made_boards().size() >= 17);
    for (const ready_made_board& ready : ready_made_boards()) {
        CAPTURE(ready.name);
        const auto found = find_board(ready.name);
        CHECK(found->described.name == ready.name);
        CHECK(tigris::is_sound(found->map));
        CHECK(found->described.alignment >= smallest_alignment);
        const tigris::target all =
            tigris::planning::resolve({.memories = &found->map}, found->described.alignment);
        CHECK(all.fast > 0);
        CHECK(all.fast != tigris::unlimited);
    }
}

TEST_CASE("docs/how_to/boards.md has a line for each ready-made board") {
    const std::string page =
        read_file("page", std::string(TIGRIS_TESTS) + "/../docs/how_to/boards.md");
    for (const ready_made_board& ready : ready_made_boards()) {
        const std::string line = "| `" + std::string(ready.name) + "` |";
        CHECK_MESSAGE(page.find(line) != std::string::npos, line);
    }
}

TEST_CASE("names of ready-made boards are lower case, without hyphens") {
    for (const ready_made_board& ready : ready_made_boards())
        CHECK(std::all_of(ready.name, ready.name + std::string_view(ready.name).size(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        }));
}

TEST_CASE("memories that cost two cycles a byte are slow, those of a chip fast") {
    const auto slow_bytes = [](const char* name) {
        const auto found = find_board(name);
        return tigris::planning::resolve({.memories = &found->map}, 4).slow;
    };
    CHECK(slow_bytes("esp32s3") == 8u << 20);
    CHECK(slow_bytes("esp32p4") == 32u << 20);
    CHECK(slow_bytes("apollo4") == 8u << 20);
    CHECK(slow_bytes("apollo510") == 32u << 20);
    CHECK(slow_bytes("mps2_an386") == 16u << 20);
    CHECK(slow_bytes("mps3_an547") == 256u << 20);
    CHECK(slow_bytes("stm32h743") == 0);
}

TEST_CASE("a name that is no board is bad input that lists them, a file is read") {
    CHECK(verdict_of([] {
              find_board("esp32");
          }).says(outcome::bad_input, "there is no board 'esp32'; the boards are apollo4, "));
    CHECK(verdict_of([] {
              find_board("STM32F446");
          }).says(outcome::bad_input, "; did you mean stm32f446?"));
    CHECK(verdict_of([] {
              find_board("none.yaml");
          }).says(outcome::bad_input, "board file 'none.yaml' does not exist"));
    const temporary_folder folder;
    folder.write("mine.yaml",
                 "{name: mine, core: b, clock: 1 Hz, backend: blocked, alignment: 4,"
                 " memories: [{name: R, size: 1K, read: 0, write: 0}]}");
    CHECK(find_board(folder.path("mine.yaml"))->described.name == "mine");
}
