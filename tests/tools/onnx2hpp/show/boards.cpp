// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/boards.hpp>

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
