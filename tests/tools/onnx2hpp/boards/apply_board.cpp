// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/apply_board.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

struct applied {
    options wanted;
    std::string notes;

    applied(const char* board, options given, std::optional<tigris::backend> backend = {},
            std::optional<std::uint32_t> alignment = {}, std::optional<std::string> core = {})
        : wanted(std::move(given)) {
        captured_notes said;
        apply_board(board, {.backend = backend, .alignment = alignment, .core = core}, wanted);
        notes = said.take();
    }
    bool says(const std::string& part) const { return notes.find(part) != std::string::npos; }
};

}  // namespace

TEST_CASE("a board sets memories, flash, backend, alignment and costs, and says nothing") {
    const applied made("stm32h743", {});
    CHECK(made.notes.empty());
    CHECK(made.wanted.fast == 640u << 10);
    CHECK_FALSE(made.wanted.slow);
    CHECK(made.wanted.flash == 2u << 20);
    CHECK(made.wanted.backend == tigris::arm_dsp);
    CHECK(made.wanted.alignment == 4);
    CHECK(made.wanted.costs.flash_byte == 500);
    CHECK(made.wanted.memories == &made.wanted.board->map);
    CHECK(made.wanted.board_file.empty());
}

TEST_CASE("what is given beside the board wins, and one note says all of it") {
    options given;
    given.fast = 100'000;
    given.slow = 1'000'000;
    given.flash = 500'000;
    const applied made("esp32s3", given, tigris::portable, 32);
    CHECK(made.wanted.fast == 100'000);
    CHECK(made.wanted.slow == 1'000'000);
    CHECK(made.wanted.flash == 500'000);
    CHECK(made.notes ==
          "onnx2hpp: note: board 'esp32s3': -m 100000 instead of 327680 bytes of fast memory, the "
          "second -m 1000000 instead of 8388608 bytes of slow memory, -f 500000 instead of 8388608 "
          "bytes of flash, --backend portable instead of blocked, --align 32 instead of 8\n");
}

TEST_CASE("what is given as the board has it is no news") {
    options given;
    given.fast = 327'680;
    given.flash = 8u << 20;
    CHECK(applied("esp32s3", given, tigris::blocked, 8).notes.empty());
}

TEST_CASE("a budget beyond the board's memories is cut to these, and a note says so") {
    options given;
    given.fast = 1u << 20;
    given.slow = 1u << 30;
    const applied made("stm32h743", given);
    CHECK(made.wanted.fast == 640u << 10);
    CHECK(made.wanted.slow == 0);
    CHECK(made.says("-m 1048576 is more than the 655360 bytes of fast memory that board"));
    CHECK(made.says("the second -m 1073741824 is left out: board 'stm32h743' has no slow memory"));
}

TEST_CASE("another core is taken, and said") {
    const applied made("stm32h743", {}, tigris::helium, {}, "cortex-m55");
    CHECK(made.wanted.core == "cortex-m55");
    CHECK(made.wanted.backend == tigris::helium);
    CHECK(made.says("--core cortex-m55 instead of cortex-m7, --backend helium instead of arm_dsp"));
}
