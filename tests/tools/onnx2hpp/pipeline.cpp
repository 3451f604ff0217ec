// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/boards.hpp>

#include <onnx2hpp/command_line/parse_options.hpp>
#include <onnx2hpp/pipeline.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::vector<board_result> results_on(const char* boards) {
    const captured_notes notes;
    const std::string model = std::string(TIGRIS_TESTS) + "/../examples/fashion/fashion_int8.onnx";
    const char* words[] = {"onnx2hpp", "analyze", model.c_str(), "--boards", boards};
    return analyzed_on_boards(*parse_options(5, words));
}

}  // namespace

TEST_CASE("each board has its line, with its own kernels and memories") {
    const std::vector<board_result> results = results_on("rp2040,apollo510,nrf52840");
    REQUIRE(results.size() == 3);
    const std::string text = to_text(results);
    for (const board_result& r : results) {
        CHECK(r.fits());
        CHECK(contains(text, r.board + "  "));
        CHECK(contains(text, r.core));
    }
    CHECK(contains(text, "blocked"));
    CHECK(contains(text, "helium"));
}
