// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/boards.hpp>

#include <onnx2hpp/boards/apply_board.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("what does not fit a board is said below the table") {
    board_result small{"tiny", "cortex-m0plus", {}, "no plan fits"};
    CHECK_FALSE(small.fits());
    const std::string text = to_text({small});
    CHECK(contains(text, "tiny   cortex-m0plus  -        no               -   -    -  -\n"));
    CHECK(contains(text, "\ntiny: no plan fits\n"));
}

TEST_CASE("a board that holds the plan, but not the caller's inputs and outputs, is no yes") {
    analyzed_model m = large_model();
    apply_board("rp2040", {}, m.wanted);
    board_result small{"rp2040", "cortex-m0plus", m.result(), ""};
    CHECK(contains(to_text({small}), "  yes  "));
    small.planned->plan.caller_bytes = 1 << 20;
    CHECK(small.fits());
    CHECK(contains(to_text({small}), "  no I/O  "));
    CHECK_FALSE(contains(to_text({small}), "  yes  "));
    CHECK(contains(to_text({small}), "\nrp2040: inputs and outputs do not fit beside the plan: "));
}
